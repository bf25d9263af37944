import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
} from "../util/json.ts";
import { listMapKeysOf, type StructuralSchema, schemaOfField } from "./structural-schema.ts";

/**
 * Fills in the schema's defaults as the API server does on every write and read: where a field is absent, and where it is
 * null although it must not be. Such a null without a default goes away (in lists it stays, for validation to refuse).
 * Nothing is made below an absent object. Parts that need nothing come back as the same objects; the input is never changed.
 */
export function applyDefaults(schema: StructuralSchema, value: Json): Json {
  if (isJsonArray(value)) return defaultList(schema, value);
  if (isJsonObject(value)) return defaultObject(schema, value);
  return value;
}

function defaultList(schema: StructuralSchema, list: readonly Json[]): Json {
  const items = schema.items;
  if (items === undefined) return list;
  const filledBefore = listMapKeysOf(schema) === undefined ? undefined : filledItemsOf(items);
  let next: Json[] | undefined;
  for (const [index, item] of list.entries()) {
    const isReplaced = item === null && items.nullable !== true && items.default !== undefined;
    const filled = isReplaced ? (items.default ?? null) : filledItem(items, item, filledBefore);
    if (filled === item) continue;
    next ??= [...list];
    next[index] = filled;
  }
  return next ?? list;
}

type FilledItems = WeakMap<JsonObject, Json>;
const FILLED_ITEMS = new WeakMap<StructuralSchema, FilledItems>();

/** Items of list-maps with their defaults; versions of an object share most of them. */
function filledItemsOf(items: StructuralSchema): FilledItems {
  const known = FILLED_ITEMS.get(items) ?? new WeakMap();
  FILLED_ITEMS.set(items, known);
  return known;
}

function filledItem(items: StructuralSchema, item: Json, before: FilledItems | undefined): Json {
  if (before === undefined || !isJsonObject(item)) return applyDefaults(items, item);
  const filled = before.get(item) ?? applyDefaults(items, item);
  before.set(item, filled);
  return filled;
}

function defaultObject(schema: StructuralSchema, object: JsonObject): Json {
  let next: MutableJsonObject | undefined;
  for (const key in object) {
    const value = object[key];
    const field = value === undefined ? undefined : schemaOfField(schema, key);
    if (value === undefined || field === undefined) continue;
    if (value === null && field.nullable !== true) {
      next ??= { ...object };
      delete next[key];
    } else if (typeof value === "object") {
      const filled = applyDefaults(field, value);
      if (filled === value) continue;
      next ??= { ...object };
      next[key] = filled;
    }
  }
  for (const [key, value] of fieldDefaultsOf(schema)) {
    if ((next ?? object)[key] !== undefined) continue;
    next ??= { ...object };
    next[key] = value;
  }
  return next ?? object;
}

type FieldDefaults = readonly (readonly [key: string, value: Json])[];

const FIELD_DEFAULTS = new WeakMap<StructuralSchema, FieldDefaults>();

/** The fields with a default, which is itself defaulted. */
function fieldDefaultsOf(schema: StructuralSchema): FieldDefaults {
  const known = FIELD_DEFAULTS.get(schema);
  if (known !== undefined) return known;
  const found: (readonly [string, Json])[] = [];
  for (const [key, field] of Object.entries(schema.properties ?? {}))
    if (field.default !== undefined) found.push([key, applyDefaults(field, field.default)]);
  FIELD_DEFAULTS.set(schema, found);
  return found;
}
