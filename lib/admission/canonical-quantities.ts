import { canonicalQuantity } from "../k8s/quantity.ts";
import { type StructuralSchema, schemaOfField } from "../schema/structural-schema.ts";
import { isJsonArray, isJsonObject, type Json, type MutableJsonObject } from "../util/json.ts";

/** Every quantity of a value as Go writes it again after decoding; parts without one come back as they are. */
export function withCanonicalQuantities(schema: StructuralSchema, value: Json): Json {
  if (schema["x-kubernetes-int-or-string"] === true && schema.pattern !== undefined)
    return typeof value === "string" || typeof value === "number"
      ? (canonicalQuantity(String(value)) ?? value)
      : value;
  let changed = false;
  const visit = (child: StructuralSchema | undefined, item: Json): Json => {
    const next = child === undefined ? item : withCanonicalQuantities(child, item);
    if (next !== item) changed = true;
    return next;
  };
  if (isJsonArray(value)) {
    const list = value.map((item) => visit(schema.items, item));
    return changed ? list : value;
  }
  if (!isJsonObject(value)) return value;
  const next: MutableJsonObject = {};
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (item !== undefined) next[key] = visit(schemaOfField(schema, key), item);
  }
  return changed ? next : value;
}
