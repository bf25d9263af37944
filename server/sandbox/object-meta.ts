import { apiVersionOf } from "#lib/k8s/kinds.ts";
import { type KubeObject, type ObjectMeta, toJson } from "#lib/k8s/object.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import { isEqualJson } from "#lib/util/json.ts";
import type { IdSource } from "./id-source.ts";
import type { ServedKind } from "./served-kinds.ts";

function withoutAbsent(metadata: ObjectMeta): ObjectMeta {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
}

function nameFor({ name, generateName }: ObjectMeta, ids: IdSource): string | undefined {
  if (name !== undefined && name !== "") return name;
  return generateName === undefined || generateName === ""
    ? undefined
    : `${generateName}${ids.suffix()}`;
}

/** What a client may not choose; the sandbox's own inhabitants may (`keepsPast`). */
export function newObject(
  served: ServedKind,
  object: KubeObject,
  how: { readonly now: number; readonly ids: IdSource; readonly keepsPast: boolean },
): KubeObject {
  const { info } = served;
  const given = object.metadata;
  const past = how.keepsPast ? given : {};
  const { status, ...rest } = object;
  const keepsStatus = status !== undefined && (how.keepsPast || !served.status);
  const hasGeneration = object.spec !== undefined && info.kind !== "Namespace";
  return {
    ...rest,
    apiVersion: apiVersionOf(info),
    kind: info.kind,
    metadata: withoutAbsent({
      ...given,
      name: nameFor(given, how.ids),
      namespace: info.namespaced ? given.namespace : undefined,
      uid: past.uid ?? how.ids.uid(),
      resourceVersion: undefined,
      generation: past.generation ?? (hasGeneration ? 1 : undefined),
      creationTimestamp: past.creationTimestamp ?? toKubeTime(how.now),
      deletionTimestamp: past.deletionTimestamp,
      managedFields: past.managedFields,
    }),
    ...(keepsStatus ? { status } : {}),
  };
}

function bodyOf(object: KubeObject): KubeObject {
  const { metadata: _metadata, status: _status, ...rest } = object;
  return { ...rest, metadata: {} };
}

/**
 * `object` as the next version of `old`: what the API server keeps itself comes from `old`, the main resource leaves
 * status alone, the status subresource leaves all but status alone, and a changed body counts the generation up.
 */
export function nextObject(
  served: ServedKind,
  old: KubeObject,
  object: KubeObject,
  how: { readonly subresource?: string | undefined; readonly keepsStatus: boolean },
): KubeObject {
  if (how.subresource === "status") {
    const { status: _status, ...rest } = old;
    return object.status === undefined ? rest : { ...rest, status: object.status };
  }
  const { status: given, ...rest } = object;
  const status = served.status && how.keepsStatus ? old.status : given;
  const next: KubeObject = {
    ...rest,
    apiVersion: old.apiVersion,
    kind: old.kind,
    metadata: withoutAbsent({
      ...object.metadata,
      name: old.metadata.name,
      namespace: old.metadata.namespace,
      generateName: old.metadata.generateName,
      uid: old.metadata.uid,
      resourceVersion: old.metadata.resourceVersion,
      generation: old.metadata.generation,
      creationTimestamp: old.metadata.creationTimestamp,
      deletionTimestamp: old.metadata.deletionTimestamp,
      managedFields: old.metadata.managedFields,
    }),
    ...(status === undefined ? {} : { status }),
  };
  const isSame = isEqualJson(toJson(bodyOf(old)), toJson(bodyOf(next)));
  if (isSame || old.metadata.generation === undefined) return next;
  return { ...next, metadata: { ...next.metadata, generation: old.metadata.generation + 1 } };
}
