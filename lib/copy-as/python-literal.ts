import { isJsonArray, type Json } from "#lib/util/json.ts";
import { visibleJson } from "./visible-json.ts";

const STEP = "    ";

/**
 * The value as a Python literal, one item a line. Strings are JSON strings: every escape of JSON means the same in Python.
 * `indent` is that of the line in which the literal begins.
 */
export function pythonLiteral(value: Json, indent = ""): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value !== "object") return visibleJson(value);
  const inner = indent + STEP;
  if (isJsonArray(value)) {
    const items = value.map((item) => pythonLiteral(item, inner));
    return bracketed("[", items, "]", indent);
  }
  const items = Object.entries(value).flatMap(([key, item]) =>
    item === undefined ? [] : [`${visibleJson(key)}: ${pythonLiteral(item, inner)}`],
  );
  return bracketed("{", items, "}", indent);
}

function bracketed(open: string, items: readonly string[], close: string, indent: string): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${indent}${STEP}${item},\n`).join("")}${indent}${close}`;
}
