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
    const value = (isJsonObject(item) ? item[name] : undefined) ?? shape.defaultOf(name);
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

const SET_OF_FROZEN = new WeakMap<object, { readonly shape: FieldShape; readonly set: FieldSet }>();

/** All paths of a value, its own included. Throws UnkeyedItem. Parts that stored versions share are looked at once. */
export function fieldSetOf(value: Json, shape: FieldShape): FieldSet {
  if (typeof value !== "object" || value === null || !Object.isFrozen(value))
    return newFieldSet(value, shape);
  const known = SET_OF_FROZEN.get(value);
  if (known?.shape === shape) return known.set;
  const set = newFieldSet(value, shape);
  SET_OF_FROZEN.set(value, { shape, set });
  return set;
}

function newFieldSet(value: Json, shape: FieldShape): FieldSet {
  const parts = partsOf(value, shape);
  if (parts === undefined) return LEAF;
  return withChildren(
    true,
    parts.map((part) => [part.element, fieldSetOf(part.value, part.shape)] as const),
  );
}

/** The paths that an applier owns of what it sent: values and list items, no maps for their own sake. */
export function appliedSetOf(value: Json, shape: FieldShape): FieldSet {
  const parts = partsOf(value, shape);
  if (parts === undefined) return LEAF;
  const isItem = asArray(value) !== undefined;
  return withChildren(
    false,
    parts.map((part) => {
      const set = appliedSetOf(part.value, part.shape);
      return [part.element, isItem ? { ...set, isMember: true } : set] as const;
    }),
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

/** What both have; `a` itself when that is all of it. */
export function intersectSets(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  const shared: (readonly [string, FieldSet])[] = [];
  let isWhole = !a.isMember || b.isMember;
  for (const [element, child] of a.children) {
    const other = b.children.get(element);
    const both = other === undefined ? EMPTY_SET : intersectSets(child, other);
    if (both !== child) isWhole = false;
    shared.push([element, both]);
  }
  return isWhole ? a : withChildren(a.isMember && b.isMember, shared);
}

/** What only `a` has; `a` itself when that is all of it. */
export function subtractSets(a: FieldSet, b: FieldSet): FieldSet {
  let children: Map<string, FieldSet> | undefined;
  for (const [element, other] of b.children) {
    const child = a.children.get(element);
    if (child === undefined) continue;
    const left = subtractSets(child, other);
    if (left === child) continue;
    children ??= new Map(a.children);
    if (isEmptySet(left)) children.delete(element);
    else children.set(element, left);
  }
  const isMember = a.isMember && !b.isMember;
  if (children === undefined && isMember === a.isMember) return a;
  return { isMember, children: children ?? a.children };
}

const WIRE_OF_SET = new WeakMap<FieldSet, JsonObject>();
const SET_OF_WIRE = new WeakMap<JsonObject, FieldSet>();

/** The wire form: `{"f:spec":{".":{},"f:suspend":{}}}`. Of a set that came from the wire, the same object again. */
export function toFieldsV1(set: FieldSet): JsonObject {
  const known = WIRE_OF_SET.get(set);
  if (known !== undefined) return known;
  const fields = toBranch(set);
  WIRE_OF_SET.set(set, fields);
  SET_OF_WIRE.set(fields, set);
  return fields;
}

function toBranch(set: FieldSet): JsonObject {
  const result: MutableJsonObject = {};
  if (set.isMember && set.children.size > 0) result["."] = {};
  for (const [element, child] of set.children) result[element] = toBranch(child);
  return result;
}

export function fromFieldsV1(fields: JsonObject): FieldSet {
  const known = SET_OF_WIRE.get(fields);
  if (known !== undefined) return known;
  const set: FieldSet = {
    isMember: false,
    children: new Map(
      Object.entries(fields).flatMap(([element, child]) =>
        isJsonObject(child) ? [[element, fromBranch(child)] as const] : [],
      ),
    ),
  };
  SET_OF_WIRE.set(fields, set);
  WIRE_OF_SET.set(set, fields);
  return set;
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
