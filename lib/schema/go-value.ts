import { isJsonArray, isJsonObject, type Json } from "../util/json.ts";
import { byCodeUnit } from "./code-unit-order.ts";

const ESCAPES: { readonly [key: string]: string } = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** JSON as Go's encoder writes it for people: HTML characters escaped. Key order is the caller's. */
export function toGoJson(value: Json | undefined): string {
  return JSON.stringify(value ?? null).replaceAll(
    /[<>&\u2028\u2029]/g,
    (char) => ESCAPES[char] ?? char,
  );
}

/** A value in a field error: text quoted as Go's %q does, scalars plain, maps with sorted keys, lists as JSON. */
export function toGoValue(value: Json | undefined): string {
  if (typeof value === "string") return toGoQuoted(value);
  return toGoJson(sortKeys(value));
}

const SHORT: { readonly [key: string]: string } = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\u000b": "\\v",
  '"': '\\"',
  "\\": "\\\\",
};

/** Go's %q: printable characters stay, controls become escapes. */
export function toGoQuoted(text: string): string {
  let out = '"';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const short = SHORT[char];
    if (short !== undefined) out += short;
    else if (code < 0x20 || code === 0x7f) out += `\\x${code.toString(16).padStart(2, "0")}`;
    else out += char;
  }
  return `${out}"`;
}

function sortKeys(value: Json | undefined): Json | undefined {
  if (isJsonArray(value)) return value.map((item) => sortKeys(item) ?? null);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).sort(byCodeUnit);
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key])]));
}
