import type { KubeObject } from "../k8s/object.ts";
import type { FieldError } from "../schema/field-error.ts";
import { toGoValue } from "../schema/go-value.ts";
import { labelValueFindings, qualifiedNameFindings, subdomainFindings } from "./dns-names.ts";

const ANNOTATIONS_LIMIT = 256 * 1024;

/** The API server's checks of an object's own metadata: name, labels, annotations. */
export function checkMetadata(object: KubeObject): readonly FieldError[] {
  const { name, generateName, labels, annotations } = object.metadata;
  const errors: FieldError[] = [];
  if (name !== undefined && name !== "")
    for (const message of subdomainFindings(name))
      errors.push({ type: "Invalid", field: "metadata.name", value: toGoValue(name), message });
  else if (generateName === undefined || generateName === "")
    errors.push({
      type: "Required",
      field: "metadata.name",
      message: "name or generateName is required",
    });
  errors.push(...checkLabels("metadata.labels", labels ?? {}));
  errors.push(...checkAnnotations("metadata.annotations", annotations ?? {}));
  return errors;
}

function checkLabels(
  field: string,
  labels: { readonly [key: string]: string },
): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(labels)) {
    for (const message of qualifiedNameFindings(key))
      errors.push({ type: "Invalid", field, value: toGoValue(key), message });
    if (typeof value !== "string") continue;
    for (const message of labelValueFindings(value))
      errors.push({ type: "Invalid", field, value: toGoValue(value), message });
  }
  return errors;
}

function checkAnnotations(
  field: string,
  annotations: { readonly [key: string]: string },
): readonly FieldError[] {
  const errors: FieldError[] = [];
  let size = 0;
  for (const [key, value] of Object.entries(annotations)) {
    for (const message of qualifiedNameFindings(key.toLowerCase()))
      errors.push({ type: "Invalid", field, value: toGoValue(key), message });
    size += key.length + String(value).length;
  }
  if (size > ANNOTATIONS_LIMIT)
    errors.push({
      type: "TooLong",
      field,
      message: `may not be more than ${ANNOTATIONS_LIMIT} bytes`,
    });
  return errors;
}
