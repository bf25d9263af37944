import { asObject, isEqualJson, isJsonArray, isJsonObject, type Json } from "../util/json.ts";
import { type CelCache, type CelValue, toCelValue } from "./cel-value.ts";
import { byCodeUnit } from "./code-unit-order.ts";
import { type CompiledRule, compiledRulesOf } from "./compiled-rules.ts";
import { oldField, oldItems } from "./correlate.ts";
import { isEqualBySchema } from "./equal-by-schema.ts";
import type { FieldError, FieldErrorType } from "./field-error.ts";
import { fieldChild, fieldIndex, fieldKey } from "./field-path.ts";
import { toGoValue } from "./go-value.ts";
import { type StructuralSchema, schemaOfField } from "./structural-schema.ts";

/**
 * Runs the schema's CEL rules (`x-kubernetes-validations`).
 *
 * Transition rules run where an old value can be found: fields of objects and items of list-maps, not items of other lists. A rule
 * without `oldSelf` that fails on a value which did not change is left out. Only for objects that
 * `rulesNotChecked` lets through: rules take the types for granted.
 */
export function validateRules(
  schema: StructuralSchema,
  value: Json,
  old?: Json | undefined,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  walk({ schema, value, old, field: "", errors, cache: new WeakMap() });
  return errors;
}

type Step = {
  readonly schema: StructuralSchema;
  readonly value: Json;
  readonly old: Json | undefined;
  readonly field: string;
  readonly errors: FieldError[];
  readonly cache: CelCache;
};

function walk(step: Step): void {
  const { schema, value, old, field } = step;
  const compiled = compiledRulesOf(schema);
  if (!compiled.hasRules || value === null) return;
  if (old !== undefined && value === old) return;
  if (compiled.rules.length > 0) runRules(step, compiled.rules);
  if (isJsonArray(value)) {
    const items = schema.items;
    if (items === undefined || !compiledRulesOf(items).hasRules) return;
    const oldOf = oldItems(schema, old);
    for (const [index, item] of value.entries())
      walk({
        ...step,
        schema: items,
        value: item,
        old: oldOf(item),
        field: fieldIndex(field, index),
      });
    return;
  }
  if (!isJsonObject(value)) return;
  for (const key of Object.keys(value).sort(byCodeUnit)) {
    const [item, child] = [value[key], schemaOfField(schema, key)];
    if (item === undefined || child === undefined || !compiledRulesOf(child).hasRules) continue;
    const isKnown = Object.hasOwn(schema.properties ?? {}, key);
    const at = isKnown ? fieldChild(field, key) : fieldKey(field, key);
    walk({ ...step, schema: child, value: item, old: oldField(old, key), field: at });
  }
}

function runRules(step: Step, rules: readonly CompiledRule[]): void {
  const { schema, value, old } = step;
  for (const compiled of rules) {
    const isOptional = compiled.rule.optionalOldSelf === true;
    if (compiled.isTransition && old === undefined && !isOptional) continue;
    if (compiled.evaluate === undefined) continue;
    if (compiled.isImmutability && old !== undefined) {
      if (!isEqualBySchema(schema, value, old))
        step.errors.push(toError(compiled, step, undefined));
      continue;
    }
    if (holdsByShape(compiled, value, old)) continue;
    const variables = {
      self: toVariable(step, value, compiled.fields),
      oldSelf: old === undefined ? undefined : toVariable(step, old, compiled.fields),
    };
    let failure: string | undefined;
    try {
      if (compiled.evaluate(variables) === true) continue;
    } catch (error) {
      failure = `rule evaluation error: ${firstLine(error)}`;
    }
    if (!compiled.isTransition && old !== undefined && isEqualJson(old, value)) continue;
    step.errors.push(toError(compiled, step, failure ?? messageOf(compiled, variables)));
  }
}

/** Converts only what the rule can reach. */
function toVariable(step: Step, value: Json, fields: readonly string[] | undefined): CelValue {
  if (fields === undefined || !isJsonObject(value))
    return toCelValue(step.schema, value, step.cache);
  const reached: { [field: string]: CelValue } = {};
  for (const field of fields) {
    const item = value[field];
    if (item !== undefined)
      reached[field] = toCelValue(schemaOfField(step.schema, field), item, step.cache);
  }
  return reached;
}

/** True where a rule of a known shape holds; false decides nothing. */
function holdsByShape(compiled: CompiledRule, value: Json, old: Json | undefined): boolean {
  const { stayingField, keptField } = compiled;
  if (stayingField !== undefined && isJsonObject(value)) return value[stayingField] !== undefined;
  if (compiled.neverShrinks && isJsonArray(value) && isJsonArray(old))
    return value.length >= old.length;
  return keptField !== undefined && keepsItems(value, old, keptField);
}

/** True where each old item's text field stands in some item. */
function keepsItems(value: Json, old: Json | undefined, field: string): boolean {
  if (!isJsonArray(value) || !isJsonArray(old)) return false;
  const kept = new Set(value.map((item) => asObject(item)?.[field]));
  return old.every((item) => {
    const wanted = asObject(item)?.[field];
    return typeof wanted === "string" && kept.has(wanted);
  });
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n")[0] ?? "";
}

function messageOf(
  compiled: CompiledRule,
  variables: { readonly self: CelValue; readonly oldSelf: CelValue | undefined },
): string | undefined {
  if (compiled.evaluateMessage === undefined) return undefined;
  try {
    const message = compiled.evaluateMessage(variables);
    return typeof message === "string" && message !== "" ? message : undefined;
  } catch {
    return undefined;
  }
}

const TYPES: { readonly [reason: string]: FieldErrorType } = {
  FieldValueForbidden: "Forbidden",
  FieldValueRequired: "Required",
  FieldValueDuplicate: "Duplicate",
};

function toError(compiled: CompiledRule, step: Step, message: string | undefined): FieldError {
  const { rule } = compiled;
  const type = TYPES[rule.reason ?? ""] ?? "Invalid";
  const detail = message ?? rule.message ?? `failed rule: ${rule.rule.trim()}`;
  const isShown = (type === "Invalid" || type === "Duplicate") && !isStructured(step.value);
  return {
    type,
    field: `${step.field}${rule.fieldPath ?? ""}`,
    message: detail,
    value: isShown ? toGoValue(step.value) : undefined,
  };
}

function isStructured(value: Json): boolean {
  return isJsonArray(value) || asObject(value) !== undefined;
}
