import { asArray, isJsonObject, type JsonObject, type MutableJsonObject } from "../util/json.ts";

/** Known fields over what the form does not know: maps merge, anything else of `known` wins. */
export function overlay(rest: JsonObject, known: JsonObject): JsonObject {
  const result: MutableJsonObject = {};
  for (const [key, value] of Object.entries(known)) {
    const below = rest[key];
    if (value === undefined) continue;
    result[key] = isJsonObject(value) && isJsonObject(below) ? overlay(below, value) : value;
  }
  for (const [key, value] of Object.entries(rest)) if (!(key in result)) result[key] = value;
  return result;
}

/** The members that say something: neither undefined nor an empty text, list or map. */
export function present(object: JsonObject): JsonObject {
  const result: MutableJsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    const isEmpty =
      value === undefined ||
      value === "" ||
      asArray(value)?.length === 0 ||
      (isJsonObject(value) && Object.keys(value).length === 0);
    if (!isEmpty) result[key] = value;
  }
  return result;
}

/** `value` at the end of a path of maps; nothing where the value is empty. */
export function nested(steps: readonly string[], value: JsonObject): JsonObject {
  if (Object.keys(value).length === 0) return {};
  return steps.reduceRight<JsonObject>((inner, step) => ({ [step]: inner }), value);
}

/** Without the maps that hold nothing, at any depth. */
export function withoutEmptyMaps(object: JsonObject): JsonObject {
  const result: MutableJsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    const kept = isJsonObject(value) ? withoutEmptyMaps(value) : value;
    if (!isJsonObject(kept) || Object.keys(kept).length > 0) result[key] = kept;
  }
  return result;
}
