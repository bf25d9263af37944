import { isJsonArray, isJsonObject, type Json, type MutableJsonObject } from "../util/json.ts";
import type { JsonPointer } from "../util/pointer.ts";
import { parsePointer } from "../util/pointer.ts";

/**
 * One change: the value that shall stand at the pointer (undefined: nothing; `-` or the length appends to a list), or the
 * new name of the map key there. A key that is renamed to one that is there already, or is not there, stays as it is.
 */
export type TextEdit = ValueEdit | KeyEdit;
export type ValueEdit = { readonly pointer: JsonPointer; readonly value: Json | undefined };
export type KeyEdit = { readonly pointer: JsonPointer; readonly renameTo: string };

export function isKeyEdit(edit: TextEdit): edit is KeyEdit {
  return "renameTo" in edit;
}

/** The value after an edit; maps on the way are made, a step that leads nowhere in a list changes nothing. */
export function editJson(value: Json | undefined, edit: TextEdit): Json | undefined {
  const steps = parsePointer(edit.pointer);
  if (!isKeyEdit(edit)) return withValueAt(value, steps, edit.value);
  const parent = steps
    .slice(0, -1)
    .reduce<Json | undefined>(
      (at, step) => (isJsonArray(at) ? at[Number(step)] : isJsonObject(at) ? at[step] : undefined),
      value,
    );
  return value === undefined ? undefined : withKeyRenamed(value, parent, steps, edit.renameTo);
}

function withKeyRenamed(
  value: Json,
  parent: Json | undefined,
  steps: readonly string[],
  to: string,
): Json {
  const from = steps.at(-1) ?? "";
  if (!isJsonObject(parent) || !(from in parent) || to in parent) return value;
  const entries = Object.entries(parent).map(([key, member]) => [key === from ? to : key, member]);
  const renamed: Json = Object.fromEntries(entries);
  return withValueAt(value, steps.slice(0, -1), renamed) ?? value;
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
