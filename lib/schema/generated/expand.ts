import {
  asArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
} from "#lib/util/json.ts";

/** Kinds whose structural schemas are kept. */
export const SCHEMA_KINDS = [
  "TrainJob",
  "TrainingRuntime",
  "ClusterTrainingRuntime",
  "JobSet",
] as const;
export type SchemaKind = (typeof SCHEMA_KINDS)[number];

/** Released Trainer versions by name, and the CRDs that this project ships for the dialect `templateOverrides`. */
export const SCHEMA_VERSIONS = [
  "v2.0.0",
  "v2.0.1",
  "v2.1.0",
  "v2.2.0",
  "v2.2.1",
  "v2.3.0",
  "templateOverrides",
] as const;
export type SchemaVersion = (typeof SCHEMA_VERSIONS)[number];

/**
 * What `schemas.json` holds. Equal subschemas are stored once, in `pool`; where a schema stands (the values of
 * `properties`, `items`, `additionalProperties`, a root) a number is an index into the pool.
 * A pool item only refers to items before it. Roots are named `<Kind>/<version>`.
 */
export type SchemaFile = { readonly pool: Json; readonly roots: Json };

export type SchemaReader = (kind: SchemaKind, version: SchemaVersion) => JsonObject;

/** Whole schemas from the pooled file. Equal subschemas are one shared object: treat them as immutable. */
export function createSchemaReader(file: SchemaFile): SchemaReader {
  const pool: Json[] = [];
  for (const item of listOf(file.pool)) pool.push(expand(item, pool));
  const roots = objectOf(file.roots);
  return (kind, version) => objectOf(expand(roots[`${kind}/${version}`], pool));
}

function expand(schema: Json | undefined, pool: readonly Json[]): Json {
  if (typeof schema === "number") return pool[schema] ?? missing(`pool item ${schema}`);
  if (typeof schema === "boolean") return schema;
  const whole: MutableJsonObject = { ...objectOf(schema) };
  if (whole["items"] !== undefined) whole["items"] = expand(whole["items"], pool);
  if (whole["additionalProperties"] !== undefined) {
    whole["additionalProperties"] = expand(whole["additionalProperties"], pool);
  }
  if (whole["properties"] !== undefined) {
    const properties: MutableJsonObject = {};
    for (const [name, value] of Object.entries(objectOf(whole["properties"]))) {
      properties[name] = expand(value, pool);
    }
    whole["properties"] = properties;
  }
  return whole;
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : missing("an object");
}

function listOf(value: Json): readonly Json[] {
  return asArray(value) ?? missing("a list");
}

function missing(what: string): never {
  throw new Error(`schemas.json: expected ${what}`);
}
