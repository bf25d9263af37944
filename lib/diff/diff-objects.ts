import { type KubeObject, objectKey, toJson } from "../k8s/object.ts";
import { asArray, isEqualJson, isJsonObject, type Json, type JsonObject } from "../util/json.ts";
import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import type { Change } from "./change.ts";
import { isSameQuantity } from "./equal-quantity.ts";
import { byListKey, listKeysOf } from "./list-keys.ts";

/** Where the walk stands: the same place in both objects, whose list indexes may differ. */
type Place = {
  readonly objectKey: string;
  readonly before: JsonPointer;
  readonly after: JsonPointer;
  readonly label: string;
  /** The name of the field that holds the value; of an element, empty. */
  readonly field: string;
  readonly job?: string | undefined;
  /** The field above. */
  readonly parent: string;
};

type Emit = (change: Change) => void;

/**
 * The differences between two sets of objects, object by object in the order of `after`, then what is gone. Objects are matched
 * by kind and name, elements of list-maps by key; other lists and scalars are values. A new or gone element of a list-map is
 * one change, a new or gone map is one change per member. Equal quantities in different spellings are no change.
 */
export function diffObjects(before: readonly KubeObject[], after: readonly KubeObject[]): Change[] {
  const changes: Change[] = [];
  const emit: Emit = (change) => changes.push(change);
  const old = new Map(before.map((object) => [objectKey(object), object]));
  for (const object of after) {
    const key = objectKey(object);
    const place = rootOf(key);
    const earlier = old.get(key);
    if (earlier === undefined) emitAdded(place, toJson(object), emit);
    else compare(toJson(earlier), toJson(object), place, emit);
    old.delete(key);
  }
  for (const [key, object] of old) emitRemoved(rootOf(key), toJson(object), emit);
  return changes;
}

function rootOf(key: string): Place {
  return { objectKey: key, before: "", after: "", label: "", field: "", parent: "" };
}

function compare(
  before: Json | undefined,
  after: Json | undefined,
  place: Place,
  emit: Emit,
): void {
  if (before === after) return;
  if (isJsonObject(before) && isJsonObject(after)) {
    compareMaps(before, after, place, emit);
    return;
  }
  if (before === undefined) {
    if (after !== undefined) addTree(after, place, emit);
    return;
  }
  if (after === undefined) {
    removeTree(before, place, emit);
    return;
  }
  const [oldList, newList] = [asArray(before), asArray(after)];
  if (
    oldList !== undefined &&
    newList !== undefined &&
    compareLists(oldList, newList, place, emit)
  ) {
    return;
  }
  if (isEqualJson(before, after) || isSameQuantity(place.parent, before, after)) return;
  emit({ ...named(place, place.after), kind: "changed", before, after });
}

function compareMaps(before: JsonObject, after: JsonObject, place: Place, emit: Emit): void {
  for (const key of new Set([...Object.keys(after), ...Object.keys(before)])) {
    compare(before[key], after[key], member(place, key), emit);
  }
}

/** False where the list is no list-map on one of the sides: then it is one value. */
function compareLists(
  before: readonly Json[],
  after: readonly Json[],
  place: Place,
  emit: Emit,
): boolean {
  const keys = listKeysOf(place.field);
  if (keys === undefined) return false;
  const oldNames = byListKey(before, keys);
  const newNames = byListKey(after, keys);
  if (oldNames === undefined || newNames === undefined) return false;
  for (const [name, index] of newNames) {
    const oldIndex = oldNames.get(name);
    const at = element(place, name, oldIndex ?? index, index);
    const value = after[index];
    if (oldIndex !== undefined) compare(before[oldIndex], value, at, emit);
    else if (value !== undefined) emitAdded(at, value, emit);
  }
  for (const [name, index] of oldNames) {
    const value = before[index];
    if (newNames.has(name) || value === undefined) continue;
    emitRemoved(element(place, name, index, index), value, emit);
  }
  emitMoved([...oldNames.keys()], [...newNames.keys()], place, emit);
  return true;
}

/** Elements that come or go move nobody: only the order of those on both sides counts. */
function emitMoved(
  before: readonly string[],
  after: readonly string[],
  place: Place,
  emit: Emit,
): void {
  const common = new Set(before.filter((name) => after.includes(name)));
  const oldOrder = before.filter((name) => common.has(name));
  const newOrder = after.filter((name) => common.has(name));
  if (isEqualJson(oldOrder, newOrder)) return;
  emit({ ...named(place, place.after), kind: "moved", before: oldOrder, after: newOrder });
}

function addTree(value: Json, place: Place, emit: Emit): void {
  const list = asArray(value);
  if (isJsonObject(value) && Object.keys(value).length > 0) compareMaps({}, value, place, emit);
  else if (list === undefined || !compareLists([], list, place, emit))
    emitAdded(place, value, emit);
}

function removeTree(value: Json, place: Place, emit: Emit): void {
  const list = asArray(value);
  if (isJsonObject(value) && Object.keys(value).length > 0) compareMaps(value, {}, place, emit);
  else if (list === undefined || !compareLists(list, [], place, emit))
    emitRemoved(place, value, emit);
}

function emitAdded(place: Place, after: Json, emit: Emit): void {
  emit({ ...named(place, place.after), kind: "added", after });
}

function emitRemoved(place: Place, before: Json, emit: Emit): void {
  emit({ ...named(place, place.before), kind: "removed", before });
}

function named(
  place: Place,
  pointer: JsonPointer,
): Pick<Change, "objectKey" | "pointer" | "label" | "job"> {
  const { objectKey: key, label, job } = place;
  return { objectKey: key, pointer, label, ...(job === undefined ? {} : { job }) };
}

function member(place: Place, key: string): Place {
  const isPlain = /^[A-Za-z_][\w-]*$/.test(key);
  const plain = place.label === "" ? key : `${place.label}.${key}`;
  return {
    ...place,
    before: joinPointer(place.before, key),
    after: joinPointer(place.after, key),
    label: isPlain ? plain : `${place.label}[${key}]`,
    field: key,
    parent: place.field,
  };
}

function element(place: Place, name: string, before: number, after: number): Place {
  return {
    ...place,
    before: joinPointer(place.before, before),
    after: joinPointer(place.after, after),
    label: `${place.label}[${name}]`,
    field: "",
    parent: place.field,
    job: place.field === "replicatedJobs" ? name : place.job,
  };
}
