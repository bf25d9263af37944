import type { Json } from "#lib/util/json.ts";

const LONGEST = 120;

/** A value on one line, cut where it is long. */
export function shortValue(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
