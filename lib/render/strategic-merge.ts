import type { Field, FieldType, StructType } from "./api-type.ts";
import { type Decoder, isZero, zeroOf } from "./decode.ts";
import {
  type LeafNode,
  type ListNode,
  type Node,
  type ObjectNode,
  object,
  overwrite,
  setField,
  sharedKey,
} from "./node.ts";

const DIRECTIVE = "$patch";

/** Told when a merge cannot be done; the merge then goes on without that part. */
export type MergeReport = (message: string) => void;

/** Merges a decoded patch into `base`, in place, by the merge keys of the type. The patch must not be used afterwards. */
export function mergeStruct(
  base: ObjectNode,
  patch: ObjectNode,
  struct: StructType,
  report: MergeReport,
): void {
  for (const [key, value] of patch.fields) {
    const field = struct.fields.get(key);
    if (field !== undefined) mergeField(base, field, value, report);
  }
}

function mergeField(base: ObjectNode, field: Field, value: Node, report: MergeReport): void {
  const { name, type, mergeKey } = field;
  if (value.kind === "leaf" && isErased(field, value)) {
    base.fields.delete(name);
    return;
  }
  const old = base.fields.get(name);
  if (old === undefined || old.kind !== value.kind) {
    const kept = withoutDirectives(value, type);
    if (kept !== undefined) base.fields.set(name, overwrite(old, kept));
  } else if (old.kind === "object" && value.kind === "object") {
    if (type.kind === "struct") mergeStruct(old, value, type.struct, report);
    else mergeMap(base, name, old, value, report);
  } else if (old.kind === "list" && value.kind === "list" && mergeKey !== undefined) {
    if (mergeKey === "*") mergeScalars(old, value);
    else mergeItems(old, value, mergeKey, type, report);
  } else {
    base.fields.set(name, overwrite(old, value));
  }
}

/** null deletes; so does the zero value of a pointer where the merged type has a plain field (an empty account name). */
function isErased(field: Field, { value }: LeafNode): boolean {
  return value === null || (field.mode === "nonZero" && isZero(value));
}

function mergeMap(
  base: ObjectNode,
  name: string,
  old: ObjectNode,
  patch: ObjectNode,
  report: MergeReport,
): void {
  const directive = patch.fields.get(DIRECTIVE);
  if (directive === undefined) {
    for (const [key, value] of patch.fields) setField(old, key, value);
    return;
  }
  const order = directive.kind === "leaf" ? directive.value : undefined;
  if (order === "delete") base.fields.delete(name);
  else if (order === "replace") replaceMap(base, name, old, patch);
  else report(`unknown directive ${DIRECTIVE}: ${String(order)} in ${name}`);
}

function replaceMap(base: ObjectNode, name: string, old: ObjectNode, patch: ObjectNode): void {
  const next = object(patch.mark);
  for (const [key, value] of patch.fields) {
    if (key !== DIRECTIVE) next.fields.set(key, value);
  }
  if (next.fields.size === 0) base.fields.delete(name);
  else base.fields.set(name, overwrite(old, next));
}

/** A value that had nothing to merge into: maps with a directive are dropped whole. */
function withoutDirectives(node: Node, type: FieldType): Node | undefined {
  if (node.kind === "object") {
    if (type.kind === "map") return node.fields.has(DIRECTIVE) ? undefined : node;
    if (type.kind !== "struct") return node;
    for (const [key, value] of node.fields) {
      const field = type.struct.fields.get(key);
      if (field !== undefined && value.kind === "leaf" && isErased(field, value))
        node.fields.delete(key);
      if (
        field !== undefined &&
        value.kind !== "leaf" &&
        withoutDirectives(value, field.type) === undefined
      )
        node.fields.delete(key);
    }
  } else if (node.kind === "list" && type.kind === "list" && type.item.kind === "struct") {
    for (const item of node.items) withoutDirectives(item, type.item);
  }
  return node;
}

function mergeScalars(old: ListNode, patch: ListNode): void {
  const known = new Set(old.items.map(scalarOf));
  const keys = patch.items.map(scalarOf);
  const added = patch.items.filter((item) => !known.has(scalarOf(item)));
  old.items = inMergedOrder([...old.items, ...added], scalarOf, [...known], keys);
}

