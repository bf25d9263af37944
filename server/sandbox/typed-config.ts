import { apiVersionOf } from "#lib/k8s/kinds.ts";
import { type KubeObject, toJson } from "#lib/k8s/object.ts";
import { type StructuralSchema, schemaOfField } from "#lib/schema/structural-schema.ts";
import { asArray, asObject, isJsonObject, type Json, toCanonicalJson } from "#lib/util/json.ts";
import { parsePointer } from "#lib/util/pointer.ts";
import { pathText } from "./field-path-text.ts";
import { partsOf, UnkeyedItem } from "./field-set.ts";
import type { FieldShape } from "./field-shape.ts";
import { type KubeRefusal, refuse } from "./refusal.ts";
import type { ServedKind } from "./served-kinds.ts";

type Element = readonly [name: string, value: Json, shape: FieldShape];

function elementsOf(value: Json, shape: FieldShape): readonly Element[] {
  const list = asArray(value);
  if (list !== undefined && shape.list === "atomic")
    return list.map((item, index) => [`i:${index}`, item, shape.item()]);
  if (list === undefined && isJsonObject(value))
    return Object.entries(value).flatMap(([key, one]) =>
      one === undefined ? [] : [[`f:${key}`, one, shape.child(key)] as const],
    );
  return (partsOf(value, shape) ?? []).map((part) => [part.element, part.value, part.shape]);
}

function listProblem(list: readonly Json[], shape: FieldShape): string | undefined {
  const { list: kind } = shape;
  if (kind === "atomic") return undefined;
  const seen = new Set<string>();
  for (const [index, item] of list.entries()) {
    const key = kind === "set" ? item : keyOf(item, kind.keys, shape);
    if (key === undefined) return unkeyed(index, kind === "set" ? [] : kind.keys);
    const text = toCanonicalJson(key);
    const shown = pathText([kind === "set" ? `v:${text}` : `k:${text}`]);
    if (seen.has(text)) return `duplicate entries for key ${shown}`;
    seen.add(text);
  }
  return undefined;
}

function unkeyed(index: number, keys: readonly string[]): string {
  const names = keys.map((key) => JSON.stringify(key)).join(" ");
  return `element ${index}: associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`;
}

/** Undefined when the item has none of its keys. */
function keyOf(item: Json, keys: readonly string[], shape: FieldShape): Json | undefined {
  const found = keys.flatMap((key): [string, Json][] => {
    const value = asObject(item)?.[key] ?? shape.defaultOf(key);
    return value === undefined || value === null ? [] : [[key, value]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function problemsIn(value: Json, shape: FieldShape, path: readonly string[]): readonly string[] {
  const list = asArray(value);
  const problem = list === undefined ? undefined : listProblem(list, shape);
  if (problem !== undefined) return [`${pathText(path)}: ${problem}`];
  try {
    return elementsOf(value, shape).flatMap(([element, child, childShape]) =>
      problemsIn(child, childShape, [...path, element]),
    );
  } catch (error) {
    if (!(error instanceof UnkeyedItem)) throw error;
    return [`${pathText(path)}: an element omits key field ${JSON.stringify(error.message)}`];
  }
}

const EXPECTED: { readonly [type: string]: string } = {
  object: "map",
  array: "list",
  string: "string",
  boolean: "boolean",
  integer: "numeric (int or float)",
  number: "numeric (int or float)",
};

function hasType(value: Json, type: string): boolean {
  if (type === "object") return isJsonObject(value);
  if (type === "array") return Array.isArray(value);
  return typeof value === (type === "integer" ? "number" : type);
}

/** Null may stand anywhere; it is refused, or not, by the schema's own checks. */
function typeProblems(
  value: Json,
  shape: FieldShape,
  schema: StructuralSchema,
  path: readonly string[],
): readonly string[] {
  const { type } = schema;
  if (value === null || schema["x-kubernetes-int-or-string"] === true) return [];
  if (type !== undefined && !hasType(value, type)) {
    const shown =
      typeof value === "object"
        ? `&${JSON.stringify(value)}`
        : `&value.valueUnstructured{Value:${JSON.stringify(value)}}`;
    return [`${pathText(path)}: expected ${EXPECTED[type] ?? type}, got ${shown}`];
  }
  return elementsOf(value, shape).flatMap(([element, child, childShape]) => {
    const key = element.slice("f:".length);
    const below = element.startsWith("f:") ? schemaOfField(schema, key) : schema.items;
    return below === undefined ? [] : typeProblems(child, childShape, below, [...path, element]);
  });
}

/** A JSON pointer in the words of field ownership: list-map items by their keys. */
function pointerText(root: Json, shape: FieldShape, pointer: string): string {
  const path: string[] = [];
  let value: Json | undefined = root;
  let at = shape;
  for (const step of parsePointer(pointer)) {
    const elements: readonly Element[] = value === undefined ? [] : elementsOf(value, at);
    const found: Element | undefined =
      asArray(value) === undefined
        ? elements.find(([element]) => element === `f:${step}`)
        : elements[Number(step)];
    path.push(found?.[0] ?? `f:${step}`);
    value = found?.[1];
    at = found?.[2] ?? at;
  }
  return pathText(path);
}

export type TypedConfig = {
  readonly served: ServedKind;
  readonly config: KubeObject;
  /** As the client wrote it, for its name. */
  readonly sent: KubeObject;
  readonly schema: StructuralSchema | undefined;
  readonly shape: FieldShape;
  /** JSON pointers of fields that the kind's schema does not have. */
  readonly undeclared: readonly string[];
};

/** Why what was applied cannot be merged: undeclared fields, list items that share a key or have none. */
export function untypedConfig(args: TypedConfig): KubeRefusal | undefined {
  const { served, config, shape, undeclared } = args;
  const json = toJson(config);
  const keys = problemsIn(json, shape, []);
  const problems =
    keys.length > 0
      ? keys
      : [
          ...(args.schema === undefined ? [] : typeProblems(json, shape, args.schema, [])),
          ...undeclared.map(
            (pointer) => `${pointerText(json, shape, pointer)}: field not declared in schema`,
          ),
        ];
  if (problems.length === 0) return undefined;
  const { namespace = "", name = "" } = args.sent.metadata;
  const kind = `${apiVersionOf(served.info)}, Kind=${served.info.kind}`;
  const shown = served.info.group === "" ? `/${kind}` : kind;
  const text =
    problems.length === 1
      ? problems[0]
      : ["errors:", ...problems.map((one) => `  ${one}`)].join("\n");
  return refuse(
    500,
    undefined,
    `failed to create typed patch object (${namespace}/${name}; ${shown}): ${text}`,
  );
}
