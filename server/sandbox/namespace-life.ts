import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import { namespaceEnding } from "./refusal.ts";
import type { ResourceTarget } from "./request-target.ts";
import type { StoreChange } from "./sandbox-store.ts";
import { SERVED_KINDS } from "./served-kinds.ts";
import { deleteObject, type WriteCore } from "./write-core.ts";

function isEnding({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

function contentOf(core: WriteCore, namespace: string) {
  return SERVED_KINDS.filter(({ info }) => info.namespaced).flatMap(({ info }) =>
    core.store
      .snapshot(info)
      .items.filter((object) => object.metadata.namespace === namespace)
      .map((object) => ({ info, object })),
  );
}

function dropIfEmpty(core: WriteCore, name: string): void {
  if (contentOf(core, name).length === 0) core.store.drop(KINDS.Namespace, undefined, name);
}

/** Deletes what is in the namespace and then the namespace; finalizers of its content hold it back. */
export function endNamespace(core: WriteCore, namespace: KubeObject): KubeObject {
  const { name = "" } = namespace.metadata;
  const ending = isEnding(namespace)
    ? namespace
    : core.store.put(KINDS.Namespace, {
        ...namespace,
        metadata: { ...namespace.metadata, deletionTimestamp: toKubeTime(core.clock.now()) },
        status: { ...namespace.status, phase: "Terminating" },
      });
  for (const { info, object } of contentOf(core, name)) {
    const current = core.store.get(info, name, object.metadata.name ?? "");
    if (current !== undefined) deleteObject(core, info, current);
  }
  dropIfEmpty(core, name);
  return ending;
}

/** Ends a namespace that waited for the object that is gone now; what its controllers still made goes too. */
export function finishNamespace(core: WriteCore, { type, object }: StoreChange): void {
  const { namespace } = object.metadata;
  if (namespace === undefined || type === "modified") return;
  const scope = core.store.get(KINDS.Namespace, undefined, namespace);
  if (scope !== undefined && isEnding(scope)) endNamespace(core, scope);
}

/** Throws 403 where nothing new may be made. */
export function checkOpen(
  core: WriteCore,
  { served, namespace }: ResourceTarget,
  sent: KubeObject,
): void {
  if (namespace === undefined || !served.info.namespaced) return;
  const scope = core.store.get(KINDS.Namespace, undefined, namespace);
  if (scope !== undefined && isEnding(scope))
    throw namespaceEnding(served.info, sent.metadata.name ?? "", namespace);
}
