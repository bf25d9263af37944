import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Pair,
  type YAMLMap,
} from "yaml";
import { type JsonPointer, parsePointer } from "../util/pointer.ts";

/** Lines and columns from 1; the end is exclusive. */
export type TextRange = {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
};

/** "key" is the map key of the pointer's last step; a list element has none, its value stands in. */
export type PointerPart = "value" | "key";

type Offsets = readonly [start: number, end: number];
type Found = { readonly key?: Node | undefined; readonly value: Node };

export function toTextRange([start, end]: Offsets, lines: LineCounter): TextRange {
  const from = lines.linePos(start);
  const to = lines.linePos(end);
  return { line: from.line, column: from.col, endLine: to.line, endColumn: to.col };
}

/** Offsets of what a pointer names; aliases and merge keys are followed to where the text really stands. */
export function rangeOfPointer(
  document: Document,
  pointer: JsonPointer,
  part: PointerPart,
): Offsets | undefined {
  let found: Found | undefined = toFound(document.contents);
  for (const step of parsePointer(pointer)) {
    if (found === undefined) return undefined;
    found = stepInto(document, found.value, step);
  }
  if (found === undefined) return undefined;
  const node = part === "key" ? (found.key ?? found.value) : found.value;
  const range = node.range;
  return range === undefined || range === null ? undefined : [range[0], range[1]];
}

function stepInto(document: Document, node: Node, step: string): Found | undefined {
  const target = isAlias(node) ? node.resolve(document) : node;
  if (isSeq(target)) return toFound(target.items[Number(step)]);
  return isMap(target) ? memberOf(document, target, step) : undefined;
}

function memberOf(document: Document, map: YAMLMap, name: string): Found | undefined {
  const own = map.items.findLast((pair) => keyText(pair) === name);
  if (own !== undefined) return foundInPair(own);
  for (const pair of map.items) {
    if (keyText(pair) !== "<<") continue;
    const merged = mergedMember(document, pair.value, name);
    if (merged !== undefined) return merged;
  }
  return undefined;
}

/** A merge key holds a map, an alias of one, or a list of those; the first that has the name counts. */
function mergedMember(document: Document, source: unknown, name: string): Found | undefined {
  const target = isAlias(source) ? source.resolve(document) : source;
  if (isMap(target)) return memberOf(document, target, name);
  if (!isSeq(target)) return undefined;
  for (const item of target.items) {
    const found = mergedMember(document, item, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function foundInPair(pair: Pair): Found | undefined {
  const value = toFound(pair.value) ?? toFound(pair.key);
  if (value === undefined) return undefined;
  return { key: toFound(pair.key)?.value, value: value.value };
}

function keyText(pair: Pair): string | undefined {
  if (!isScalar(pair.key)) return undefined;
  const { value } = pair.key;
  // The merge key's value is a symbol of that name.
  return typeof value === "symbol" ? value.description : String(value);
}

function toFound(value: unknown): Found | undefined {
  if (isPair(value)) return foundInPair(value);
  const isNode = isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);
  return isNode ? { value } : undefined;
}
