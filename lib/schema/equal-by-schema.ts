import {
  isEqualJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from "../util/json.ts";
import { listMapKeyText } from "./list-types.ts";
import { type StructuralSchema, schemaOfField } from "./structural-schema.ts";

/**
 * Equality as CEL sees it on the API server: list-maps and sets are equal in any order, everything else as JSON.
 */
export function isEqualBySchema(schema: StructuralSchema | undefined, a: Json, b: Json): boolean {
  if (a === b) return true;
  if (schema === undefined) return isEqualJson(a, b);
  if (isJsonArray(a) && isJsonArray(b)) return areListsEqual(schema, a, b);
  if (isJsonObject(a) && isJsonObject(b)) return areObjectsEqual(schema, a, b);
  return isEqualJson(a, b);
}

function areListsEqual(schema: StructuralSchema, a: readonly Json[], b: readonly Json[]): boolean {
  if (a.length !== b.length) return false;
  const type = schema["x-kubernetes-list-type"];
  if (type === "map") {
    const byKey = new Map(b.map((item) => [listMapKeyText(schema, item), item]));
    return a.every((item) => {
      const other = byKey.get(listMapKeyText(schema, item));
      return other !== undefined && isEqualBySchema(schema.items, item, other);
    });
  }
  if (type === "set") return a.every((item) => b.some((other) => isEqualJson(item, other)));
  return a.every((item, index) => isEqualBySchema(schema.items, item, b[index] ?? null));
}

function areObjectsEqual(schema: StructuralSchema, a: JsonObject, b: JsonObject): boolean {
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [left, right] = [a[key], b[key]];
    if (left === undefined && right === undefined) continue;
    if (left === undefined || right === undefined) return false;
    if (!isEqualBySchema(schemaOfField(schema, key), left, right)) return false;
  }
  return true;
}
