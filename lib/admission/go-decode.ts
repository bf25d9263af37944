import type { KubeObject } from "../k8s/object.ts";
import { parseQuantity } from "../k8s/quantity.ts";
import { byCodeUnit } from "../schema/code-unit-order.ts";
import { type StructuralSchema, schemaOfField } from "../schema/structural-schema.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../util/json.ts";
import { goTimeError } from "./go-time.ts";
import { embeddedStruct, namedGoType } from "./go-types.ts";

/** Where the decoder stands: `struct` is the innermost struct, `stack` its path in messages, `path` the field names. */
type Place = {
  readonly schema: StructuralSchema;
  readonly struct: string;
  readonly stack: readonly string[];
  readonly path: readonly string[];
};

/** `found`: a type error, after which decoding goes on; `abort`: one of a time or quantity, which ends it and wins. */
type State = { found: string | undefined; abort: string | undefined };

/**
 * The text with which Trainer's mutating webhook (2.2 and later) refuses a TrainJob that does not fit its Go types; undefined when it fits.
 * The API server sends objects with sorted keys, so that the first finding is the first in that order.
 */
export function findUndecodable(schema: StructuralSchema, object: KubeObject): string | undefined {
  const spec = schema.properties?.["spec"];
  if (spec === undefined || object.spec === undefined) return undefined;
  const state: State = { found: undefined, abort: undefined };
  const place = {
    schema: spec,
    struct: "v1alpha1.TrainJob",
    stack: ["spec"],
    path: ["TrainJob", "spec"],
  };
  decodeValue(place, object.spec, state);
  return state.abort ?? state.found;
}

function decodeValue(place: Place, value: Json, state: State): void {
  if (state.abort !== undefined || value === null) return;
  const { schema } = place;
  if (schema["x-kubernetes-int-or-string"] === true) decodeQuantity(value, state);
  else if (schema.format === "date-time") decodeTime(place, value, state);
  else if (schema.type === "array") decodeList(place, value, state);
  else if (schema.type === "object") decodeObject(place, value, state);
  else decodeScalar(place, value, state);
}

function decodeQuantity(value: Json, state: State): void {
  const text = typeof value === "string" ? value.trim() : JSON.stringify(value);
  if (parseQuantity(text) !== undefined) return;
  const isSuffixOnly = /^[+-]?\d*(?:\.\d*)?[eEinumkKMGTP]*[-+]?\d*$/.test(text) && text !== "";
  state.abort = isSuffixOnly
    ? "unable to parse quantity's suffix"
    : "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
}

function decodeTime(place: Place, value: Json, state: State): void {
  state.abort =
    typeof value === "string"
      ? goTimeError(value)
      : typeError(place, kindOf(value).split(" ")[0] ?? "", "string");
}

function decodeList(place: Place, value: Json, state: State): void {
  const items = place.schema.items ?? {};
  const element = { ...place, schema: items };
  if (!isJsonArray(value)) {
    report(state, place, kindOf(value), `[]${typeOf(element)}`);
    return;
  }
  for (const item of value) decodeValue(element, item, state);
}

function decodeObject(place: Place, value: Json, state: State): void {
  if (!isJsonObject(value)) {
    report(state, place, kindOf(value), typeOf(place));
    return;
  }
  if (place.schema.properties === undefined) {
    const values = place.schema.additionalProperties;
    if (typeof values !== "object") return;
    for (const key of Object.keys(value).sort(byCodeUnit))
      decodeValue(
        { ...place, schema: values, path: [...place.path, "*"] },
        value[key] ?? null,
        state,
      );
    return;
  }
  decodeFields(place, value, state);
}

function decodeFields(place: Place, value: JsonObject, state: State): void {
  const struct = typeOf(place);
  for (const key of Object.keys(value).sort(byCodeUnit)) {
    const child = schemaOfField(place.schema, key);
    if (child === undefined) continue;
    const embedded = embeddedStruct(struct, key);
    const steps = embedded === undefined ? [key] : [embedded, key];
    const next = {
      schema: child,
      struct,
      stack: [...place.stack, ...steps],
      path: [...place.path, key],
    };
    decodeValue(next, value[key] ?? null, state);
  }
}

const INT_BOUNDS: { readonly [format: string]: number } = { int32: 2 ** 31, int64: 2 ** 63 };

function decodeScalar(place: Place, value: Json, state: State): void {
  const { type, format } = place.schema;
  const kind = kindOf(value);
  if (type === "integer" && typeof value === "number") {
    const bound = INT_BOUNDS[format ?? "int64"] ?? Number.POSITIVE_INFINITY;
    if (Number.isInteger(value) && value >= -bound && value < bound) return;
    report(state, place, `number ${JSON.stringify(value)}`, typeOf(place));
    return;
  }
  if (type === typeof value) return;
  report(state, place, kind, typeOf(place));
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}

/** The Go type of what stands at a place; of the element where it is a list. */
function typeOf(place: Place): string {
  const { schema } = place;
  const named = namedGoType(place.path);
  if (named !== undefined) return named;
  if (schema.type === "integer") return schema.format ?? "int64";
  if (schema.type === "boolean") return "bool";
  if (schema.type === "object") return "map[string]string";
  return schema.type === "array"
    ? `[]${typeOf({ ...place, schema: schema.items ?? {} })}`
    : "string";
}

function report(state: State, place: Place, kind: string, type: string): void {
  state.found ??= typeError(place, kind, type);
}

function typeError(place: Place, kind: string, type: string): string {
  const struct = place.struct.slice(place.struct.indexOf(".") + 1);
  return `json: cannot unmarshal ${kind} into Go struct field ${struct}.${place.stack.join(".")} of type ${type}`;
}
