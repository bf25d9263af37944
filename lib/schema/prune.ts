import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
} from "../util/json.ts";
import { type JsonPointer, toPointer } from "../util/pointer.ts";
import { listMapKeysOf, type StructuralSchema, schemaOfField } from "./structural-schema.ts";

export type PruneResult = {
  readonly value: Json;
  /** Where dropped fields stood in the input, in document order. */
  readonly pruned: readonly JsonPointer[];
};

/**
 * Drops the fields that the schema does not know, as the API server does on every write. The root and embedded
 * resources keep apiVersion, kind and metadata. Parts without anything to drop come back as the same objects; the
 * input is never changed.
 */
export function prune(schema: StructuralSchema, value: Json): PruneResult {
  const walk: Walk = { steps: [], pruned: [] };
  const result = pruneValue(schema, value, true, walk);
  return { value: result, pruned: walk.pruned };
}

type Walk = { readonly steps: (string | number)[]; readonly pruned: JsonPointer[] };

const ENVELOPE = new Set(["apiVersion", "kind", "metadata"]);

function pruneValue(schema: StructuralSchema, value: Json, isResource: boolean, walk: Walk): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isJsonArray(value)) return pruneList(schema, value, walk);
  return isJsonObject(value) ? pruneObject(schema, value, isResource, walk) : value;
}

function pruneList(schema: StructuralSchema, list: readonly Json[], walk: Walk): Json {
  const items = schema.items;
  if (items === undefined) return list;
  const isResource = items["x-kubernetes-embedded-resource"] === true;
  const whole = listMapKeysOf(schema) === undefined ? undefined : wholeItemsOf(items);
  let next: Json[] | undefined;
  for (const [index, item] of list.entries()) {
    if (isJsonObject(item) && whole?.has(item) === true) continue;
    walk.steps.push(index);
    const kept = pruneValue(items, item, isResource, walk);
    walk.steps.pop();
    if (kept === item && isJsonObject(item)) whole?.add(item);
    if (kept === item) continue;
    next ??= [...list];
    next[index] = kept;
  }
  return next ?? list;
}

const WHOLE_ITEMS = new WeakMap<StructuralSchema, WeakSet<JsonObject>>();

/** Items of list-maps that had nothing to drop; versions of an object share most of them. */
function wholeItemsOf(items: StructuralSchema): WeakSet<JsonObject> {
  const known = WHOLE_ITEMS.get(items) ?? new WeakSet();
  WHOLE_ITEMS.set(items, known);
  return known;
}

function pruneObject(
  schema: StructuralSchema,
  object: JsonObject,
  isResource: boolean,
  walk: Walk,
): Json {
  const preserves =
    schema["x-kubernetes-preserve-unknown-fields"] === true || schema.additionalProperties === true;
  let next: MutableJsonObject | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined || (isResource && ENVELOPE.has(key))) continue;
    const field = schemaOfField(schema, key);
    if (field === undefined) {
      if (preserves) continue;
      next ??= { ...object };
      delete next[key];
      walk.pruned.push(toPointer([...walk.steps, key]));
      continue;
    }
    walk.steps.push(key);
    const kept = pruneValue(field, value, field["x-kubernetes-embedded-resource"] === true, walk);
    walk.steps.pop();
    if (kept === value) continue;
    next ??= { ...object };
    next[key] = kept;
  }
  return next ?? object;
}
