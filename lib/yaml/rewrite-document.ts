import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  Pair,
  parseDocument,
  Scalar,
  visit,
  YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Json } from "../util/json.ts";
import { parsePointer } from "../util/pointer.ts";
import { isKeyEdit, type TextEdit } from "./json-edit.ts";
import { kubernetesTags } from "./kubernetes-tags.ts";
import { stringifyYaml } from "./stringify-yaml.ts";

/** One edit done on the tree of the document, which is printed anew: comments and order stay, spacing may change. */
export function rewriteDocument(text: string, edit: TextEdit): string {
  const document: Document = parseDocument(text, { merge: true, customTags: kubernetesTags });
  expandAliases(document);
  const steps = parsePointer(edit.pointer);
  const last = steps.at(-1);
  if (last === undefined) {
    const value = isKeyEdit(edit) ? undefined : edit.value;
    if (value !== undefined) document.contents = toNode(document, value);
  } else {
    const parent = steps
      .slice(0, -1)
      .reduce<unknown>((node, step) => stepInto(document, node, step), document.contents);
    if (isKeyEdit(edit)) renameKey(document, parent, last, edit.renameTo);
    else if (isMap(parent)) setMember(document, parent, last, edit.value);
    else if (isSeq(parent)) setItem(document, parent, last, edit.value);
  }
  return document.toString({
    indentSeq: /^( *)[^\s#-][^\n]*:\s*\n\1 +- /m.test(text),
    lineWidth: 0,
    blockQuote: "literal",
    flowCollectionPadding: /[{[] /.test(text),
  });
}

/** Writing through an alias would change every use of its anchor, so all of them are written out. */
function expandAliases(document: Document): void {
  const contents = document.contents;
  if (!isNode(contents)) return;
  let isUsed = false;
  visit(contents, {
    Alias: (_key, _alias) => {
      isUsed = true;
    },
    Pair: (_, pair) => {
      if (textOf(pair.key) === "<<") isUsed = true;
    },
  });
  if (!isUsed) return;
  visit(document, {
    Map: (_, map) => {
      if (!map.items.some((pair) => textOf(pair.key) === "<<")) return undefined;
      const plain: unknown = map.toJS(document);
      const own = new Map(map.items.map((pair) => [textOf(pair.key), pair]));
      const names = typeof plain === "object" && plain !== null ? Object.entries(plain) : [];
      map.items = names.map(([name, member]) => own.get(name) ?? document.createPair(name, member));
      return undefined;
    },
    Alias: (_, alias) => {
      const target = alias.resolve(document);
      return target === undefined ? undefined : document.createNode(target.toJS(document));
    },
  });
  visit(document, {
    Node: (_, node) => {
      if ("anchor" in node) delete node.anchor;
    },
  });
}

function textOf(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  return typeof key.value === "symbol" ? key.value.description : String(key.value);
}

function stepInto(document: Document, node: unknown, step: string): unknown {
  if (isSeq(node)) return node.items[Number(step)];
  if (!isMap(node)) return undefined;
  const pair = node.items.find((item) => textOf(item.key) === step);
  if (pair !== undefined && (isMap(pair.value) || isSeq(pair.value))) return pair.value;
  const made = new YAMLMap(document.schema);
  if (pair !== undefined) pair.value = made;
  else addPair(document, node, step, made);
  return made;
}

function addPair(document: Document, map: YAMLMap, name: string, value: Node): void {
  if (map.items.length === 0) map.flow = false;
  map.items.push(new Pair<unknown, unknown>(toNode(document, name), value));
}

function renameKey(document: Document, parent: unknown, name: string, to: string): void {
  if (!isMap(parent)) return;
  const pair = parent.items.find((item) => textOf(item.key) === name);
  if (pair !== undefined) pair.key = replacement(document, pair.key, to);
}

function setMember(document: Document, map: YAMLMap, name: string, value: Json | undefined): void {
  const index = map.items.findIndex((item) => textOf(item.key) === name);
  const pair = map.items[index];
  if (value === undefined) {
    if (pair === undefined) return;
    map.items.splice(index, 1);
    keepComments(map, index, pair);
  } else if (pair === undefined) addPair(document, map, name, toNode(document, value));
  else pair.value = replacement(document, pair.value, value);
}

function setItem(document: Document, list: YAMLSeq, step: string, value: Json | undefined): void {
  const index = step === "-" ? list.items.length : Number(step);
  const item = list.items[index];
  if (value === undefined) {
    list.items.splice(index, 1);
    keepComments(list, index, item);
  } else if (item === undefined) {
    if (list.items.length === 0) list.flow = false;
    list.items.push(toNode(document, value));
  } else list.items[index] = replacement(document, item, value);
}

function replacement(document: Document, old: unknown, value: Json): Node {
  const node = toNode(document, value);
  if (!isScalar(old) && !isCollection(old)) return node;
  if (typeof old.commentBefore === "string") node.commentBefore = old.commentBefore;
  if (isScalar(old) === isScalar(node) && typeof old.comment === "string")
    node.comment = old.comment;
  return node;
}

/** Lines above a removed entry, and those that the reader hung behind it, go to its neighbour. */
function keepComments(parent: YAMLMap | YAMLSeq, index: number, removed: unknown): void {
  const key = isPair(removed) ? removed.key : removed;
  const value = isPair(removed) ? removed.value : removed;
  const kept = [
    isNode(key) ? key.commentBefore : undefined,
    isCollection(value) && value.flow !== true ? value.comment : undefined,
  ].filter((text) => typeof text === "string");
  if (kept.length === 0) return;
  const next: unknown = parent.items[index];
  const target = isPair(next) ? next.key : next;
  if (isNode(target))
    target.commentBefore = [...kept, target.commentBefore].filter(isText).join("\n");
  else parent.comment = [parent.comment, ...kept].filter(isText).join("\n");
}

function isText(text: string | null | undefined): text is string {
  return typeof text === "string";
}

/** Texts that an older reader would take for another type are quoted, as `stringifyYaml` does. */
function toNode(document: Document, value: Json): Node {
  const node = document.createNode(value);
  visit(node, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value !== "string") return undefined;
      const printed = stringifyYaml(scalar.value);
      if (printed.startsWith('"')) scalar.type = Scalar.QUOTE_DOUBLE;
      return undefined;
    },
  });
  return isAlias(node) ? new Scalar(null) : node;
}
