import {
  asArray,
  isEqualJson,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  toCanonicalJson,
} from "#lib/util/json.ts";
import type { FieldShape } from "./field-shape.ts";

/** A set of field paths as a tree: `isMember` for the path itself, `children` by path element (`f:`, `k:`, `v:`). */
export type FieldSet = {
  readonly isMember: boolean;
  readonly children: ReadonlyMap<string, FieldSet>;
};

const NO_CHILDREN: ReadonlyMap<string, FieldSet> = new Map();
export const EMPTY_SET: FieldSet = { isMember: false, children: NO_CHILDREN };
const LEAF: FieldSet = { isMember: true, children: NO_CHILDREN };

/** A list-map item has not all of its keys: no path can be given to it. */
export class UnkeyedItem extends Error {}

export function isEmptySet(set: FieldSet): boolean {
  return !set.isMember && set.children.size === 0;
}

/** Keeps the tree free of empty branches. */
function withChildren(
  isMember: boolean,
  children: Iterable<readonly [string, FieldSet]>,
): FieldSet {
  const kept = new Map<string, FieldSet>();
  for (const [element, child] of children) if (!isEmptySet(child)) kept.set(element, child);
  return { isMember, children: kept };
}

export type Part = {
  readonly element: string;
  readonly value: Json;
  readonly shape: FieldShape;
};

function itemKey(item: Json, keys: readonly string[], shape: FieldShape): string {
  const key: MutableJsonObject = {};
  for (const name of keys) {
    const value =
      (isJsonObject(item) ? item[name] : undefined) ?? (shape.defaultOf(name) as Json | undefined);
    if (value === undefined || value === null) throw new UnkeyedItem(name);
    key[name] = value;
  }
  return `k:${toCanonicalJson(key)}`;
}

/** The parts that a value is owned in; undefined for what is owned as one: scalars, atomic values, empty containers. */
export function partsOf(value: Json | undefined, shape: FieldShape): readonly Part[] | undefined {
  const list = asArray(value);
  if (list !== undefined) {
    const { list: kind } = shape;
    if (kind === "atomic" || list.length === 0) return undefined;
    const item = shape.item();
    return list.map((entry) => ({
      element: kind === "set" ? `v:${toCanonicalJson(entry)}` : itemKey(entry, kind.keys, shape),
      value: entry,
      shape: item,
    }));
  }
  if (!isJsonObject(value) || shape.isAtomicMap) return undefined;
  const parts: Part[] = [];
  for (const [key, entry] of Object.entries(value))
    if (entry !== undefined)
      parts.push({ element: `f:${key}`, value: entry, shape: shape.child(key) });
  return parts.length === 0 ? undefined : parts;
}

/** All paths of a value, its own included. Throws UnkeyedItem. */
export function fieldSetOf(value: Json, shape: FieldShape): FieldSet {
  const parts = partsOf(value, shape);
  if (parts === undefined) return LEAF;
  return withChildren(
    true,
    parts.map((part) => [part.element, fieldSetOf(part.value, part.shape)] as const),
  );
}

/** Paths that `after` has and `before` had not, or had with another value. Throws UnkeyedItem. */
export function changedFields(before: Json | undefined, after: Json, shape: FieldShape): FieldSet {
  if (before === after) return EMPTY_SET;
  if (before === undefined) return fieldSetOf(after, shape);
  const was = partsOf(before, shape);
  const is = partsOf(after, shape);
  if (is === undefined) return isEqualJson(before, after) ? EMPTY_SET : LEAF;
  const old = new Map((was ?? []).map((part) => [part.element, part.value]));
  return withChildren(
    false,
    is.map(
      (part) =>
        [part.element, changedFields(old.get(part.element), part.value, part.shape)] as const,
    ),
  );
}

export function unionSets(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(a)) return b;
  if (isEmptySet(b)) return a;
  const children = new Map(a.children);
  for (const [element, child] of b.children)
    children.set(element, unionSets(children.get(element) ?? EMPTY_SET, child));
  return { isMember: a.isMember || b.isMember, children };
}

export function intersectSets(a: FieldSet, b: FieldSet): FieldSet {
  const shared: (readonly [string, FieldSet])[] = [];
  for (const [element, child] of a.children) {
    const other = b.children.get(element);
    if (other !== undefined) shared.push([element, intersectSets(child, other)]);
  }
  return withChildren(a.isMember && b.isMember, shared);
}

export function subtractSets(a: FieldSet, b: FieldSet): FieldSet {
  const left: (readonly [string, FieldSet])[] = [];
  for (const [element, child] of a.children) {
    const other = b.children.get(element);
    left.push([element, other === undefined ? child : subtractSets(child, other)]);
  }
  return withChildren(a.isMember && !b.isMember, left);
}

/** The wire form: `{"f:spec":{".":{},"f:suspend":{}}}`. */
export function toFieldsV1(set: FieldSet): JsonObject {
  const result: MutableJsonObject = {};
  if (set.isMember && set.children.size > 0) result["."] = {};
  for (const [element, child] of set.children) result[element] = toFieldsV1(child);
  return result;
}

export function fromFieldsV1(fields: JsonObject): FieldSet {
  return {
    isMember: false,
    children: new Map(
      Object.entries(fields).flatMap(([element, child]) =>
        isJsonObject(child) ? [[element, fromBranch(child)] as const] : [],
      ),
    ),
  };
}

function fromBranch(fields: JsonObject): FieldSet {
  const elements = Object.keys(fields);
  if (elements.length === 0) return LEAF;
  const children = new Map<string, FieldSet>();
  for (const element of elements) {
    const child = fields[element];
    if (element !== "." && isJsonObject(child)) children.set(element, fromBranch(child));
  }
  return { isMember: fields["."] !== undefined, children };
}
