import type { KubeObject } from "#lib/k8s/object.ts";

const WHOLE = new WeakMap<KubeObject, string>();
const NATIVE_ITEM = new WeakMap<KubeObject, string>();

function textIn(
  cache: WeakMap<KubeObject, string>,
  object: KubeObject,
  make: () => string,
): string {
  const known = cache.get(object);
  if (known !== undefined) return known;
  const text = make();
  cache.set(object, text);
  return text;
}

/** The JSON text of a stored (frozen) object, made once for each version of it. */
export function objectText(object: KubeObject): string {
  return textIn(WHOLE, object, () => JSON.stringify(object));
}

/** As an item of a list: native kinds leave out kind and apiVersion there, as a real API server does. */
export function itemText(object: KubeObject, native: boolean): string {
  if (!native) return objectText(object);
  return textIn(NATIVE_ITEM, object, () => {
    const { apiVersion: _apiVersion, kind: _kind, ...rest } = object;
    return JSON.stringify(rest);
  });
}
