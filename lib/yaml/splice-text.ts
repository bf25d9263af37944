import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isJsonArray, isJsonObject, type Json } from "../util/json.ts";
import { parsePointer } from "../util/pointer.ts";
import { isKeyEdit, type TextEdit } from "./json-edit.ts";
import { kubernetesTags } from "./kubernetes-tags.ts";
import { stringifyYaml } from "./stringify-yaml.ts";

/**
 * One edit done on the letters of a block-style text; undefined where that is not simple. The caller proves the answer
 * by reading it.
 */
export function spliceText(text: string, edit: TextEdit): string | undefined {
  const document = parseDocument(text, { merge: true, customTags: kubernetesTags });
  const contents: unknown = document.contents;
  if (!isMap(contents) || contents.flow === true || hasAlias(contents)) return undefined;
  const value = isKeyEdit(edit) ? undefined : edit.value;
  const place = findPlace(contents, parsePointer(edit.pointer), value);
  if (place === undefined) return undefined;
  if (isKeyEdit(edit)) return spliceKey(text, place, edit.renameTo);
  const style = { indentSeq: hasIndentedList(contents, text) };
  const source: Source = { text, style };
  const { parent } = place;
  if (isMap(parent)) return spliceMap(source, parent, place);
  return spliceList(source, parent, place.step, place.value);
}

type Source = { readonly text: string; readonly style: { readonly indentSeq: boolean } };
type Place = {
  readonly parent: YAMLMap | YAMLSeq;
  readonly step: string;
  readonly value: Json | undefined;
  /** Whose value the parent is; none for the root and for list elements. */
  readonly owner: Pair | undefined;
};

