import { allSchemas } from "#lib/schema/generated/all.ts";
import type { SchemaKind } from "#lib/schema/generated/index.ts";
import {
  listMapKeysOf,
  parseStructuralSchema,
  type StructuralSchema,
  schemaOfField,
  type ValidationRule,
} from "#lib/schema/structural-schema.ts";
import type { Json } from "#lib/util/json.ts";

export type ServedVersion = keyof typeof allSchemas;

export type SubField = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
};

/** What a schema says about a field. */
export type FieldFacts = {
  readonly type: string;
  readonly isRequired: boolean;
  /** Cannot change after creation: a rule of the field, or of one above it, compares it with what was stored. */
  readonly isImmutable: boolean;
  readonly default?: Json | undefined;
  /** `minimum 1`, `at most 100 items`… */
  readonly limits: readonly string[];
  readonly rules: readonly ValidationRule[];
  readonly fields: readonly SubField[];
};

/** `spec.runtimePatches[0].manager`: dots between fields; what stands in brackets says which item and counts for nothing. */
export function fieldSteps(field: string): readonly string[] {
  return field.split(".").flatMap((step) => {
    const name = step.replaceAll(/\[[^\]]*\]/g, "");
    return name === "" ? [] : [name];
  });
}

/** Undefined where the version's schema does not have the field. Items of lists are passed through. */
export function factsOf(
  kind: SchemaKind,
  version: ServedVersion,
  steps: readonly string[],
): FieldFacts | undefined {
  let schema: StructuralSchema = parseStructuralSchema(allSchemas[version][kind]);
  let isRequired = false;
  let isImmutable = false;
  for (const step of steps) {
    const owner = throughItems(schema);
    const next = schemaOfField(owner, step);
    if (next === undefined) return undefined;
    isRequired = owner.required?.includes(step) ?? false;
    schema = next;
    isImmutable ||= isFixed(schema);
  }
  const inner = throughItems(schema);
  return {
    type: typeOf(schema),
    isRequired,
    isImmutable,
    default: schema.default,
    limits: limitsOf(schema),
    rules: schema["x-kubernetes-validations"] ?? [],
    fields: Object.entries(inner.properties ?? {}).map(([name, field]) => ({
      name,
      type: typeOf(field),
      isRequired: inner.required?.includes(name) ?? false,
    })),
  };
}

function throughItems(schema: StructuralSchema): StructuralSchema {
  return schema.items === undefined ? schema : throughItems(schema.items);
}

function isFixed(schema: StructuralSchema): boolean {
  return (schema["x-kubernetes-validations"] ?? []).some(({ rule }) => rule === "self == oldSelf");
}

function typeOf(schema: StructuralSchema): string {
  if (schema["x-kubernetes-int-or-string"] === true) return "integer or string";
  if (schema.items !== undefined) {
    const keys = listMapKeysOf(schema);
    const items = `list of ${typeOf(schema.items)}`;
    return keys === undefined ? items : `${items}, by ${keys.join(" and ")}`;
  }
  if (typeof schema.additionalProperties === "object")
    return `map of ${typeOf(schema.additionalProperties)}`;
  const format = schema.format === undefined ? "" : ` (${schema.format})`;
  return `${schema.type ?? "any"}${format}`;
}

function limitsOf(schema: StructuralSchema): readonly string[] {
  const texts: readonly (readonly [unknown, string])[] = [
    [schema.enum, `one of ${(schema.enum ?? []).map(String).join(", ")}`],
    [schema.pattern, `pattern ${schema.pattern}`],
    [schema.minimum, `minimum ${schema.minimum}`],
    [schema.maximum, `maximum ${schema.maximum}`],
    [schema.minLength, `at least ${schema.minLength} characters`],
    [schema.maxLength, `at most ${schema.maxLength} characters`],
    [schema.minItems, `at least ${schema.minItems} items`],
    [schema.maxItems, `at most ${schema.maxItems} items`],
  ];
  return texts.filter(([value]) => value !== undefined).map(([, text]) => text);
}
