import { parseInstant } from "../dialect/instant.ts";
import { canonicalQuantity } from "../k8s/quantity.ts";
import { type StructuralSchema, schemaOfField } from "../schema/structural-schema.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../util/json.ts";

/**
 * Upstream's semantic equality, along the schema: an empty list or string map equals an absent one, quantities
 * compare by value, times by instant; the order of lists counts.
 */
export function isSemanticallyEqual(
  schema: StructuralSchema | undefined,
  a: Json | undefined,
  b: Json | undefined,
): boolean {
  if (a === b) return true;
  const [left, right] = [withoutEmpty(schema, a), withoutEmpty(schema, b)];
  if (left === undefined || right === undefined) return left === right;
  if (isJsonArray(left) && isJsonArray(right)) {
    return (
      left.length === right.length &&
      left.every((item, index) => isSemanticallyEqual(schema?.items, item, right[index]))
    );
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].every((key) => isFieldEqual(schema, left, right, key));
  }
  return isScalarEqual(schema, left, right);
}

function isFieldEqual(
  schema: StructuralSchema | undefined,
  left: JsonObject,
  right: JsonObject,
  key: string,
): boolean {
  const child = schema === undefined ? undefined : schemaOfField(schema, key);
  return isSemanticallyEqual(child, left[key], right[key]);
}

function withoutEmpty(
  schema: StructuralSchema | undefined,
  value: Json | undefined,
): Json | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  const isMap = isJsonObject(value) && schema?.additionalProperties !== undefined;
  return isMap && Object.keys(value).length === 0 ? undefined : value;
}

function isScalarEqual(schema: StructuralSchema | undefined, a: Json, b: Json): boolean {
  if (a === b) return true;
  if (schema?.["x-kubernetes-int-or-string"] === true && schema.pattern !== undefined) {
    const left = canonicalQuantity(String(a));
    return left !== undefined && left === canonicalQuantity(String(b));
  }
  if (schema?.format === "date-time" && typeof a === "string" && typeof b === "string") {
    const left = parseInstant(a);
    return left !== undefined && left === parseInstant(b);
  }
  return false;
}