function hasAlias(node: Node): boolean {
  let found = false;
  visit(node, {
    Alias: (_key, _alias) => {
      found = true;
      return visit.BREAK;
    },
    Pair: (_, pair) => {
      if (keyText(pair) !== "<<") return undefined;
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

/** The deepest block collection on the way that exists; maps that are missing become part of the value. */
function findPlace(
  root: YAMLMap,
  steps: readonly string[],
  value: Json | undefined,
): Place | undefined {
  let parent: YAMLMap | YAMLSeq = root;
  let owner: Pair | undefined;
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const next = isLast ? undefined : childOf(parent, step);
    if (isCollection(next) && next.items.length > 0) {
      if (next.flow === true || !(isMap(next) || isSeq(next))) return undefined;
      owner = isMap(parent) ? pairOf(parent, step) : undefined;
      parent = next;
      continue;
    }
    if (isAlias(next)) return undefined;
    const wrapped = steps
      .slice(index + 1)
      .reduceRight<Json | undefined>((inner, name) => ({ [name]: inner }), value);
    return { parent, step, value: wrapped, owner };
  }
  return undefined;
}

function childOf(parent: YAMLMap | YAMLSeq, step: string): unknown {
  if (isSeq(parent)) return parent.items[Number(step)];
  return isMap(parent) ? pairOf(parent, step)?.value : undefined;
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => keyText(pair) === key);
}

function keyText(pair: Pair): string | undefined {
  if (!isScalar(pair.key)) return undefined;
  const { value } = pair.key;
  return typeof value === "symbol" ? value.description : String(value);
}

function spliceMap(
  source: Source,
  map: YAMLMap,
  { step, value, owner }: Place,
): string | undefined {
  const pair = pairOf(map, step);
  if (pair === undefined) return appendTo(source, map, { [step]: value });
  if (value === undefined)
    return map.items.length === 1 ? emptyMap(source, pair, owner) : removePair(source, map, pair);
  const node: unknown = pair.value;
  if (isScalar(node) && !isJsonObject(value) && !isJsonArray(value) && node.source !== "")
    return replaceScalar(source, node, value);
  return replaceValue(source, map, pair, value);
}

function spliceKey(text: string, { parent, step }: Place, to: string): string | undefined {
  const key = isMap(parent) ? pairOf(parent, step)?.key : undefined;
  if (!isScalar(key) || key.range === undefined || key.range === null) return undefined;
  const next = stringifyYaml({ [to]: 1 }).trimEnd();
  if (!next.endsWith(": 1") || next.includes("\n")) return undefined;
  return text.slice(0, key.range[0]) + next.slice(0, -": 1".length) + text.slice(key.range[1]);
}

function spliceList(
  source: Source,
  list: YAMLSeq,
  step: string,
  value: Json | undefined,
): string | undefined {
  const { text } = source;
  const node = list.items[Number(step)];
  if (node === undefined) return value === undefined ? undefined : appendTo(source, list, [value]);
  if (isScalar(node) && value !== undefined && !isJsonObject(value) && !isJsonArray(value))
    return replaceScalar(source, node, value);
  if (value !== undefined || list.items.length === 1) return undefined;
  const dash = text.lastIndexOf("-", (startOf(node) ?? 0) - 1);
  const end = endOf(node);
  return end === undefined || dash < 0 ? undefined : removeLines(text, dash, end);
}

function replaceScalar({ text }: Source, node: Node, value: Json): string | undefined {
  const range = node.range;
  if (range === undefined || range === null) return undefined;
  if (isScalar(node) && (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED"))
    return undefined;
  const next = stringifyYaml(value).trimEnd();
  if (next.includes("\n")) return undefined;
  return text.slice(0, range[0]) + next + text.slice(range[1]);
}

/** Behind the last line of the collection's last element, at the collection's own indentation. */
function appendTo(
  source: Source,
  parent: YAMLMap | YAMLSeq,
  addition: Json | { readonly [key: string]: Json | undefined },
): string | undefined {
  const { text, style } = source;
  const start = isMap(parent) ? startOf(parent.items[0]?.key) : startOf(parent);
  const end = endOf(parent);
  if (start === undefined || end === undefined) return undefined;
  const at = lineEnd(text, end);
  const block = indented(stringifyYaml(addition, style), columnOf(text, start));
  const head = text.slice(0, at);
  return `${head}${head.endsWith("\n") || head === "" ? "" : "\n"}${block}${text.slice(at)}`;
}

function removePair({ text }: Source, map: YAMLMap, pair: Pair): string | undefined {
  const start = startOf(pair.key);
  const end = endOf(pair);
  if (start === undefined || end === undefined) return undefined;
  if (text.slice(lineStart(text, start), start).trim() === "") return removeLines(text, start, end);
  // The first key of a list element shares its line with the dash: the next key takes its place.
  const next = startOf(map.items[1]?.key);
  if (map.items[0] !== pair || next === undefined) return undefined;
  const between = text.slice(lineEnd(text, end), next);
  return between.trim() === "" ? text.slice(0, start) + text.slice(next) : undefined;
}

/** The last key goes: `{}` stands behind the owner's colon, comments stay where they are. */
function emptyMap({ text }: Source, pair: Pair, owner: Pair | undefined): string | undefined {
  const start = startOf(pair.key);
  const end = endOf(pair);
  const key = owner?.key;
  if (start === undefined || end === undefined || !isScalar(key)) return undefined;
  const colon = text.indexOf(":", key.range?.[1] ?? text.length);
  if (colon < 0 || text.slice(lineStart(text, start), start).trim() !== "") return undefined;
  return `${text.slice(0, colon + 1)} {}${text.slice(colon + 1, lineStart(text, start))}${text.slice(lineEnd(text, end))}`;
}

/** Another value behind the same colon; a comment beside the key stays, what stands inside the old value goes. */
function replaceValue(
  { text, style }: Source,
  map: YAMLMap,
  { key, value: old }: Pair,
  value: Json,
): string | undefined {
  const first = startOf(map.items[0]?.key);
  const start = isScalar(key) ? key.range?.[1] : undefined;
  const end = endOf({ key, value: old });
  if (first === undefined || start === undefined || end === undefined) return undefined;
  const colon = text.indexOf(":", start);
  const keyStop = lineStop(text, colon);
  const isBlock = end > keyStop;
  const tail = text.slice(isBlock ? colon + 1 : Math.max(end, colon + 1), keyStop).trim();
  if (colon < 0 || (tail !== "" && !tail.startsWith("#"))) return undefined;
  const lines = stringifyYaml({ k: value }, style).trimEnd().split("\n");
  const head = `${text.slice(0, colon)}${(lines[0] ?? "").slice(1)}${tail === "" ? "" : ` ${tail}`}`;
  const rest = lines.slice(1).map((line) => `\n${pad(line, columnOf(text, first))}`);
  return `${head}${rest.join("")}${text.slice(isBlock ? lineStop(text, end) : keyStop)}`;
}

/** Where the line's break stands, or the text ends. */
function lineStop(text: string, offset: number): number {
  const stop = lineEnd(text, offset);
  return text[stop - 1] === "\n" ? stop - 1 : stop;
}

function removeLines(text: string, start: number, end: number): string {
  return text.slice(0, lineStart(text, start)) + text.slice(lineEnd(text, end));
}

function indented(block: string, column: number): string {
  const lines = block.trimEnd().split("\n");
  return `${lines.map((line) => pad(line, column)).join("\n")}\n`;
}

function pad(line: string, column: number): string {
  return line === "" ? line : " ".repeat(column) + line;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Behind the line's break. An offset at the start of a line (the end of a block scalar) is such a place already. */
function lineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === "\n") return offset;
  const at = text.indexOf("\n", offset);
  return at < 0 ? text.length : at + 1;
}

function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

function startOf(node: unknown): number | undefined {
  if (isScalar(node) || isCollection(node)) {
    if (isMap(node) && node.flow !== true) return startOf(node.items[0]?.key);
    return node.range?.[0];
  }
  return undefined;
}

/** Where the last letter of a node ends; comments behind it are not part of it. */
function endOf(node: unknown): number | undefined {
  if (isScalar(node)) return node.range?.[1];
  if (isCollection(node)) {
    if (node.flow === true || node.items.length === 0) return node.range?.[1];
    const last: unknown = node.items.at(-1);
    return endOf(last);
  }
  if (typeof node === "object" && node !== null && "key" in node) {
    const value: unknown = "value" in node ? node.value : undefined;
    const isAbsent = value === null || (isScalar(value) && value.source === "");
    return isAbsent ? endOf(node.key) : endOf(value);
  }
  return undefined;
}

/** How the text writes lists below a key; without an example as kubectl does, not indented. */
function hasIndentedList(root: YAMLMap, text: string): boolean {
  let found = false;
  visit(root, {
    Pair: (_, pair) => {
      const list = pair.value;
      const key = startOf(pair.key);
      const dash = isSeq(list) && list.flow !== true ? startOf(list) : undefined;
      if (key === undefined || dash === undefined) return undefined;
      found = columnOf(text, dash) > columnOf(text, key);
      return visit.BREAK;
    },
  });
  return found;
}