function scalarOf(node: Node): unknown {
  return node.kind === "leaf" ? node.value : undefined;
}

function mergeItems(
  old: ListNode,
  patch: ListNode,
  mergeKey: string,
  type: FieldType,
  report: MergeReport,
): void {
  if (type.kind !== "list" || type.item.kind !== "struct") return;
  const { struct } = type.item;
  const keyOf = (node: Node): unknown =>
    node.kind === "object" ? scalarOf(node.fields.get(mergeKey) ?? node) : undefined;
  const known = firstByKey(old.items, keyOf);
  const baseKeys = old.items.map(keyOf);
  const patchKeys: unknown[] = [];
  const items = [...old.items];
  for (const item of patch.items) {
    const key = keyOf(item);
    if (item.kind !== "object" || key === undefined) {
      report(`an item of a patch has no ${mergeKey}`);
      continue;
    }
    patchKeys.push(key);
    const found = known.get(key);
    if (found?.kind === "object") mergeItem(found, item, mergeKey, struct, report);
    else {
      const added = withoutDirectives(item, type.item) ?? item;
      known.set(key, added);
      items.push(added);
    }
  }
  old.items = inMergedOrder(items, keyOf, baseKeys, patchKeys);
}

function firstByKey(items: readonly Node[], keyOf: (node: Node) => unknown): Map<unknown, Node> {
  const known = new Map<unknown, Node>();
  for (const item of items) {
    const key = keyOf(item);
    if (!known.has(key)) known.set(key, item);
  }
  return known;
}

function placesOf(keys: readonly unknown[]): ReadonlyMap<unknown, number> {
  const places = new Map<unknown, number>();
  keys.forEach((key, place) => {
    if (!places.has(key)) places.set(key, place);
  });
  return places;
}

function mergeItem(
  base: ObjectNode,
  patch: ObjectNode,
  mergeKey: string,
  struct: StructType,
  report: MergeReport,
): void {
  const key = base.fields.get(mergeKey);
  mergeStruct(base, patch, struct, report);
  if (key !== undefined) base.fields.set(mergeKey, sharedKey(key));
}

/**
 * Items that the patch names come in the patch's order, the others in the base's; where both wait, a base item goes first
 * only if it stood before the patch item in the base. So new items come before the remaining base items.
 */
function inMergedOrder(
  items: readonly Node[],
  keyOf: (node: Node) => unknown,
  baseKeys: readonly unknown[],
  patchKeys: readonly unknown[],
): Node[] {
  const base = placesOf(baseKeys);
  const patch = placesOf(patchKeys);
  const inPatch = (item: Node): number => patch.get(keyOf(item)) ?? -1;
  const patched = items
    .filter((item) => inPatch(item) >= 0)
    .sort((a, b) => inPatch(a) - inPatch(b));
  if (patched.length === items.length) return patched;
  const rest = items.filter((item) => inPatch(item) < 0);
  const merged: Node[] = [];
  let next = 0;
  for (const item of patched) {
    const place = base.get(keyOf(item)) ?? -1;
    for (; next < rest.length; next += 1) {
      const waiting = rest[next];
      if (waiting === undefined || (base.get(keyOf(waiting)) ?? -1) > place) break;
      merged.push(waiting);
    }
    merged.push(item);
  }
  return [...merged, ...rest.slice(next)];
}

/** Adds what Go encodes although nobody wrote it, in the parts that patches brought. */
export function completeStruct(decoder: Decoder, node: ObjectNode, struct: StructType): void {
  for (const field of struct.unasked) {
    if (field.mode !== "always" || node.fields.has(field.name)) continue;
    const zero = zeroOf(decoder, field.type, "");
    if (zero !== undefined) node.fields.set(field.name, zero);
  }
  for (const [key, value] of node.fields) {
    const type = struct.fields.get(key)?.type;
    if (type?.kind === "struct" && value.kind === "object")
      completeStruct(decoder, value, type.struct);
    if (type?.kind !== "list" || type.item.kind !== "struct" || value.kind !== "list") continue;
    for (const item of value.items) {
      if (item.kind === "object") completeStruct(decoder, item, type.item.struct);
    }
  }
}
