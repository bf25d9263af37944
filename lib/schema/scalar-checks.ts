import type { Json } from "../util/json.ts";
import type { FieldError } from "./field-error.ts";
import { toGoJson, toGoValue } from "./go-value.ts";
import type { StructuralSchema } from "./structural-schema.ts";

type JsonType = "null" | "array" | "object" | "string" | "boolean" | "integer" | "number";

/** What the API server calls the type of a decoded value; whole numbers are integers. */
export function typeOfJson(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "boolean" : "object";
}

const NATIVE_FORMATS: { readonly [type: string]: string } = { integer: "int64", number: "float64" };

/** The finding of a wrong JSON type, or none. */
export function checkType(
  schema: StructuralSchema,
  value: Json,
  field: string,
): FieldError | undefined {
  const actual = typeOfJson(value);
  if (schema["x-kubernetes-int-or-string"] === true) {
    const isEither = actual === "integer" || actual === "string";
    const isNull = actual === "null" && schema.nullable === true;
    return isEither || isNull ? undefined : typeError(field, "integer,string", actual);
  }
  const expected = schema.type;
  if (expected === undefined) return undefined;
  if (actual === "null")
    return schema.nullable === true ? undefined : typeError(field, expected, "null");
  if (actual === expected || (actual === "integer" && expected === "number")) return undefined;
  const format = schema.format;
  const isTextual = actual === "string" || actual === "array";
  if (format !== undefined && !isTextual)
    return typeError(field, format, NATIVE_FORMATS[actual] ?? "");
  const isNumeric = expected === "integer" || expected === "number";
  if (format !== undefined && !isNumeric && actual === "array") return undefined;
  return typeError(field, expected, actual);
}

function typeError(field: string, expected: string, actual: string): FieldError {
  const shown = JSON.stringify(actual);
  return {
    type: "TypeInvalid",
    field,
    value: shown,
    message: `${field} in body must be of type ${expected}: ${shown}`,
  };
}

export function invalid(field: string, value: Json, message: string): FieldError {
  return {
    type: "Invalid",
    field,
    value: toGoValue(value),
    message: `${field} in body ${message}`,
  };
}

/** Length, pattern and format of a text: the first that fails, as upstream stops there. */
export function checkString(
  schema: StructuralSchema,
  value: string,
  field: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const bound = checkBounds(schema, value, field);
  if (bound !== undefined) errors.push(bound);
  if (schema.format === "date-time" && !isDateTime(value)) {
    errors.push({
      type: "TypeInvalid",
      field,
      value: toGoValue(value),
      message: `${field} in body must be of type date-time: ${toGoValue(value)}`,
    });
  }
  return errors;
}

function checkBounds(
  schema: StructuralSchema,
  value: string,
  field: string,
): FieldError | undefined {
  const { maxLength, minLength, pattern } = schema;
  if (maxLength !== undefined && value.length > maxLength && codePoints(value) > maxLength) {
    return { type: "TooLong", field, message: `may not be more than ${maxLength} bytes` };
  }
  if (minLength !== undefined && codePoints(value) < minLength)
    return invalid(field, value, `should be at least ${minLength} chars long`);
  if (pattern !== undefined && !regexOf(pattern).test(value))
    return invalid(field, value, `should match '${pattern}'`);
  return undefined;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const REGEXES = new Map<string, RegExp>();

function regexOf(pattern: string): RegExp {
  let regex = REGEXES.get(pattern);
  if (regex === undefined) {
    regex = compileRegex(pattern);
    REGEXES.set(pattern, regex);
  }
  return regex;
}

/** Go's patterns are read without the `u` flag where JavaScript is stricter about escapes than Go. */
function compileRegex(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** RFC 3339 with a real calendar date. */
export function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return (
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    Number(match[4]) < 24 &&
    Number(match[5]) < 60 &&
    Number(match[6]) < 60
  );
}

export function checkNumber(
  schema: StructuralSchema,
  value: number,
  field: string,
): readonly FieldError[] {
  const errors: FieldError[] = [...checkRange(schema, value, field)];
  const { minimum, maximum, multipleOf } = schema;
  if (multipleOf !== undefined && value % multipleOf !== 0)
    errors.push(invalid(field, value, `should be a multiple of ${multipleOf}`));
  if (maximum !== undefined) {
    const exclusive = schema.exclusiveMaximum === true;
    if (exclusive ? value >= maximum : value > maximum)
      errors.push(
        invalid(field, value, `should be less than ${exclusive ? "" : "or equal to "}${maximum}`),
      );
  }
  if (minimum !== undefined) {
    const exclusive = schema.exclusiveMinimum === true;
    if (exclusive ? value <= minimum : value < minimum)
      errors.push(
        invalid(
          field,
          value,
          `should be greater than ${exclusive ? "" : "or equal to "}${minimum}`,
        ),
      );
  }
  return errors;
}

const INTEGER_BOUNDS: { readonly [format: string]: number } = { int32: 2 ** 31, int64: 2 ** 63 };

/** Upstream reports an integer out of its format's range at the root and without a value. */
function checkRange(schema: StructuralSchema, value: number, field: string): readonly FieldError[] {
  if (schema.type !== "integer") return [];
  const { format } = schema;
  const bound = INTEGER_BOUNDS[format ?? "int64"] ?? Number.POSITIVE_INFINITY;
  if (Number.isInteger(value) && value >= -bound && value < bound) return [];
  const kind = format === undefined ? "(default format)" : `with format ${format}`;
  const message = `Checked value must be of type integer ${kind} in ${field}`;
  return [{ type: "Invalid", field: "", value: '""', message }];
}

export function checkEnum(
  schema: StructuralSchema,
  value: Json,
  field: string,
): FieldError | undefined {
  const allowed = schema.enum;
  if (allowed === undefined) return undefined;
  if (value === null && schema.nullable === true) return undefined;
  if (allowed.some((item) => item === value)) return undefined;
  const shown = allowed.map((item) =>
    typeof item === "string" ? toGoValue(item) : toGoJson(item),
  );
  return {
    type: "NotSupported",
    field,
    value: toGoValue(value),
    message: `supported values: ${shown.join(", ")}`,
  };
}
