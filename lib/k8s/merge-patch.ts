import { isJsonObject, type Json } from "../util/json.ts";

/** RFC 7386: objects merge key by key, null removes, everything else (lists too) replaces. Input is never changed. */
export function applyMergePatch(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  // By a map: any text may be a key, also one that objects inherit.
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) merged.delete(key);
    else merged.set(key, applyMergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}
