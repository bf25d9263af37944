import { isJsonObject, type Json } from "../util/json.ts";
import { type StructuralSchema, schemaOfField } from "./structural-schema.ts";

/** A JSON value with CEL's types: whole numbers of integer fields are bigint. */
export type CelValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly CelValue[]
  | { readonly [key: string]: CelValue };

/** Converts along the schema. Parts without integers come back as the same objects. */
export function toCelValue(schema: StructuralSchema | undefined, value: Json): CelValue {
  if (typeof value === "number") return isIntegral(schema, value) ? BigInt(value) : value;
  if (schema === undefined || typeof value !== "object" || value === null) return value as CelValue;
  if (Array.isArray(value)) {
    let changed = false;
    const list = (value as readonly Json[]).map((item) => {
      const converted = toCelValue(schema.items, item);
      if (converted !== item) changed = true;
      return converted;
    });
    return changed ? list : (value as readonly CelValue[]);
  }
  return isJsonObject(value) ? toCelObject(schema, value) : null;
}

function toCelObject(
  schema: StructuralSchema,
  object: { readonly [key: string]: Json | undefined },
): CelValue {
  const next: { [key: string]: CelValue } = {};
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value !== undefined) next[key] = toCelValue(schemaOfField(schema, key), value);
  }
  return next;
}

function isIntegral(schema: StructuralSchema | undefined, value: number): boolean {
  if (schema === undefined || !Number.isSafeInteger(value)) return false;
  return schema.type === "integer" || schema["x-kubernetes-int-or-string"] === true;
}
