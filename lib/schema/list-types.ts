import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
} from "../util/json.ts";
import type { FieldError } from "./field-error.ts";
import { fieldChild, fieldIndex, fieldKey } from "./field-path.ts";
import { toGoValue } from "./go-value.ts";
import {
  childSchemas,
  listMapKeysOf,
  type StructuralSchema,
  schemaOfField,
} from "./structural-schema.ts";

/** Text that is equal for items with equal list-map keys. Absent keys count as their default, else as absent. */
export function listMapKeyText(schema: StructuralSchema, item: Json): string {
  const keys = schema["x-kubernetes-list-map-keys"];
  const [only] = keys ?? [];
  if (keys?.length === 1 && only !== undefined && isJsonObject(item)) {
    const value = item[only];
    // The usual case, and a hot one; the quote keeps such texts apart from those below.
    if (typeof value === "string") return `"${value}`;
  }
  return JSON.stringify(keyValues(schema, item));
}

function keyValues(schema: StructuralSchema, item: Json): JsonObject {
  const object = isJsonObject(item) ? item : {};
  const found: MutableJsonObject = {};
  for (const key of listMapKeysOf(schema) ?? []) {
    const value = object[key] ?? schema.items?.properties?.[key]?.default;
    if (value !== undefined) found[key] = value;
  }
  return found;
}

/** Findings about list-maps and sets in the whole value: items that are not objects, and items that occur twice. */
export function checkListTypes(schema: StructuralSchema, value: Json): readonly FieldError[] {
  const errors: FieldError[] = [];
  walk(schema, value, "", errors);
  return errors;
}

function walk(schema: StructuralSchema, value: Json, field: string, errors: FieldError[]): void {
  if (isJsonArray(value)) {
    const type = schema["x-kubernetes-list-type"];
    if (type === "set" || type === "map") checkUnique(schema, value, field, errors);
    const items = schema.items;
    if (items === undefined || !hasUniqueListsBelow(items)) return;
    const clean = type === "map" ? cleanItemsOf(items) : undefined;
    for (const [index, item] of value.entries()) {
      if (isJsonObject(item) && clean?.has(item) === true) continue;
      const before = errors.length;
      walk(items, item, fieldIndex(field, index), errors);
      if (isJsonObject(item) && errors.length === before) clean?.add(item);
    }
    return;
  }
  if (!isJsonObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const child = item === undefined ? undefined : schemaOfField(schema, key);
    if (item === undefined || child === undefined || !hasUniqueListsBelow(child)) continue;
    const isKnown = Object.hasOwn(schema.properties ?? {}, key);
    walk(child, item, isKnown ? fieldChild(field, key) : fieldKey(field, key), errors);
  }
}

const CLEAN_ITEMS = new WeakMap<StructuralSchema, WeakSet<JsonObject>>();

/** Items of list-maps without a finding inside them; versions of an object share most of them. */
function cleanItemsOf(items: StructuralSchema): WeakSet<JsonObject> {
  const known = CLEAN_ITEMS.get(items) ?? new WeakSet();
  CLEAN_ITEMS.set(items, known);
  return known;
}

const UNIQUE_BELOW = new WeakMap<StructuralSchema, boolean>();

function hasUniqueListsBelow(schema: StructuralSchema): boolean {
  const known = UNIQUE_BELOW.get(schema);
  if (known !== undefined) return known;
  const type = schema["x-kubernetes-list-type"];
  const result = type === "set" || type === "map" || childSchemas(schema).some(hasUniqueListsBelow);
  UNIQUE_BELOW.set(schema, result);
  return result;
}

function checkUnique(
  schema: StructuralSchema,
  list: readonly Json[],
  field: string,
  errors: FieldError[],
): void {
  const isMap = schema["x-kubernetes-list-type"] === "map";
  const seen = new Set<string>();
  for (const [index, item] of list.entries()) {
    if (item === null) continue;
    const at = fieldIndex(field, index);
    if (isMap && !isJsonObject(item)) {
      const message = "must be an object for an array of list-type map";
      errors.push({ type: "Invalid", field: at, value: toGoValue(item), message });
      continue;
    }
    const key = isMap ? listMapKeyText(schema, item) : JSON.stringify(item);
    if (seen.has(key)) {
      const shown = isMap ? keyValues(schema, item) : item;
      errors.push({ type: "Duplicate", field: at, value: toGoValue(shown), message: "" });
    }
    seen.add(key);
  }
}
