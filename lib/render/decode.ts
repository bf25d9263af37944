import { canonicalQuantity } from "../k8s/quantity.ts";
import { unreachable } from "../util/assert.ts";
import type { Json, JsonPrimitive } from "../util/json.ts";
import { isJsonObject } from "../util/json.ts";
import { escapeStep, type JsonPointer } from "../util/pointer.ts";
import type { Field, FieldType, ScalarKind, StructType } from "./api-type.ts";
import {
  type LeafNode,
  leaf,
  list,
  type Mark,
  markAt,
  markComputed,
  type Node,
  type ObjectNode,
  object,
  type Pen,
} from "./node.ts";
import type { ReportError } from "./report.ts";

/** Reads JSON the way the controller's Go types do: unknown fields go, zero values vanish, defaults appear. */
export type Decoder = {
  /** Writer of what the input says. */
  readonly pen: Pen;
  /** Writer of what the API server fills in. */
  readonly defaults: Mark;
  /** Writer of what Go encodes although nobody wrote it. */
  readonly filler: Mark;
  /** In a patch a missing list of a required field is null: it deletes the list that it is merged into. */
  readonly keepNull: boolean;
  readonly report: ReportError;
};

export type DecoderPens = { readonly defaults: Pen; readonly filler: Pen };

export function createDecoder(
  pen: Pen,
  pens: DecoderPens,
  report: ReportError,
  keepNull = false,
): Decoder {
  return {
    pen,
    defaults: markComputed(pens.defaults, []),
    filler: markComputed(pens.filler, []),
    keepNull,
    report,
  };
}

/** `path` is where `value` stands in its source. A value of the wrong type is reported and read as empty. */
export function decodeStruct(
  decoder: Decoder,
  struct: StructType,
  value: Json | undefined,
  path: JsonPointer,
): ObjectNode {
  const node = object(value === undefined ? decoder.filler : markAt(decoder.pen, path));
  if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      const field = struct.fields.get(key);
      const given = value[key];
      if (field === undefined || given === undefined || given === null) continue;
      const child = decodeField(decoder, field, given, `${path}/${key}`);
      if (child !== undefined) node.fields.set(key, child);
    }
  } else if (value !== undefined && value !== null) {
    reportType(decoder, path, "an object", value);
  }
  for (const field of struct.unasked) addUnasked(decoder, node, field, value, path);
  return node;
}

function addUnasked(
  decoder: Decoder,
  node: ObjectNode,
  field: Field,
  source: Json | undefined,
  path: JsonPointer,
): void {
  if (node.fields.has(field.name)) return;
  const given = isJsonObject(source) ? source[field.name] : undefined;
  if (given === undefined || given === null) {
    const { fallback } = field;
    if (fallback !== undefined && !(field.mode === "nonZero" && isZero(fallback))) {
      node.fields.set(field.name, leaf(fallback, decoder.defaults));
      return;
    }
  }
  if (field.mode !== "always") return;
  const zero = zeroOf(decoder, field.type, `${path}/${field.name}`);
  if (zero !== undefined) node.fields.set(field.name, zero);
}

export function zeroOf(decoder: Decoder, type: FieldType, path: JsonPointer): Node | undefined {
  switch (type.kind) {
    case "struct":
      return decodeStruct(decoder, type.struct, undefined, path);
    case "list":
    case "map":
      return decoder.keepNull ? leaf(null, decoder.filler) : undefined;
    default:
      return leaf(zeroScalar(type.kind), decoder.filler);
  }
}

function zeroScalar(kind: ScalarKind): JsonPrimitive {
  switch (kind) {
    case "string":
      return "";
    case "bool":
      return false;
    case "quantity":
      return "0";
    case "int32":
    case "int64":
    case "intOrString":
      return 0;
    default:
      return unreachable(kind);
  }
}

