import {
  asArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
} from "../util/json.ts";

/**
 * List-maps of a runtime patch whose elements merge, and those whose elements are replaced whole: an env var or a
 * volume of two sources is no valid one. All are keyed by `name`, as in the CRD (volumeMounts too). Other lists are atomic.
 */
const MERGED = new Set(["replicatedJobs", "containers", "initContainers"]);
const REPLACED = new Set(["env", "volumes", "volumeMounts", "imagePullSecrets", "schedulingGates"]);

/**
 * Lays a `trainingRuntimeSpec` over the stored one of the same manager: maps key by key, list-maps by name with new
 * elements last, everything else replaced; null removes a key. Neither argument is changed.
 */
export function mergeRuntimeSpec(stored: JsonObject, override: JsonObject): JsonObject {
  const merged: MutableJsonObject = { ...stored };
  for (const [key, value] of Object.entries(override)) {
    if (value === undefined) continue;
    if (value === null) delete merged[key];
    else merged[key] = mergeValue(key, stored[key], value);
  }
  return merged;
}

function mergeValue(key: string, stored: Json | undefined, value: Json): Json {
  if (isJsonObject(value)) return mergeRuntimeSpec(isJsonObject(stored) ? stored : {}, value);
  const before = asArray(stored);
  const after = asArray(value);
  if (before === undefined || after === undefined) return value;
  if (!MERGED.has(key) && !REPLACED.has(key)) return value;
  return mergeByName(before, after, MERGED.has(key));
}

function mergeByName(before: readonly Json[], after: readonly Json[], deep: boolean): Json {
  const result = [...before];
  for (const item of after) {
    const at = isJsonObject(item)
      ? result.findIndex((other) => isJsonObject(other) && other["name"] === item["name"])
      : -1;
    const found = result[at];
    if (!isJsonObject(item) || !isJsonObject(found)) result.push(item);
    else result[at] = deep ? mergeRuntimeSpec(found, item) : item;
  }
  return result;
}
