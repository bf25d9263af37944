import { jobSetListKeys } from "../k8s/list-keys.ts";
import { isJsonObject, type Json, type JsonObject } from "../util/json.ts";

/** Lists of status and of the Trainer API; those of JobSet, Job and Pod have their own table. */
const FURTHER_LIST_KEYS: { readonly [field: string]: readonly string[] } = {
  conditions: ["type"],
  jobsStatus: ["name"],
  replicatedJobsStatus: ["name"],
  runtimePatches: ["manager"],
  templateOverrides: ["manager"],
  job: ["time"],
  pod: ["time"],
};

/**
 * The fields that name an element of this list; undefined for a list that is one value: tolerations, commands and
 * arguments, match expressions.
 */
export function listKeysOf(field: string): readonly string[] | undefined {
  const further = Object.hasOwn(FURTHER_LIST_KEYS, field) ? FURTHER_LIST_KEYS[field] : undefined;
  return jobSetListKeys(field) ?? further;
}

/** Elements by name, in list order; undefined where the list is no proper list-map (a key missing, or twice). */
export function byListKey(
  list: readonly Json[],
  keys: readonly string[],
): ReadonlyMap<string, number> | undefined {
  const names = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    const name = isJsonObject(item) ? nameOf(item, keys) : undefined;
    if (name === undefined || names.has(name)) return undefined;
    names.set(name, index);
  }
  return names;
}

function nameOf(item: JsonObject, keys: readonly string[]): string | undefined {
  const parts: string[] = [];
  for (const key of keys) {
    const part = item[key] ?? (key === "protocol" ? "TCP" : undefined);
    if (typeof part !== "string" && typeof part !== "number") return undefined;
    parts.push(String(part));
  }
  return parts.join("/");
}
