import type { StatusCause } from "../k8s/status.ts";
import { ROOT_FIELD } from "./field-path.ts";

export const FIELD_ERROR_TYPES = [
  "Invalid",
  "TypeInvalid",
  "Required",
  "Duplicate",
  "Forbidden",
  "NotFound",
  "NotSupported",
  "TooLong",
  "TooMany",
  "Internal",
] as const;
export type FieldErrorType = (typeof FIELD_ERROR_TYPES)[number];

/**
 * One finding of validation.
 *
 * `field` is in the API server's writing, empty for the root. `message` is the detail, may be empty. `value` is the
 * rendered value (already quoted or JSON, see go-value.ts) and is left out where the API server shows none.
 */
export type FieldError = {
  readonly type: FieldErrorType;
  readonly field: string;
  readonly message: string;
  readonly value?: string | undefined;
};

const TITLES: Record<FieldErrorType, string> = {
  Invalid: "Invalid value",
  TypeInvalid: "Invalid value",
  Required: "Required value",
  Duplicate: "Duplicate value",
  Forbidden: "Forbidden",
  NotFound: "Not found",
  NotSupported: "Unsupported value",
  TooLong: "Too long",
  TooMany: "Too many",
  Internal: "Internal error",
};

const REASONS: Record<FieldErrorType, string> = {
  Invalid: "FieldValueInvalid",
  TypeInvalid: "FieldValueTypeInvalid",
  Required: "FieldValueRequired",
  Duplicate: "FieldValueDuplicate",
  Forbidden: "FieldValueForbidden",
  NotFound: "FieldValueNotFound",
  NotSupported: "FieldValueNotSupported",
  TooLong: "FieldValueTooLong",
  TooMany: "FieldValueTooMany",
  Internal: "InternalError",
};

/** The text without the path: `<Type>[: <value>][: <detail>]`. */
export function toErrorBody(error: FieldError): string {
  const parts = [TITLES[error.type]];
  if (error.value !== undefined) parts.push(error.value);
  if (error.message !== "") parts.push(error.message);
  return parts.join(": ");
}

/** `<path>: <Type>[: <value>][: <detail>]`. */
export function toErrorText(error: FieldError): string {
  return `${error.field === "" ? ROOT_FIELD : error.field}: ${toErrorBody(error)}`;
}

export function toCauses(errors: readonly FieldError[]): readonly StatusCause[] {
  return errors.map((error) => ({
    reason: REASONS[error.type],
    field: error.field === "" ? ROOT_FIELD : error.field,
    message: toErrorBody(error),
  }));
}

/** Several texts as `[a, b]`, one as it is; equal texts appear once. */
export function toAggregateText(texts: readonly string[]): string {
  const unique = [...new Set(texts)];
  return unique.length === 1 ? (unique[0] ?? "") : `[${unique.join(", ")}]`;
}

/** The message of a 422: `TrainJob.trainer.kubeflow.org "NAME" is invalid: ...`. */
export function toInvalidMessage(
  kind: string,
  group: string,
  name: string,
  errors: readonly FieldError[],
): string {
  const qualified = group === "" ? kind : `${kind}.${group}`;
  return `${qualified} ${JSON.stringify(name)} is invalid: ${toAggregateText(errors.map(toErrorText))}`;
}
