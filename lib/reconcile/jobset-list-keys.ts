/**
 * Which lists inside a JobSet are list-maps for server-side apply, with their keys (core/v1, batch/v1 and JobSet 0.12).
 * Named by the field that holds the list; every list that is not here is atomic or holds scalars.
 * `volumes` and their kin have the same keys wherever they occur, so the field's name is enough.
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
};

/** The keys of a list-map; undefined for a list that is replaced as a whole. */
export function listKeysOf(field: string): readonly string[] | undefined {
  return LIST_KEYS[field];
}

/** Equal texts for items that server-side apply takes for the same one. */
export function listKeyText(
  item: { readonly [key: string]: unknown },
  keys: readonly string[],
): string {
  return JSON.stringify(keys.map((key) => item[key] ?? (key === "protocol" ? "TCP" : null)));
}
