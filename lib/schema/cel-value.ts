import { isJsonArray, type Json, type JsonObject } from "../util/json.ts";
import { childSchemas, type StructuralSchema, schemaOfField } from "./structural-schema.ts";

/** A JSON value with CEL's types: whole numbers of integer fields are bigint. */
export type CelValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly CelValue[]
  | { readonly [key: string]: CelValue };

/** Converted objects of one run; rules at several depths then share the work. */
export type CelCache = WeakMap<
  object,
  { readonly schema: StructuralSchema; readonly converted: CelValue }
>;

/** Converts along the schema. Lists without integers come back as the same objects. */
export function toCelValue(
  schema: StructuralSchema | undefined,
  value: Json,
  cache: CelCache,
): CelValue {
  if (typeof value === "number") return isIntegral(schema, value) ? BigInt(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (schema === undefined || !hasIntegers(schema)) return value as CelValue;
  const known = cache.get(value);
  if (known?.schema === schema) return known.converted;
  const converted = isJsonArray(value)
    ? value.map((item) => toCelValue(schema.items, item, cache))
    : toCelObject(schema, value, cache);
  cache.set(value, { schema, converted });
  return converted;
}

function toCelObject(schema: StructuralSchema, object: JsonObject, cache: CelCache): CelValue {
  const next: { [key: string]: CelValue } = {};
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value !== undefined) next[key] = toCelValue(schemaOfField(schema, key), value, cache);
  }
  return next;
}

function isIntegral(schema: StructuralSchema | undefined, value: number): boolean {
  if (schema === undefined || !Number.isSafeInteger(value)) return false;
  return schema.type === "integer" || schema["x-kubernetes-int-or-string"] === true;
}

const INTEGERS = new WeakMap<StructuralSchema, boolean>();

function hasIntegers(schema: StructuralSchema): boolean {
  const known = INTEGERS.get(schema);
  if (known !== undefined) return known;
  const isInteger = schema.type === "integer" || schema["x-kubernetes-int-or-string"] === true;
  const result = isInteger || childSchemas(schema).some(hasIntegers);
  INTEGERS.set(schema, result);
  return result;
}
