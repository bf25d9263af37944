import { KINDS, type KindInfo } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";

export type WatchedKind = {
  readonly info: KindInfo;
  /** What is kept of an object; undefined: not at all. */
  readonly keep: (object: KubeObject) => KubeObject | undefined;
};

const withoutManagedFields = (object: KubeObject): KubeObject => {
  if (object.metadata.managedFields === undefined) return object;
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata };
};

const SNAPSHOT_SUFFIX = "-runtime-snapshot";
export const TRAINER_CONFIG = "kubeflow-trainer-public";

/** Other ConfigMaps may hold anything; they are not kept. */
const trainerConfigMap = (object: KubeObject): KubeObject | undefined => {
  const name = object.metadata.name ?? "";
  return name.endsWith(SNAPSHOT_SUFFIX) || name === TRAINER_CONFIG
    ? withoutManagedFields(object)
    : undefined;
};

/** SPEC C4: no Secret, ever. */
export const WATCHED = {
  TrainJob: { info: KINDS.TrainJob, keep: (object) => object },
  JobSet: { info: KINDS.JobSet, keep: withoutManagedFields },
  Job: { info: KINDS.Job, keep: withoutManagedFields },
  Pod: { info: KINDS.Pod, keep: withoutManagedFields },
  Event: { info: KINDS.Event, keep: withoutManagedFields },
  Workload: { info: KINDS.Workload, keep: withoutManagedFields },
  TrainingRuntime: { info: KINDS.TrainingRuntime, keep: withoutManagedFields },
  ClusterTrainingRuntime: { info: KINDS.ClusterTrainingRuntime, keep: withoutManagedFields },
  ConfigMap: { info: KINDS.ConfigMap, keep: trainerConfigMap },
  Namespace: { info: KINDS.Namespace, keep: withoutManagedFields },
} as const satisfies Record<string, WatchedKind>;

export type WatchedName = keyof typeof WATCHED;
export const WATCHED_NAMES = Object.keys(WATCHED).filter((name): name is WatchedName =>
  Object.hasOwn(WATCHED, name),
);

export function snapshotName(trainJobName: string): string {
  return `${trainJobName}${SNAPSHOT_SUFFIX}`;
}
