import type { JsonPrimitive } from "../util/json.ts";
import type { JsonPointer } from "../util/pointer.ts";
import type { Origin } from "./origin.ts";

/** A writer: everything of an origin but the place of the value. One object per writer and render. */
export type Source = Omit<Origin, "path">;

/** One write. `earlier` leads to the writes that it replaced, newest first. */
export type Mark = {
  readonly source: Source;
  readonly path: JsonPointer | undefined;
  readonly inputs: readonly Mark[] | undefined;
  readonly earlier: Mark | undefined;
};

/**
 * A JSON tree in which every value knows who wrote it. A render owns its nodes: objects and lists are changed in place,
 * leaves are replaced. A leaf holding null stands for "delete this" in a patch and is never sent.
 */
export type LeafNode = {
  readonly kind: "leaf";
  readonly value: JsonPrimitive;
  readonly mark: Mark;
};
export type ListNode = { readonly kind: "list"; items: Node[]; readonly mark: Mark };
export type ObjectNode = {
  readonly kind: "object";
  readonly fields: Map<string, Node>;
  readonly mark: Mark;
};
export type Node = LeafNode | ListNode | ObjectNode;

/** The mark of every value in a render without provenance. */
const UNTRACKED: Mark = {
  source: { layer: "controller" },
  path: undefined,
  inputs: undefined,
  earlier: undefined,
};

/** Writes values in the name of one source. */
export type Pen = { readonly source: Source; readonly tracked: boolean };

export function markAt(pen: Pen, path: JsonPointer | undefined): Mark {
  return pen.tracked
    ? { source: pen.source, path, inputs: undefined, earlier: undefined }
    : UNTRACKED;
}

/** The mark of a value that is worked out from others. */
export function markComputed(pen: Pen, inputs: readonly Mark[]): Mark {
  if (!pen.tracked) return UNTRACKED;
  return {
    source: pen.source,
    path: undefined,
    inputs: inputs.length === 0 ? undefined : inputs,
    earlier: undefined,
  };
}

export function leaf(value: JsonPrimitive, mark: Mark): LeafNode {
  return { kind: "leaf", value, mark };
}

export function list(items: Node[], mark: Mark): ListNode {
  return { kind: "list", items, mark };
}

export function object(mark: Mark): ObjectNode {
  return { kind: "object", fields: new Map(), mark };
}

/** A plain description of a computed value; nodes in it keep their own marks. */
export type Shape =
  | string
  | number
  | boolean
  | Node
  | readonly Shape[]
  | { readonly [key: string]: Shape };

export function toNode(shape: Shape, mark: Mark): Node {
  if (typeof shape !== "object") return leaf(shape, mark);
  if (Array.isArray(shape))
    return list(
      shape.map((item: Shape) => toNode(item, mark)),
      mark,
    );
  return isNode(shape) ? shape : toObjectNode(shape as { readonly [key: string]: Shape }, mark);
}

export function toObjectNode(shape: { readonly [key: string]: Shape }, mark: Mark): ObjectNode {
  const node = object(mark);
  for (const key in shape) {
    const value = shape[key];
    if (value !== undefined) node.fields.set(key, toNode(value, mark));
  }
  return node;
}

function isNode(shape: object): shape is Node {
  return "mark" in shape && "kind" in shape;
}

/** `next` as a write over whatever `old` held: each of its leaves remembers the writer before it. */
export function overwrite(old: Node | undefined, next: Node): Node {
  if (old === undefined || next.mark === UNTRACKED) return next;
  if (next.kind === "object" && old.kind === "object") {
    const merged = object(withEarlier(next.mark, old.mark));
    for (const [key, value] of next.fields) {
      merged.fields.set(key, overwrite(old.fields.get(key) ?? old, value));
    }
    return merged;
  }
  return afterMark(next, old.mark);
}

function afterMark(node: Node, earlier: Mark): Node {
  const mark = withEarlier(node.mark, earlier);
  if (node.kind === "leaf") return leaf(node.value, mark);
  if (node.kind === "list")
    return list(
      node.items.map((item) => afterMark(item, earlier)),
      mark,
    );
  const copy = object(mark);
  for (const [key, value] of node.fields) copy.fields.set(key, afterMark(value, earlier));
  return copy;
}

function withEarlier(mark: Mark, earlier: Mark): Mark {
  if (mark.earlier === undefined) return { ...mark, earlier };
  return { ...mark, earlier: withEarlier(mark.earlier, earlier) };
}

/**
 * The key of a list item that a second writer named too: neither of them alone decides it any more,
 * so its origin stays with the first one, without a place.
 */
export function sharedKey(key: Node): Node {
  if (key.kind !== "leaf" || key.mark === UNTRACKED || key.mark.path === undefined) return key;
  return leaf(key.value, { ...key.mark, path: undefined });
}

export function setField(node: ObjectNode, key: string, value: Node): void {
  node.fields.set(key, overwrite(node.fields.get(key), value));
}

export function objectField(node: ObjectNode | undefined, key: string): ObjectNode | undefined {
  const value = node?.fields.get(key);
  return value?.kind === "object" ? value : undefined;
}

export function listField(node: ObjectNode | undefined, key: string): ListNode | undefined {
  const value = node?.fields.get(key);
  return value?.kind === "list" ? value : undefined;
}

export function leafField(node: ObjectNode | undefined, key: string): LeafNode | undefined {
  const value = node?.fields.get(key);
  return value?.kind === "leaf" ? value : undefined;
}

export function textField(node: ObjectNode | undefined, key: string): string | undefined {
  const value = leafField(node, key)?.value;
  return typeof value === "string" ? value : undefined;
}

export function numberField(node: ObjectNode | undefined, key: string): number | undefined {
  const value = leafField(node, key)?.value;
  return typeof value === "number" ? value : undefined;
}

/** The objects of a list field; lists of scalars give none. */
export function objectItems(node: ObjectNode | undefined, key: string): readonly ObjectNode[] {
  return (listField(node, key)?.items ?? []).filter((item) => item.kind === "object");
}

/** The list or object at `key`, made when it is missing. */
export function ensureList(node: ObjectNode, key: string, mark: Mark): ListNode {
  const found = listField(node, key);
  if (found !== undefined) return found;
  const made = list([], mark);
  node.fields.set(key, made);
  return made;
}

export function ensureObject(node: ObjectNode, key: string, mark: Mark): ObjectNode {
  const found = objectField(node, key);
  if (found !== undefined) return found;
  const made = object(mark);
  node.fields.set(key, made);
  return made;
}
