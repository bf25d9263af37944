import { jobSetListKeys } from "../k8s/list-keys.ts";
import { asArray, isJsonObject, type Json, type JsonObject } from "../util/json.ts";
import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import { listKeyText } from "./list-key-text.ts";

/** Go structs of JobSet, Job and Pod that are values, not pointers: empty equals absent. */
const VALUE_STRUCTS: ReadonlySet<string> = new Set([
  "metadata",
  "resources",
  "spec",
  "status",
  "labels",
  "annotations",
  "nodeSelector",
  "limits",
  "requests",
  "matchLabels",
  "template",
]);

/**
 * JSON pointers of the leaves in which two values differ as Kubernetes sees them: empty lists, empty texts and empty
 * value structs equal absence, items of list-maps are matched by key. A pointer leads into `after`, or into `before`
 * for what is gone there. A list-map whose items are the same but in another order differs as a whole.
 */
export function jsonDifferences(
  before: Json | undefined,
  after: Json | undefined,
  pointer: JsonPointer,
  field: string,
): readonly JsonPointer[] {
  const found: JsonPointer[] = [];
  compare(before, after, pointer, field, found);
  return found;
}

function compare(
  before: Json | undefined,
  after: Json | undefined,
  pointer: JsonPointer,
  field: string,
  found: JsonPointer[],
): void {
  if (before === after) return;
  if (isAbsent(before, field) && isAbsent(after, field)) return;
  const [listBefore, listAfter] = [asListOrAbsent(before), asListOrAbsent(after)];
  if (listBefore !== undefined && listAfter !== undefined) {
    compareLists(listBefore, listAfter, pointer, field, found);
    return;
  }
  if (isJsonObject(before) && isJsonObject(after)) {
    compareObjects(before, after, pointer, found);
    return;
  }
  if (isJsonObject(before) && isAbsent(after, field)) {
    compareObjects(before, {}, pointer, found);
    if (isEmptyObject(before)) found.push(pointer);
    return;
  }
  if (isJsonObject(after) && isAbsent(before, field)) {
    compareObjects({}, after, pointer, found);
    if (isEmptyObject(after)) found.push(pointer);
    return;
  }
  found.push(pointer);
}

function compareObjects(
  before: JsonObject,
  after: JsonObject,
  pointer: JsonPointer,
  found: JsonPointer[],
): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    compare(before[key], after[key], joinPointer(pointer, key), key, found);
}

function compareLists(
  before: readonly Json[],
  after: readonly Json[],
  pointer: JsonPointer,
  field: string,
  found: JsonPointer[],
): void {
  const keys = jobSetListKeys(field);
  if (keys === undefined || !before.every(isJsonObject) || !after.every(isJsonObject)) {
    if (before.length !== after.length) {
      found.push(pointer);
      return;
    }
    for (const [index, item] of after.entries())
      compare(before[index], item, joinPointer(pointer, index), "", found);
    return;
  }
  const keysBefore = before.map((item) => listKeyText(item, keys));
  const keysAfter = after.map((item) => listKeyText(item, keys));
  const count = found.length;
  for (const [index, item] of after.entries()) {
    const place = keysBefore.indexOf(keysAfter[index] ?? "");
    if (place < 0) found.push(joinPointer(pointer, index));
    else compare(before[place], item, joinPointer(pointer, index), "", found);
  }
  for (const [index, key] of keysBefore.entries())
    if (!keysAfter.includes(key)) found.push(joinPointer(pointer, index));
  const isReordered = keysBefore.some((key, index) => key !== keysAfter[index]);
  if (isReordered && found.length === count) found.push(pointer);
}

function asListOrAbsent(value: Json | undefined): readonly Json[] | undefined {
  return value === undefined ? [] : asArray(value);
}

function isAbsent(value: Json | undefined, field: string): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return VALUE_STRUCTS.has(field) && isEmptyObject(value);
}

/** Nothing in it but what equals absence itself. */
function isEmptyObject(value: Json): boolean {
  return isJsonObject(value) && Object.entries(value).every(([key, item]) => isAbsent(item, key));
}
