import type { KindInfo } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { applyOver } from "./apply-merge.ts";
import { newObject, nextObject } from "./object-meta.ts";
import { alreadyExists } from "./refusal.ts";
import type { InternalWrite, SandboxStore } from "./sandbox-store.ts";
import { findServedByKind, type ServedKind } from "./served-kinds.ts";
import { commitObject, deleteObject, shapeOfKind, type WriteCore } from "./write-core.ts";

function servedOf(object: KubeObject): ServedKind {
  const served = findServedByKind(object.apiVersion, object.kind);
  if (served === undefined)
    throw new Error(`the sandbox does not serve ${object.apiVersion} ${object.kind}`);
  return served;
}

function find(core: WriteCore, object: KubeObject): KubeObject | undefined {
  const { namespace, name = "" } = object.metadata;
  return core.store.get(servedOf(object).info, namespace, name);
}

function create(
  core: WriteCore,
  object: KubeObject,
  write: InternalWrite,
  operation: "Update" | "Apply",
): KubeObject {
  const served = servedOf(object);
  const existing = find(core, object);
  if (existing !== undefined) throw alreadyExists(served.info, existing.metadata.name ?? "");
  const next = newObject(served, object, {
    now: core.clock.now(),
    ids: core.ids,
    keepsPast: true,
  });
  const { manager, subresource } = write;
  const config = operation === "Apply" ? object : undefined;
  return commitObject(core, {
    info: served.info,
    next,
    manager,
    operation,
    subresource,
    config,
    dryRun: false,
  });
}

function apply(core: WriteCore, object: KubeObject, write: InternalWrite): KubeObject {
  const served = servedOf(object);
  const { info } = served;
  const { manager, subresource } = write;
  const old = find(core, object);
  if (old === undefined) return create(core, object, write, "Apply");
  const shape = shapeOfKind(core, info);
  const merged = applyOver({ live: old, config: object, manager, subresource, shape });
  const keepsStatus = object.status === undefined;
  return commitObject(core, {
    info,
    old,
    next: nextObject(served, old, merged, { subresource, keepsStatus }),
    manager,
    operation: "Apply",
    subresource,
    config: object,
    dryRun: false,
  });
}

function replace(
  core: WriteCore,
  old: KubeObject,
  next: KubeObject,
  { manager, subresource }: InternalWrite,
): KubeObject {
  const served = servedOf(old);
  return commitObject(core, {
    info: served.info,
    old,
    next: nextObject(served, old, next, { subresource, keepsStatus: false }),
    manager,
    operation: "Update",
    subresource,
    dryRun: false,
  });
}

/** The store as controllers, seeds and loaders see it. */
export function createInternalStore(core: WriteCore): SandboxStore {
  const { store } = core;
  const change = (
    info: KindInfo,
    namespace: string | undefined,
    name: string,
    next: (current: KubeObject) => KubeObject,
    write: InternalWrite,
  ): KubeObject | undefined => {
    const old = store.get(info, namespace, name);
    return old === undefined ? undefined : replace(core, old, next(old), write);
  };
  return {
    get: (info, namespace, name) => store.get(info, namespace, name),
    list: (info, namespace) => {
      const { items } = store.snapshot(info);
      return namespace === undefined
        ? items
        : items.filter((object) => object.metadata.namespace === namespace);
    },
    ownedBy: (uid) => store.ownedBy(uid).map(({ object }) => object),
    create: (object, write) => create(core, object, write, "Update"),
    apply: (object, write) => apply(core, object, write),
    update: change,
    setStatus: (info, namespace, name, status, { manager }) =>
      change(info, namespace, name, (current) => ({ ...current, status }), {
        manager,
        subresource: "status",
      }),
    remove: (info, namespace, name) => {
      const old = store.get(info, namespace, name);
      if (old !== undefined) deleteObject(core, info, old);
      return old !== undefined;
    },
  };
}
