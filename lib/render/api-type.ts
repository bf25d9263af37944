import { assert } from "../util/assert.ts";
import type { JsonPrimitive } from "../util/json.ts";
import { API_TYPES } from "./generated/api-types.ts";

export type ScalarKind = "string" | "bool" | "int32" | "int64" | "quantity" | "intOrString";

export type FieldType =
  | { readonly kind: ScalarKind }
  | { readonly kind: "list"; readonly item: FieldType }
  | { readonly kind: "map"; readonly value: FieldType }
  | { readonly kind: "struct"; readonly struct: StructType };

/**
 * How Go encodes the field: `always`; `nonZero` (left out when it holds its type's zero value); `pointer` (left out only
 * when it was absent). `mergeKey` makes a strategic merge go item by item; `*` means by the value itself.
 */
export type Field = {
  readonly name: string;
  readonly mode: "always" | "nonZero" | "pointer";
  readonly type: FieldType;
  readonly mergeKey: string | undefined;
  /** What the API server fills in when the field is missing. */
  readonly fallback: JsonPrimitive | undefined;
};

export type StructType = {
  readonly name: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** Fields that are encoded although the input does not have them. */
  readonly unasked: readonly Field[];
};

const FIELD = /^([\w$]+)([!?^])([^@=]+)(?:@([^=]+))?(?:=(.*))?$/;
const MODES = { "!": "always", "?": "nonZero", "^": "pointer" } as const;

type Draft = { name: string; fields: Map<string, Field>; unasked: Field[] };

const STRUCTS: ReadonlyMap<string, StructType> = readAll();

/** The type of that name in the generated table; asking for another one is a programmer's error. */
export function structType(name: string): StructType {
  const found = STRUCTS.get(name);
  assert(found !== undefined, `no API type ${name}`);
  return found;
}

/** The same type with one field exchanged. */
export function withField(struct: StructType, field: Field): StructType {
  return { ...struct, fields: new Map([...struct.fields, [field.name, field]]) };
}

function readAll(): Map<string, Draft> {
  const drafts = new Map<string, Draft>();
  for (const name of Object.keys(API_TYPES))
    drafts.set(name, { name, fields: new Map(), unasked: [] });
  for (const [name, draft] of drafts) {
    for (const text of API_TYPES[name] ?? []) {
      const field = readField(text, drafts);
      draft.fields.set(field.name, field);
      if (isUnasked(field)) draft.unasked.push(field);
    }
  }
  return drafts;
}

/** A list is sent as null by Go when it is missing: nothing that a server would see. */
function isUnasked(field: Field): boolean {
  if (field.fallback !== undefined && field.fallback !== "") return true;
  if (field.fallback === "" && field.mode === "pointer") return true;
  return field.mode === "always";
}

function readField(text: string, drafts: ReadonlyMap<string, StructType>): Field {
  const match = FIELD.exec(text);
  assert(match !== null, `malformed field ${text}`);
  const [, name = "", mode = "", type = "", mergeKey, fallback] = match;
  assert(mode === "!" || mode === "?" || mode === "^", `malformed field ${text}`);
  return {
    name,
    mode: MODES[mode],
    type: readType(type, drafts),
    mergeKey,
    fallback: fallback === undefined ? undefined : parseFallback(fallback),
  };
}

function parseFallback(text: string): JsonPrimitive {
  const value: unknown = JSON.parse(text);
  assert(
    typeof value === "string" || typeof value === "number" || typeof value === "boolean",
    `unexpected default ${text}`,
  );
  return value;
}

function readType(text: string, drafts: ReadonlyMap<string, StructType>): FieldType {
  if (text.startsWith("[]")) return { kind: "list", item: readType(text.slice(2), drafts) };
  if (text.startsWith("{}")) return { kind: "map", value: readType(text.slice(2), drafts) };
  switch (text) {
    case "string":
    case "bool":
    case "int32":
    case "int64":
    case "quantity":
    case "intOrString":
      return { kind: text };
    default: {
      const struct = drafts.get(text);
      assert(struct !== undefined, `unknown type ${text}`);
      return { kind: "struct", struct };
    }
  }
}
