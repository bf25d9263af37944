import type { KindInfo } from "#lib/k8s/kinds.ts";
import { type KubeObject, type ManagedFieldsEntry, toJson } from "#lib/k8s/object.ts";
import { type Clock, toKubeTime } from "#lib/util/clock.ts";
import { isEqualJson } from "#lib/util/json.ts";
import { type CrdSchemas, schemaOfKind } from "./crd-schemas.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { type FieldShape, rootShape } from "./field-shape.ts";
import type { IdSource } from "./id-source.ts";
import { managedFieldsAfter } from "./managed-fields.ts";
import type { ObjectStore } from "./object-store.ts";
import { refuse } from "./refusal.ts";

/** What every write needs, whoever makes it. */
export type WriteCore = {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly schemas: CrdSchemas;
};

/** etcd's limit for one request, less what surrounds the object in it. */
const MAX_OBJECT_BYTES = 1.5 * 1024 * 1024 - 256;

export type Commit = {
  readonly info: KindInfo;
  readonly old?: KubeObject | undefined;
  /** What is in the store, where the write sees other owners than it has. */
  readonly stored?: KubeObject | undefined;
  /** With its final metadata, but for managedFields and resourceVersion. */
  readonly next: KubeObject;
  readonly manager: string;
  readonly operation: "Update" | "Apply";
  readonly subresource?: string | undefined;
  readonly config?: KubeObject | undefined;
  readonly dryRun: boolean;
  /** A client's list-map item came without its key: the object loses all managedFields. */
  readonly losesOwnership?: boolean | undefined;
};

export function shapeOfKind(core: WriteCore, info: KindInfo): FieldShape {
  return rootShape(schemaOfKind(core.schemas, info));
}

function withManagedFields(
  object: KubeObject,
  entries: readonly ManagedFieldsEntry[] | undefined,
): KubeObject {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: entries === undefined ? metadata : { ...metadata, managedFields: entries },
  };
}

/** Bytes of a value that is written in the most wasteful way: six a character. */
function weightOf(value: unknown): number {
  if (typeof value === "string") return 6 * value.length + 3;
  if (typeof value !== "object" || value === null) return 24;
  let bytes = 3;
  for (const [key, child] of Object.entries(value)) bytes += 6 * key.length + 4 + weightOf(child);
  return bytes;
}

const WEIGHTS = new WeakMap<object, number>();

/** What versions of an object share, its spec above all, is weighed once. */
function weightOfPart(part: unknown): number {
  if (typeof part !== "object" || part === null || !Object.isFrozen(part)) return weightOf(part);
  const weight = WEIGHTS.get(part) ?? weightOf(part);
  WEIGHTS.set(part, weight);
  return weight;
}

function weightOfObject(object: KubeObject): number {
  let bytes = 3;
  for (const [key, part] of Object.entries(object))
    bytes += 6 * key.length + 4 + weightOfPart(part);
  return bytes;
}

function isTooLarge(object: KubeObject): boolean {
  if (weightOfObject(object) <= MAX_OBJECT_BYTES) return false;
  return Buffer.byteLength(JSON.stringify(object)) > MAX_OBJECT_BYTES;
}

/** Stored objects lose their managedFields before they are refused for their size, as on a real API server. */
function fitted(object: KubeObject): KubeObject {
  if (!isTooLarge(object)) return object;
  const bare = withManagedFields(object, undefined);
  if (isTooLarge(bare)) throw refuse(500, undefined, "etcdserver: request is too large");
  return bare;
}

function ownershipAfter(
  core: WriteCore,
  commit: Commit,
): readonly ManagedFieldsEntry[] | undefined {
  const { info, old, next, manager, operation, subresource, config } = commit;
  if (commit.losesOwnership === true) return undefined;
  if (old === undefined && next.metadata.managedFields !== undefined)
    return next.metadata.managedFields;
  const time = toKubeTime(core.clock.now());
  const writer = { manager, operation, subresource, time };
  return managedFieldsAfter({ old, next, config, writer, shape: shapeOfKind(core, info) });
}

/**
 * Stores the next version and gives it back as stored. A write that changes nothing gives the old version back; the
 * last finalizer's end deletes. A dry run goes all the way but the last step.
 */
export function commitObject(core: WriteCore, commit: Commit): KubeObject {
  const { info, old, dryRun } = commit;
  // Field sets and weights of frozen parts are remembered.
  deepFreeze(commit.next);
  const next = withManagedFields(commit.next, ownershipAfter(core, commit));
  // An unchanged list of owners is the old list itself: anything else is a change.
  const before = commit.stored ?? old;
  const isOwnedAlike = next.metadata.managedFields === before?.metadata.managedFields;
  if (before !== undefined && isOwnedAlike && isEqualJson(toJson(before), toJson(next)))
    return before;
  if (dryRun) return next;
  const isGone =
    next.metadata.deletionTimestamp !== undefined && (next.metadata.finalizers ?? []).length === 0;
  if (isGone) return deleteNow(core, info, next);
  return core.store.put(info, fitted(next));
}

/** Deletes an object and what only it owned. */
function deleteNow(core: WriteCore, info: KindInfo, object: KubeObject): KubeObject {
  const { namespace, name = "", uid } = object.metadata;
  const last = core.store.drop(info, namespace, name) ?? object;
  if (uid !== undefined) collectGarbage(core, uid);
  return last;
}

/** Background garbage collection, done at once: dependents whose last living owner is gone are deleted as well. */
function collectGarbage(core: WriteCore, uid: string): void {
  for (const { info, object } of core.store.ownedBy(uid)) {
    const owners = object.metadata.ownerReferences ?? [];
    const isOrphan = owners.every((owner) => owner.uid === uid || !core.store.hasUid(owner.uid));
    if (isOrphan) deleteObject(core, info, object);
  }
}

/** Deletes, or only marks as being deleted while there are finalizers. */
export function deleteObject(core: WriteCore, info: KindInfo, object: KubeObject): KubeObject {
  const { finalizers = [], deletionTimestamp } = object.metadata;
  if (finalizers.length === 0) return deleteNow(core, info, object);
  if (deletionTimestamp !== undefined) return object;
  const metadata = { ...object.metadata, deletionTimestamp: toKubeTime(core.clock.now()) };
  return core.store.put(info, { ...object, metadata });
}
