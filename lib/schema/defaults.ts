import { isJsonObject, type Json, type JsonObject, type MutableJsonObject } from "../util/json.ts";
import { type StructuralSchema, schemaOfField } from "./structural-schema.ts";

/**
 * Fills in the schema's defaults as the API server does on every write and read: where a field is absent, and where it is
 * null although it must not be. Such a null without a default goes away (in lists it stays, for validation to refuse).
 * Nothing is made below an absent object. Parts that need nothing come back as the same objects; the input is never changed.
 */
export function applyDefaults(schema: StructuralSchema, value: Json): Json {
  if (Array.isArray(value)) return defaultList(schema, value as readonly Json[]);
  if (isJsonObject(value)) return defaultObject(schema, value);
  return value;
}

function defaultList(schema: StructuralSchema, list: readonly Json[]): Json {
  const items = schema.items;
  if (items === undefined) return list;
  let changed = false;
  const next = list.map((item) => {
    const isReplaced = item === null && items.nullable !== true && items.default !== undefined;
    const filled = isReplaced ? (items.default ?? null) : applyDefaults(items, item);
    if (filled !== item) changed = true;
    return filled;
  });
  return changed ? next : list;
}

function defaultObject(schema: StructuralSchema, object: JsonObject): Json {
  const next: MutableJsonObject = {};
  let changed = false;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    const field = schemaOfField(schema, key);
    if (field === undefined) {
      next[key] = value;
    } else if (value === null && field.nullable !== true) {
      changed = true;
    } else {
      const filled = applyDefaults(field, value);
      next[key] = filled;
      if (filled !== value) changed = true;
    }
  }
  for (const [key, field] of Object.entries(schema.properties ?? {})) {
    if (field.default === undefined || next[key] !== undefined) continue;
    next[key] = applyDefaults(field, field.default);
    changed = true;
  }
  return changed ? next : object;
}
