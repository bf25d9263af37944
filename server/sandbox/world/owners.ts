import { KINDS, type KindInfo } from "#lib/k8s/kinds.ts";
import type { KubeObject, OwnerReference } from "#lib/k8s/object.ts";
import type { SandboxStore } from "../sandbox-store.ts";

const KINDS_BY_NAME = new Map<string, KindInfo>(
  Object.entries(KINDS)
    .filter(([key]) => key !== "VolcanoPodGroup")
    .map(([, info]) => [info.kind, info]),
);

/** The kind of an object that the world knows. */
export function kindOf(object: {
  readonly apiVersion: string;
  readonly kind: string;
}): KindInfo | undefined {
  const isVolcano = object.apiVersion.startsWith(`${KINDS.VolcanoPodGroup.group}/`);
  return isVolcano ? KINDS.VolcanoPodGroup : KINDS_BY_NAME.get(object.kind);
}

export function controllerOf(object: KubeObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((owner) => owner.controller === true);
}

/** The object's controller, as stored now; undefined when it is gone or another one of its name. */
export function ownerOf(store: SandboxStore, object: KubeObject): KubeObject | undefined {
  const reference = controllerOf(object);
  const info = reference === undefined ? undefined : kindOf(reference);
  if (reference === undefined || info === undefined) return undefined;
  const owner = store.get(info, object.metadata.namespace, reference.name);
  return owner?.metadata.uid === reference.uid ? owner : undefined;
}

/** Objects of a kind that this one controls. */
export function childrenOf(
  store: SandboxStore,
  owner: KubeObject,
  kind: string,
): readonly KubeObject[] {
  return store.ownedBy(owner.metadata.uid ?? "").filter((child) => child.kind === kind);
}

/** The TrainJob at the top of the chain of controllers. */
export function trainJobOf(store: SandboxStore, object: KubeObject): KubeObject | undefined {
  let current: KubeObject | undefined = object;
  while (current !== undefined && current.kind !== "TrainJob") current = ownerOf(store, current);
  return current;
}
