import { isJsonObject, type Json, type JsonObject } from "../util/json.ts";

/**
 * Which lists are list-maps, by the field that holds them, with the fields that name an element: JobSet, Job and Pod as
 * Kubernetes merges them (volumeMounts by mountPath, whatever the override CRDs say), and the lists of the Trainer API.
 * Everything else is compared as one value: tolerations, commands and arguments, match expressions.
 */
const LIST_KEYS: { readonly [field: string]: readonly string[] } = {
  replicatedJobs: ["name"],
  dependsOn: ["name"],
  containers: ["name"],
  initContainers: ["name"],
  ephemeralContainers: ["name"],
  env: ["name"],
  ports: ["containerPort", "protocol"],
  volumeMounts: ["mountPath"],
  volumeDevices: ["devicePath"],
  volumes: ["name"],
  imagePullSecrets: ["name"],
  schedulingGates: ["name"],
  resourceClaims: ["name"],
  claims: ["name"],
  hostAliases: ["ip"],
  topologySpreadConstraints: ["topologyKey", "whenUnsatisfiable"],
  ownerReferences: ["uid"],
  conditions: ["type"],
  jobsStatus: ["name"],
  replicatedJobsStatus: ["name"],
  runtimePatches: ["manager"],
  templateOverrides: ["manager"],
  job: ["time"],
  pod: ["time"],
};

/** The fields that name an element of this list; undefined for a list that is one value. */
export function listKeysOf(field: string): readonly string[] | undefined {
  return LIST_KEYS[field];
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
