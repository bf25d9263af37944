/** The kinds that this product reads or writes, with what the API server calls them. */
export type KindInfo = {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
};

const kind = (
  group: string,
  version: string,
  name: string,
  plural: string,
  namespaced = true,
): KindInfo => ({
  group,
  version,
  kind: name,
  plural,
  namespaced,
});

export const TRAINER_GROUP = "trainer.kubeflow.org";
export const JOBSET_GROUP = "jobset.x-k8s.io";

export const KINDS = {
  TrainJob: kind(TRAINER_GROUP, "v1alpha1", "TrainJob", "trainjobs"),
  TrainingRuntime: kind(TRAINER_GROUP, "v1alpha1", "TrainingRuntime", "trainingruntimes"),
  ClusterTrainingRuntime: kind(
    TRAINER_GROUP,
    "v1alpha1",
    "ClusterTrainingRuntime",
    "clustertrainingruntimes",
    false,
  ),
  JobSet: kind(JOBSET_GROUP, "v1alpha2", "JobSet", "jobsets"),
  Job: kind("batch", "v1", "Job", "jobs"),
  Pod: kind("", "v1", "Pod", "pods"),
  ConfigMap: kind("", "v1", "ConfigMap", "configmaps"),
  Secret: kind("", "v1", "Secret", "secrets"),
  Service: kind("", "v1", "Service", "services"),
  Event: kind("", "v1", "Event", "events"),
  Namespace: kind("", "v1", "Namespace", "namespaces", false),
  CustomResourceDefinition: kind(
    "apiextensions.k8s.io",
    "v1",
    "CustomResourceDefinition",
    "customresourcedefinitions",
    false,
  ),
  CoschedulingPodGroup: kind("scheduling.x-k8s.io", "v1alpha1", "PodGroup", "podgroups"),
  VolcanoPodGroup: kind("scheduling.volcano.sh", "v1beta1", "PodGroup", "podgroups"),
  Workload: kind("kueue.x-k8s.io", "v1beta1", "Workload", "workloads"),
} as const satisfies Record<string, KindInfo>;

export function apiVersionOf(info: KindInfo): string {
  return info.group === "" ? info.version : `${info.group}/${info.version}`;
}

/** `/api/v1/...` or `/apis/<group>/<version>/...`; without a namespace the collection over all namespaces. */
export function collectionPath(info: KindInfo, namespace?: string | undefined): string {
  const root = info.group === "" ? `/api/${info.version}` : `/apis/${info.group}/${info.version}`;
  const scope =
    info.namespaced && namespace !== undefined
      ? `/namespaces/${encodeURIComponent(namespace)}`
      : "";
  return `${root}${scope}/${info.plural}`;
}

export function objectPath(info: KindInfo, namespace: string | undefined, name: string): string {
  return `${collectionPath(info, namespace)}/${encodeURIComponent(name)}`;
}
