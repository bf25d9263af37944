import type { Json } from "#lib/util/json.ts";

/** Plain data as JSON has it: without keys that are undefined. */
export function toJsonValue(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
