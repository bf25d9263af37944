import { isJsonObject, type Json, type JsonObject, type MutableJsonObject } from "../util/json.ts";
import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import type { StructuralSchema } from "./structural-schema.ts";

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
  const pruned: JsonPointer[] = [];
  const result = pruneValue(schema, value, "", true, pruned);
  return { value: result, pruned };
}

const ENVELOPE = new Set(["apiVersion", "kind", "metadata"]);

function pruneValue(
  schema: StructuralSchema,
  value: Json,
  pointer: JsonPointer,
  isResource: boolean,
  pruned: JsonPointer[],
): Json {
  if (Array.isArray(value)) return pruneList(schema, value as readonly Json[], pointer, pruned);
  if (!isJsonObject(value)) return value;
  return pruneObject(schema, value, pointer, isResource, pruned);
}

function pruneList(
  schema: StructuralSchema,
  list: readonly Json[],
  pointer: JsonPointer,
  pruned: JsonPointer[],
): Json {
  const items = schema.items;
  if (items === undefined) return list;
  const isResource = items["x-kubernetes-embedded-resource"] === true;
  let changed = false;
  const next = list.map((item, index) => {
    const kept = pruneValue(items, item, joinPointer(pointer, index), isResource, pruned);
    if (kept !== item) changed = true;
    return kept;
  });
  return changed ? next : list;
}

function pruneObject(
  schema: StructuralSchema,
  object: JsonObject,
  pointer: JsonPointer,
  isResource: boolean,
  pruned: JsonPointer[],
): Json {
  const extra = schema.additionalProperties;
  const preserves = schema["x-kubernetes-preserve-unknown-fields"] === true || extra === true;
  const next: MutableJsonObject = {};
  let changed = false;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    if (isResource && ENVELOPE.has(key)) {
      next[key] = value;
      continue;
    }
    const field = Object.hasOwn(schema.properties ?? {}, key)
      ? schema.properties?.[key]
      : undefined;
    const known = field ?? (typeof extra === "object" ? extra : undefined);
    if (known === undefined) {
      if (preserves) next[key] = value;
      else {
        changed = true;
        pruned.push(joinPointer(pointer, key));
      }
      continue;
    }
    const embedded = known["x-kubernetes-embedded-resource"] === true;
    const kept = pruneValue(known, value, joinPointer(pointer, key), embedded, pruned);
    next[key] = kept;
    if (kept !== value) changed = true;
  }
  return changed ? next : object;
}
