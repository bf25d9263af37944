import {
  isEqualJson,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from "../util/json.ts";
import { byCodeUnit } from "./code-unit-order.ts";
import { oldField, oldItems } from "./correlate.ts";
import type { FieldError, FieldErrorType } from "./field-error.ts";
import { fieldChild, fieldIndex } from "./field-path.ts";
import { checkListTypes } from "./list-types.ts";
import { checkEnum, checkNumber, checkString, checkType, invalid } from "./scalar-checks.ts";
import { type StructuralSchema, schemaOfField } from "./structural-schema.ts";

/**
 * Everything that the API server checks of a schema but CEL, in its words: types, bounds, required fields, and unique items.
 *
 * With `old` (an update) the findings of values that did not change are left out, as are duplicates where the
 * old object had some. Expects a pruned and defaulted value; the envelope's metadata is not looked into.
 */
export function validateStructure(
  schema: StructuralSchema,
  value: Json,
  old?: Json | undefined,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  validateValue(schema, value, old, "", errors);
  const repeated = checkListTypes(schema, value);
  if (repeated.length > 0 && (old === undefined || checkListTypes(schema, old).length === 0))
    errors.push(...repeated);
  return errors;
}

const BLOCKING: ReadonlySet<FieldErrorType> = new Set<FieldErrorType>([
  "NotSupported",
  "Required",
  "TooLong",
  "TooMany",
  "TypeInvalid",
]);

/** The finding that stands in for CEL where an earlier one makes CEL meaningless; undefined: CEL runs. */
export function rulesNotChecked(errors: readonly FieldError[]): FieldError | undefined {
  if (!errors.some((error) => BLOCKING.has(error.type))) return undefined;
  return {
    type: "Invalid",
    field: "",
    value: "null",
    message:
      "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
  };
}

function validateValue(
  schema: StructuralSchema,
  value: Json,
  old: Json | undefined,
  field: string,
  errors: FieldError[],
): void {
  if (old !== undefined && isEqualJson(old, value)) return;
  if (value === null) {
    pushDefined(errors, checkType(schema, value, field), checkEnum(schema, value, field));
    return;
  }
  pushDefined(errors, checkType(schema, value, field));
  validateCombined(schema, value, field, errors);
  if (typeof value === "string") errors.push(...checkString(schema, value, field));
  else if (typeof value === "number") errors.push(...checkNumber(schema, value, field));
  else if (isJsonArray(value)) validateList(schema, value, old, field, errors);
  pushDefined(errors, checkEnum(schema, value, field));
  if (isJsonObject(value)) validateObject(schema, value, old, field, errors);
}

function pushDefined(errors: FieldError[], ...found: readonly (FieldError | undefined)[]): void {
  for (const error of found) if (error !== undefined) errors.push(error);
}

function validateList(
  schema: StructuralSchema,
  list: readonly Json[],
  old: Json | undefined,
  field: string,
  errors: FieldError[],
): void {
  if (schema.items !== undefined) {
    const oldOf = oldItems(schema, old);
    for (const [index, item] of list.entries())
      validateValue(schema.items, item, oldOf(item), fieldIndex(field, index), errors);
  }
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && list.length < minItems)
    errors.push(invalid(field, list.length, `should have at least ${minItems} items`));
  if (maxItems !== undefined && list.length > maxItems)
    errors.push(tooMany(field, list.length, maxItems));
  if (
    schema.uniqueItems === true &&
    new Set(list.map((item) => JSON.stringify(item))).size < list.length
  )
    errors.push(invalid(field, "", "shouldn't contain duplicates"));
}

function tooMany(field: string, count: number, limit: number): FieldError {
  return {
    type: "TooMany",
    field,
    value: String(count),
    message: `must have at most ${limit} ${limit === 1 ? "item" : "items"}`,
  };
}

function validateObject(
  schema: StructuralSchema,
  object: JsonObject,
  old: Json | undefined,
  field: string,
  errors: FieldError[],
): void {
  const keys = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort(byCodeUnit);
  const { minProperties, maxProperties } = schema;
  if (minProperties !== undefined && keys.length < minProperties) {
    errors.push(invalid(field, keys.length, `should have at least ${minProperties} properties`));
    return;
  }
  if (maxProperties !== undefined && keys.length > maxProperties) {
    errors.push(tooMany(field, keys.length, maxProperties));
    return;
  }
  for (const key of schema.required ?? []) {
    if (object[key] === undefined)
      errors.push({ type: "Required", field: fieldChild(field, key), message: "" });
  }
  for (const key of keys) {
    const child = schemaOfField(schema, key);
    const value = object[key];
    if (child === undefined || value === undefined) continue;
    validateValue(child, value, oldField(old, key), fieldChild(field, key), errors);
  }
}

function validateCombined(
  schema: StructuralSchema,
  value: Json,
  field: string,
  errors: FieldError[],
): void {
  for (const branch of schema.allOf ?? []) validateValue(branch, value, undefined, field, errors);
  if (schema.anyOf !== undefined) {
    const tried = schema.anyOf.map((branch) => errorsOf(branch, value, field));
    if (!tried.some((found) => found.length === 0)) {
      errors.push(combinedError(field, "must validate at least one schema (anyOf)"));
      errors.push(...(tried[0] ?? []));
    }
  }
  if (schema.oneOf !== undefined) {
    const valid = schema.oneOf.filter((branch) => errorsOf(branch, value, field).length === 0);
    if (valid.length !== 1)
      errors.push(combinedError(field, "must validate one and only one schema (oneOf)"));
  }
  if (schema.not !== undefined && errorsOf(schema.not, value, field).length === 0)
    errors.push(combinedError(field, "must not validate the schema (not)"));
}

function errorsOf(schema: StructuralSchema, value: Json, field: string): readonly FieldError[] {
  const found: FieldError[] = [];
  validateValue(schema, value, undefined, field, found);
  return found;
}

function combinedError(field: string, message: string): FieldError {
  return {
    type: "Invalid",
    field: "",
    value: '""',
    message: `${JSON.stringify(field)} ${message}`,
  };
}
