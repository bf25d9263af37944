import { assert } from "../util/assert.ts";
import type { Json, JsonObject } from "../util/json.ts";

/** A CEL rule of a schema node. */
export type ValidationRule = {
  readonly rule: string;
  readonly message?: string | undefined;
  readonly messageExpression?: string | undefined;
  readonly reason?: string | undefined;
  readonly fieldPath?: string | undefined;
  readonly optionalOldSelf?: boolean | undefined;
};

/** The part of OpenAPI v3 that structural schemas of CustomResourceDefinitions may use. */
export type StructuralSchema = {
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean" | undefined;
  readonly format?: string | undefined;
  readonly nullable?: boolean | undefined;
  readonly default?: Json | undefined;
  readonly properties?: { readonly [key: string]: StructuralSchema } | undefined;
  readonly additionalProperties?: StructuralSchema | boolean | undefined;
  readonly items?: StructuralSchema | undefined;
  readonly required?: readonly string[] | undefined;
  readonly enum?: readonly Json[] | undefined;
  readonly pattern?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: boolean | undefined;
  readonly exclusiveMaximum?: boolean | undefined;
  readonly multipleOf?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly uniqueItems?: boolean | undefined;
  readonly minProperties?: number | undefined;
  readonly maxProperties?: number | undefined;
  readonly allOf?: readonly StructuralSchema[] | undefined;
  readonly anyOf?: readonly StructuralSchema[] | undefined;
  readonly oneOf?: readonly StructuralSchema[] | undefined;
  readonly not?: StructuralSchema | undefined;
  readonly description?: string | undefined;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean | undefined;
  readonly "x-kubernetes-embedded-resource"?: boolean | undefined;
  readonly "x-kubernetes-int-or-string"?: boolean | undefined;
  readonly "x-kubernetes-list-type"?: "atomic" | "set" | "map" | undefined;
  readonly "x-kubernetes-list-map-keys"?: readonly string[] | undefined;
  readonly "x-kubernetes-map-type"?: "granular" | "atomic" | undefined;
  readonly "x-kubernetes-validations"?: readonly ValidationRule[] | undefined;
};

/**
 * Takes the `openAPIV3Schema` of a served version for what it is. Only the root is looked at: the API server
 * has checked the rest when the CRD was installed. The same object comes back, so that caches by identity work.
 */
export function parseStructuralSchema(schema: JsonObject): StructuralSchema {
  assert(schema["type"] === "object", "the root of a structural schema is an object");
  return schema as StructuralSchema;
}

/** The schema of a map value or of a field; undefined where the schema says nothing about it. */
export function schemaOfField(schema: StructuralSchema, key: string): StructuralSchema | undefined {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, key))
    return schema.properties[key];
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** The schemas directly below: fields, map values, items. */
export function childSchemas(schema: StructuralSchema): readonly StructuralSchema[] {
  return [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : []),
  ];
}

/** The keys of a list-map; undefined for every other list. */
export function listMapKeysOf(schema: StructuralSchema): readonly string[] | undefined {
  return schema["x-kubernetes-list-type"] === "map"
    ? (schema["x-kubernetes-list-map-keys"] ?? [])
    : undefined;
}
