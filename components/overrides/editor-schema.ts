import type { Dialect } from "#lib/dialect/entry.ts";
import { type StructuralSchema, schemaOfField } from "#lib/schema/structural-schema.ts";
import type { JsonObject, MutableJsonObject } from "#lib/util/json.ts";

/** Same object for the same question: the editor starts anew when its schema is another object. */
const cache = new WeakMap<StructuralSchema, Map<string, JsonObject | undefined>>();

/** The part of the served TrainJob schema that describes one override, as JSON schema for the editor. */
export function editorSchema(
  trainJob: StructuralSchema,
  dialect: Dialect,
  kind: "job" | "pod",
): JsonObject | undefined {
  const known = cache.get(trainJob) ?? new Map<string, JsonObject | undefined>();
  cache.set(trainJob, known);
  const key = `${dialect} ${kind}`;
  if (!known.has(key)) known.set(key, findSchema(trainJob, dialect, kind));
  return known.get(key);
}

function findSchema(
  trainJob: StructuralSchema,
  dialect: Dialect,
  kind: "job" | "pod",
): JsonObject | undefined {
  const list = at(at(trainJob, "spec"), dialect)?.items;
  const entry =
    dialect === "templateOverrides"
      ? at(list, kind)?.items
      : dialect === "runtimePatches"
        ? at(list, "trainingRuntimeSpec")
        : list;
  if (entry === undefined) return undefined;
  // The server fills the time and the sheet the targets.
  const { required: _required, ...rest } = entry;
  return toJsonSchema(dialect === "templateOverrides" ? rest : entry);
}

function at(schema: StructuralSchema | undefined, key: string): StructuralSchema | undefined {
  return schema === undefined ? undefined : schemaOfField(schema, key);
}

const KEPT = [
  "description",
  "enum",
  "pattern",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "required",
] as const;

/** Unknown fields are marked: the API server would drop them without a word. */
function toJsonSchema(schema: StructuralSchema): JsonObject {
  const result: MutableJsonObject = {};
  for (const key of KEPT) if (schema[key] !== undefined) result[key] = schema[key];
  if (schema["x-kubernetes-int-or-string"] === true)
    return { ...result, anyOf: [{ type: "integer" }, { type: "string" }] };
  if (schema.type !== undefined)
    result["type"] = schema.nullable === true ? [schema.type, "null"] : schema.type;
  if (schema.items !== undefined) result["items"] = toJsonSchema(schema.items);
  if (schema.properties !== undefined) {
    result["properties"] = Object.fromEntries(
      Object.entries(schema.properties).map(([key, inner]) => [key, toJsonSchema(inner)]),
    );
  }
  if (typeof schema.additionalProperties === "object")
    result["additionalProperties"] = toJsonSchema(schema.additionalProperties);
  else if (
    schema.properties !== undefined &&
    schema["x-kubernetes-preserve-unknown-fields"] !== true
  )
    result["additionalProperties"] = false;
  return result;
}
