import { isKubeObject, type KubeObject, toJson } from "../k8s/object.ts";
import { applyDefaults } from "../schema/defaults.ts";
import type { FieldError } from "../schema/field-error.ts";
import { prune } from "../schema/prune.ts";
import { validateRules } from "../schema/rules.ts";
import type { StructuralSchema } from "../schema/structural-schema.ts";
import { rulesNotChecked, validateStructure } from "../schema/validate.ts";
import { assert } from "../util/assert.ts";
import type { Json } from "../util/json.ts";
import { checkMetadata } from "./metadata-checks.ts";

export type Decoded = { readonly object: KubeObject; readonly pruned: readonly string[] };

/** Unknown fields dropped, defaults filled in: what webhooks see. */
export function decode(schema: StructuralSchema, object: KubeObject): Decoded {
  const { value, pruned } = prune(schema, toJson(object));
  return { object: fromJson(applyDefaults(schema, value)), pruned };
}

const STORED = new WeakMap<StructuralSchema, WeakMap<KubeObject, KubeObject>>();

/** A stored object as the API server reads it back: with the defaults of the schema of today. Done once for each object. */
export function readStored(schema: StructuralSchema, old: KubeObject): KubeObject {
  const ofSchema = STORED.get(schema) ?? new WeakMap<KubeObject, KubeObject>();
  STORED.set(schema, ofSchema);
  const known = ofSchema.get(old) ?? decode(schema, old).object;
  ofSchema.set(old, known);
  return known;
}

/** Metadata, types, limits, unique items and CEL: every finding of the API server itself. */
export function checkSchema(
  schema: StructuralSchema,
  object: KubeObject,
  old: KubeObject | undefined,
): readonly FieldError[] {
  const json = toJson(withName(object));
  const oldJson = old === undefined ? undefined : toJson(old);
  const errors = [...checkMetadata(withName(object)), ...validateStructure(schema, json, oldJson)];
  const blocked = rulesNotChecked(errors);
  if (blocked !== undefined) errors.push(blocked);
  else errors.push(...validateRules(schema, json, oldJson));
  return errors;
}

const GENERATED = "xxxxx";
/** Generated names end in five characters and have 63 at most. */
const GENERATED_BASE_LIMIT = 58;

/** The API server makes a name out of `generateName` before it checks anything; five letters stand in for it. */
function withName(object: KubeObject): KubeObject {
  const { name, generateName } = object.metadata;
  if ((name !== undefined && name !== "") || generateName === undefined) return object;
  const generated = `${generateName.slice(0, GENERATED_BASE_LIMIT)}${GENERATED}`;
  return { ...object, metadata: { ...object.metadata, name: generated } };
}

function fromJson(json: Json): KubeObject {
  assert(isKubeObject(json), "pruning and defaulting keep the envelope");
  return json;
}
