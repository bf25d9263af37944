import { asObject, isJsonArray, type Json } from "../util/json.ts";
import { listMapKeyText } from "./list-types.ts";
import type { StructuralSchema } from "./structural-schema.ts";

/** The old value that belongs to a field of an object. */
export function oldField(old: Json | undefined, key: string): Json | undefined {
  return asObject(old)?.[key];
}

/**
 * Finds the old item for each item of a list: by key in list-maps; items of other lists have none. Where a key occurs
 * twice, the first old item counts.
 */
export function oldItems(
  schema: StructuralSchema,
  old: Json | undefined,
): (item: Json) => Json | undefined {
  if (schema["x-kubernetes-list-type"] !== "map" || !isJsonArray(old)) return () => undefined;
  const byKey = new Map<string, Json>();
  for (const item of old) {
    const key = listMapKeyText(schema, item);
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return (item) => byKey.get(listMapKeyText(schema, item));
}
