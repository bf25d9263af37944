import { type KubeObject, type ManagedFieldsEntry, toJson } from "#lib/k8s/object.ts";
import { asObject, isEqualJson, type Json, type JsonObject } from "#lib/util/json.ts";
import {
  appliedSetOf,
  changedFields,
  EMPTY_SET,
  type FieldSet,
  fieldSetOf,
  fromFieldsV1,
  intersectSets,
  isEmptySet,
  subtractSets,
  toFieldsV1,
  UnkeyedItem,
  unionSets,
} from "./field-set.ts";
import type { FieldShape } from "./field-shape.ts";

export type FieldWriter = {
  readonly manager: string;
  readonly operation: "Update" | "Apply";
  readonly subresource?: string | undefined;
  /** metav1.Time of the write. */
  readonly time: string;
};

const MAX_UPDATE_ENTRIES = 10;
const ANCIENT = "ancient-changes";
const OWNED_METADATA = [
  "generateName",
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
] as const;

/** The object as ownership sees it: without the envelope and what the API server keeps itself. */
export function ownedPart(object: JsonObject): JsonObject {
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...rest } = object;
  const source = asObject(metadata) ?? {};
  const kept: { [key: string]: Json } = {};
  for (const key of OWNED_METADATA) {
    const value = source[key];
    if (value !== undefined) kept[key] = value;
  }
  return Object.keys(kept).length === 0 ? rest : { ...rest, metadata: kept };
}

/** apiVersion, kind and metadata themselves are never owned. */
export function withoutEnvelope(set: FieldSet): FieldSet {
  const metadata = set.children.get("f:metadata");
  const children = new Map(set.children);
  if (metadata !== undefined) children.set("f:metadata", { ...metadata, isMember: false });
  return { isMember: false, children };
}

type Entry = {
  readonly entry: ManagedFieldsEntry;
  readonly set: FieldSet;
};

function isOf(entry: ManagedFieldsEntry, writer: FieldWriter): boolean {
  return (
    entry.manager === writer.manager &&
    entry.operation === writer.operation &&
    (entry.subresource ?? "") === (writer.subresource ?? "")
  );
}

function newEntry(writer: FieldWriter, apiVersion: string): ManagedFieldsEntry {
  return {
    manager: writer.manager,
    operation: writer.operation,
    apiVersion,
    time: writer.time,
    fieldsType: "FieldsV1",
    ...(writer.subresource === undefined ? {} : { subresource: writer.subresource }),
  };
}

function compareEntries({ entry: a }: Entry, { entry: b }: Entry): number {
  const left = [a.operation ?? "", a.time ?? "", a.manager ?? "", a.subresource ?? ""];
  const right = [b.operation ?? "", b.time ?? "", b.manager ?? "", b.subresource ?? ""];
  for (const [index, text] of left.entries()) {
    const other = right[index] ?? "";
    if (text !== other) return text < other ? -1 : 1;
  }
  return 0;
}

/** More than ten updaters: the oldest are folded into one entry, as upstream does. */
function capUpdates(entries: readonly Entry[]): readonly Entry[] {
  const updates = entries.filter(({ entry }) => entry.operation === "Update").sort(compareEntries);
  const excess = updates.length - MAX_UPDATE_ENTRIES;
  if (excess <= 0) return entries;
  const folded = updates.slice(0, excess + 1);
  const newest = folded.at(-1);
  if (newest === undefined) return entries;
  const { subresource: _subresource, ...rest } = newest.entry;
  const ancient: Entry = {
    entry: { ...rest, manager: ANCIENT },
    set: folded.reduce((set, one) => unionSets(set, one.set), EMPTY_SET),
  };
  return [...entries.filter((one) => !folded.includes(one)), ancient];
}

function toWire(entries: readonly Entry[]): readonly ManagedFieldsEntry[] {
  return [...capUpdates(entries)].sort(compareEntries).map(({ entry, set }) => {
    const { subresource, ...rest } = entry;
    return {
      ...rest,
      fieldsV1: toFieldsV1(set),
      ...(subresource === undefined ? {} : { subresource }),
    };
  });
}

export function readEntries(object: KubeObject | undefined): readonly Entry[] {
  return (object?.metadata.managedFields ?? []).map((entry) => ({
    entry,
    set: fromFieldsV1(entry.fieldsV1 ?? {}),
  }));
}

export type Ownership = {
  readonly old: KubeObject | undefined;
  readonly next: KubeObject;
  readonly shape: FieldShape;
  readonly writer: FieldWriter;
  /** Of an apply: what the applier sent. */
  readonly config?: KubeObject | undefined;
};

/**
 * managedFields after a write. A changed field belongs to its writer alone; a field that is gone belongs to nobody.
 * An update of an object whose managedFields are empty tracks nothing, and a list-map item without its key empties them:
 * both as seen on a real API server. Returns the old list itself when the write changed nothing of it.
 */
export function managedFieldsAfter(args: Ownership): readonly ManagedFieldsEntry[] | undefined {
  const { old, writer } = args;
  const before = old?.metadata.managedFields;
  if (old !== undefined && writer.operation === "Update" && (before ?? []).length === 0)
    return undefined;
  try {
    return track(args);
  } catch (error) {
    if (error instanceof UnkeyedItem) return undefined;
    throw error;
  }
}

function track(args: Ownership): readonly ManagedFieldsEntry[] | undefined {
  const { old, next, shape, writer, config } = args;
  const after = ownedPart(toJson(next));
  const before = old === undefined ? undefined : ownedPart(toJson(old));
  const present = withoutEnvelope(fieldSetOf(after, shape));
  const changed = withoutEnvelope(
    before === undefined ? present : changedFields(before, after, shape),
  );
  const entries = readEntries(old);
  const mine = entries.find(({ entry }) => isOf(entry, writer));
  const mySet =
    config === undefined
      ? intersectSets(unionSets(mine?.set ?? EMPTY_SET, changed), present)
      : withoutEnvelope(appliedSetOf(ownedPart(toJson(config)), shape));
  const others = entries
    .filter((one) => one !== mine)
    .map((one) => ({ ...one, set: intersectSets(subtractSets(one.set, changed), present) }))
    .filter(({ set }) => !isEmptySet(set));
  const isUntouched =
    mine !== undefined &&
    isEmptySet(changed) &&
    isEqualJson(toFieldsV1(mySet), mine.entry.fieldsV1);
  const fresh = newEntry(writer, next.apiVersion);
  const own: Entry = { entry: isUntouched ? mine.entry : fresh, set: mySet };
  const result = toWire(isEmptySet(mySet) ? others : [...others, own]);
  const previous = old?.metadata.managedFields;
  if (result.length === 0 && writer.operation === "Apply") return undefined;
  return previous !== undefined && isSameList(previous, result) ? previous : result;
}

function isSameList(a: readonly ManagedFieldsEntry[], b: readonly ManagedFieldsEntry[]): boolean {
  return (
    a.length === b.length && a.every((entry, index) => isEqualJson(asJson(entry), asJson(b[index])))
  );
}

function asJson(entry: ManagedFieldsEntry | undefined): JsonObject {
  return { ...entry };
}

/** False when a list-map item lacks one of its keys. */
export function isFullyKeyed(object: KubeObject, shape: FieldShape): boolean {
  try {
    fieldSetOf(ownedPart(toJson(object)), shape);
    return true;
  } catch (error) {
    if (error instanceof UnkeyedItem) return false;
    throw error;
  }
}
