/**
 * Which lists inside JobSets, Jobs and Pods are list-maps, with their keys (core/v1, batch/v1, JobSet 0.12), named by the
 * field that holds the list: `volumes` and their kin have the same keys wherever they occur. volumeMounts merge by
 * mountPath, whatever the override CRDs say. Every list that is not here is atomic or holds scalars.
 */
const JOBSET_LIST_KEYS: { readonly [field: string]: readonly string[] } = {
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

/** The keys of a list-map of a JobSet, Job or Pod; undefined for a list that is replaced as a whole. */
export function jobSetListKeys(field: string): readonly string[] | undefined {
  return Object.hasOwn(JOBSET_LIST_KEYS, field) ? JOBSET_LIST_KEYS[field] : undefined;
}
