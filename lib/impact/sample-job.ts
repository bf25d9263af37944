import { apiVersionOf, KINDS } from "../k8s/kinds.ts";
import type { KubeObject } from "../k8s/object.ts";

export const SAMPLE_NAME = "example";

/** The plainest TrainJob that uses the runtime: a trainer with nothing set, no override. */
export function sampleTrainJob(runtime: KubeObject): KubeObject {
  const { kind, metadata } = runtime;
  return {
    apiVersion: apiVersionOf(KINDS.TrainJob),
    kind: KINDS.TrainJob.kind,
    metadata: { name: SAMPLE_NAME, namespace: metadata.namespace ?? "default", uid: SAMPLE_NAME },
    spec: {
      runtimeRef: { apiGroup: KINDS.TrainJob.group, kind, name: metadata.name ?? "" },
      trainer: {},
    },
  };
}
