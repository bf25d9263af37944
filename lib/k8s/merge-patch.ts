import { isJsonObject, type Json, type MutableJsonObject } from "../util/json.ts";

/** RFC 7386: objects merge key by key, null removes, everything else (lists too) replaces. Input is never changed. */
export function applyMergePatch(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const result: MutableJsonObject = isJsonObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete result[key];
    else result[key] = applyMergePatch(result[key], value);
  }
  return result;
}
