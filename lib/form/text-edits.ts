import { asArray, isEqualJson, isJsonObject, type Json, type JsonObject } from "../util/json.ts";
import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import type { TextEdit } from "../yaml/edit-text.ts";

/**
 * The smallest edits that make `after` of `before`, in the order in which they apply: what stays of a list keeps its
 * place in the text with all that stands around it.
 */
export function textEdits(
  before: JsonObject,
  after: JsonObject,
  base: JsonPointer = "",
): readonly TextEdit[] {
  const removed = Object.keys(before).filter(
    (key) => before[key] !== undefined && after[key] === undefined,
  );
  const renamed = renameIn(before, after, removed, base);
  if (renamed !== undefined) return [renamed, ...textEdits(renamed.from, after, base)];
  return [
    ...Object.entries(after).flatMap(([key, value]) =>
      value === undefined ? [] : valueEdits(before[key], value, joinPointer(base, key)),
    ),
    // Last, so that no map is empty in between.
    ...removed.map((key) => ({ pointer: joinPointer(base, key), value: undefined })),
  ];
}

/** One key gone and one come, with the same value: the key was renamed, and keeps its place. */
function renameIn(
  before: JsonObject,
  after: JsonObject,
  removed: readonly string[],
  base: JsonPointer,
) {
  const [from, ...others] = removed;
  const added = Object.keys(after).filter(
    (key) => before[key] === undefined && after[key] !== undefined,
  );
  const [to] = added;
  if (from === undefined || to === undefined || others.length > 0 || added.length > 1)
    return undefined;
  if (!isEqualJson(before[from], after[to])) return undefined;
  const { [from]: value, ...rest } = before;
  return { pointer: joinPointer(base, from), renameTo: to, from: { ...rest, [to]: value } };
}

function valueEdits(
  before: Json | undefined,
  after: Json,
  pointer: JsonPointer,
): readonly TextEdit[] {
  if (isEqualJson(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) return textEdits(before, after, pointer);
  const old = asArray(before);
  const next = asArray(after);
  // An empty list or map is written anew: in the text it has no place for elements yet.
  if (old === undefined || next === undefined || old.length === 0 || next.length === 0)
    return [{ pointer, value: after }];
  return listEdits(old, next, pointer);
}

function listEdits(
  before: readonly Json[],
  after: readonly Json[],
  pointer: JsonPointer,
): readonly TextEdit[] {
  const differing = after.flatMap((item, index) =>
    isEqualJson(before[index], item) ? [] : [{ item, index }],
  );
  const isInPlace =
    differing.length === 1 || before.every((item, at) => isNamesake(item, after[at]));
  if (before.length === after.length && isInPlace)
    return differing.flatMap(({ item, index }) =>
      valueEdits(before[index], item, joinPointer(pointer, index)),
    );
  let kept = 0;
  const removed: number[] = [];
  for (const [index, item] of before.entries()) {
    if (kept < after.length && isEqualJson(item, after[kept])) kept += 1;
    else removed.push(index);
  }
  // Nothing stays: taken out one by one, the list would be empty in between.
  if (kept === 0) return [{ pointer, value: after }];
  return [
    ...removed
      .reverse()
      .map((index) => ({ pointer: joinPointer(pointer, index), value: undefined })),
    ...after.slice(kept).map((item) => ({ pointer: joinPointer(pointer, "-"), value: item })),
  ];
}

/** Two states of one job: an edit of all parts changes each of them where it stands. */
function isNamesake(before: Json, after: Json | undefined): boolean {
  return isJsonObject(before) && isJsonObject(after) && before["name"] === after["name"];
}