function decodeField(
  decoder: Decoder,
  field: Field,
  value: Json,
  path: JsonPointer,
): Node | undefined {
  const node = decodeValue(decoder, field.type, value, path);
  if (node === undefined) return undefined;
  if (node.kind === "leaf")
    return field.mode === "nonZero" && isZero(node.value) ? undefined : node;
  if (field.type.kind === "struct") {
    const isFiller = field.mode === "always" && node.kind === "object" && node.fields.size === 0;
    return isFiller ? object(decoder.filler) : node;
  }
  if (field.mode === "pointer") return node;
  const isEmpty = node.kind === "list" ? node.items.length === 0 : node.fields.size === 0;
  if (!isEmpty) return node;
  return decoder.keepNull && field.mode === "always" ? leaf(null, node.mark) : undefined;
}

export function isZero(value: JsonPrimitive): boolean {
  return value === "" || value === false || value === 0 || value === null;
}

function decodeValue(
  decoder: Decoder,
  type: FieldType,
  value: Json,
  path: JsonPointer,
): Node | undefined {
  switch (type.kind) {
    case "struct":
      return decodeStruct(decoder, type.struct, value, path);
    case "list":
      return decodeList(decoder, type.item, value, path);
    case "map":
      return decodeMap(decoder, type.value, value, path);
    default:
      return decodeScalar(decoder, type.kind, value, path);
  }
}

function decodeList(
  decoder: Decoder,
  item: FieldType,
  value: Json,
  path: JsonPointer,
): Node | undefined {
  if (!Array.isArray(value)) return reportType(decoder, path, "a list", value);
  const items: Node[] = [];
  for (let index = 0; index < value.length; index += 1) {
    const given: Json = value[index] ?? null;
    const at = `${path}/${index}`;
    const node = given === null ? zeroOf(decoder, item, at) : decodeValue(decoder, item, given, at);
    if (node !== undefined) items.push(node);
  }
  return list(items, markAt(decoder.pen, path));
}

function decodeMap(
  decoder: Decoder,
  type: FieldType,
  value: Json,
  path: JsonPointer,
): Node | undefined {
  if (!isJsonObject(value)) return reportType(decoder, path, "a map", value);
  const node = object(markAt(decoder.pen, path));
  for (const key of Object.keys(value)) {
    const given = value[key];
    if (given === undefined) continue;
    const at = `${path}/${escapeStep(key)}`;
    const child =
      given === null ? zeroOf(decoder, type, at) : decodeValue(decoder, type, given, at);
    if (child !== undefined) node.fields.set(key, child);
  }
  return node;
}

function decodeScalar(
  decoder: Decoder,
  kind: ScalarKind,
  value: Json,
  path: JsonPointer,
): LeafNode | undefined {
  const scalar = readScalar(kind, value);
  if (scalar === undefined) return reportType(decoder, path, EXPECTED[kind], value);
  return leaf(scalar, markAt(decoder.pen, path));
}

const EXPECTED: Record<ScalarKind, string> = {
  string: "a string",
  bool: "true or false",
  int32: "a 32-bit integer",
  int64: "an integer",
  quantity: "a quantity",
  intOrString: "an integer or a string",
};

function readScalar(kind: ScalarKind, value: Json): string | number | boolean | undefined {
  switch (kind) {
    case "string":
      return typeof value === "string" ? value : undefined;
    case "bool":
      return typeof value === "boolean" ? value : undefined;
    case "int32":
      return isInteger(value) && Math.abs(value) < 2 ** 31 ? value : undefined;
    case "int64":
      return isInteger(value) ? value : undefined;
    case "quantity":
      if (typeof value === "string") return canonicalQuantity(value);
      return typeof value === "number" ? canonicalQuantity(String(value)) : undefined;
    case "intOrString":
      return typeof value === "string" || isInteger(value) ? value : undefined;
    default:
      return unreachable(kind);
  }
}

function isInteger(value: Json): value is number {
  return typeof value === "number" && Number.isInteger(value);
}

function reportType(decoder: Decoder, path: JsonPointer, wanted: string, value: Json): undefined {
  const found = Array.isArray(value)
    ? "a list"
    : isJsonObject(value)
      ? "an object"
      : JSON.stringify(value);
  decoder.report("INPUT_INVALID", path, `expected ${wanted}, found ${found.slice(0, 80)}`);
}
