/**
 * Structural schemas as plain JSON. A function here never changes its argument.
 * @typedef {{[key: string]: unknown}} Schema
 */

/** The schema with each direct subschema replaced by what `change` makes of it. */
export function mapSubschemas(schema, change) {
  const mapped = { ...schema };
  if (schema.properties !== undefined) {
    mapped.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, value]) => [name, change(value)]),
    );
  }
  if (schema.items !== undefined) mapped.items = change(schema.items);
  if (typeof schema.additionalProperties === "object") {
    mapped.additionalProperties = change(schema.additionalProperties);
  }
  return mapped;
}

/** The direct subschemas, in file order. */
export function subschemasOf(schema) {
  const list = Object.values(schema.properties ?? {});
  if (schema.items !== undefined) list.push(schema.items);
  if (typeof schema.additionalProperties === "object") list.push(schema.additionalProperties);
  return list;
}

/** Prose is left out: it is upstream's own text and three quarters of a CRD's size. */
export function withoutDescriptions(schema) {
  const { description: _, ...rest } = schema;
  return mapSubschemas(rest, withoutDescriptions);
}

/** The schema without the CEL rules that say "this value never changes". */
export function withoutImmutability(schema) {
  const { "x-kubernetes-validations": rules, ...rest } = schema;
  const kept = (rules ?? []).filter(({ rule }) => rule !== "self == oldSelf");
  const mapped = mapSubschemas(rest, withoutImmutability);
  return kept.length === 0 ? mapped : { ...mapped, "x-kubernetes-validations": kept };
}

/** The subschema at a path of property names; `[]` steps into a list's items. */
export function schemaAt(schema, path) {
  let current = schema;
  for (const step of path.split(".")) {
    current = step === "[]" ? current?.items : current?.properties?.[step];
  }
  if (current === undefined) throw new Error(`no schema at ${path}`);
  return current;
}
