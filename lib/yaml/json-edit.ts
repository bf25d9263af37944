import { isJsonArray, isJsonObject, type Json, type MutableJsonObject } from "../util/json.ts";
import type { JsonPointer } from "../util/pointer.ts";
import { parsePointer } from "../util/pointer.ts";

/** One change: the value that shall stand at the pointer, or undefined for nothing. `-` or the length appends to a list. */
export type TextEdit = { readonly pointer: JsonPointer; readonly value: Json | undefined };

/** The value after an edit; maps on the way are made, a step that leads nowhere in a list changes nothing. */
export function editJson(value: Json | undefined, edit: TextEdit): Json | undefined {
  return withValueAt(value, parsePointer(edit.pointer), edit.value);
}

function withValueAt(
  value: Json | undefined,
  steps: readonly string[],
  next: Json | undefined,
): Json | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return next;
  if (isJsonArray(value)) return withItemAt(value, step, rest, next);
  const isMap = isJsonObject(value);
  if (!isMap && next === undefined) return value;
  const member = withValueAt(isMap ? value[step] : undefined, rest, next);
  const result: MutableJsonObject = isMap ? { ...value } : {};
  if (member === undefined) delete result[step];
  else result[step] = member;
  return result;
}

function withItemAt(
  list: readonly Json[],
  step: string,
  rest: readonly string[],
  next: Json | undefined,
): readonly Json[] {
  const index = step === "-" ? list.length : Number(step);
  if (!Number.isInteger(index) || index < 0 || index > list.length) return list;
  const item = withValueAt(list[index], rest, next);
  const before = list.slice(0, index);
  const after = list.slice(index + 1);
  return item === undefined ? [...before, ...after] : [...before, item, ...after];
}
