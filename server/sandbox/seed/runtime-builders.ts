import { apiVersionOf, KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JsonObject } from "#lib/util/json.ts";

/** One replicated job of a runtime; the ancestor is the value of Trainer's step label on the Job template. */
export type JobTemplate = {
  readonly name: string;
  readonly ancestor?: string | undefined;
  readonly container: JsonObject;
  readonly sidecars?: readonly JsonObject[] | undefined;
  readonly pod?: JsonObject | undefined;
  readonly job?: JsonObject | undefined;
  readonly dependsOn?: readonly { readonly name: string; readonly status: "Ready" | "Complete" }[];
};

export type RuntimeTemplate = {
  readonly name: string;
  readonly framework: string;
  readonly mlPolicy: JsonObject;
  readonly jobs: readonly JobTemplate[];
  /** Other fields of the JobSet spec. */
  readonly jobSet?: JsonObject | undefined;
  readonly labels?: { readonly [key: string]: string } | undefined;
};

const ANCESTOR = "trainer.kubeflow.org/trainjob-ancestor-step";
const FRAMEWORK = "trainer.kubeflow.org/framework";

export function aClusterRuntime(template: RuntimeTemplate): KubeObject {
  return {
    apiVersion: apiVersionOf(KINDS.ClusterTrainingRuntime),
    kind: "ClusterTrainingRuntime",
    metadata: metadataOf(template),
    spec: specOf(template),
  };
}

export function aRuntime(namespace: string, template: RuntimeTemplate): KubeObject {
  return {
    apiVersion: apiVersionOf(KINDS.TrainingRuntime),
    kind: "TrainingRuntime",
    metadata: { ...metadataOf(template), namespace },
    spec: specOf(template),
  };
}

function metadataOf({ name, framework, labels }: RuntimeTemplate): KubeObject["metadata"] {
  return { name, labels: { [FRAMEWORK]: framework, ...labels } };
}

/** With the defaults of the CRD written out, as a cluster stores it. */
function specOf({ mlPolicy, jobs, jobSet }: RuntimeTemplate): JsonObject {
  return {
    mlPolicy,
    template: { spec: { ...jobSet, replicatedJobs: jobs.map(toReplicatedJob) } },
  };
}

function toReplicatedJob(template: JobTemplate): JsonObject {
  const { name, ancestor, container, sidecars = [], pod, job, dependsOn } = template;
  const metadata = ancestor === undefined ? {} : { metadata: { labels: { [ANCESTOR]: ancestor } } };
  return {
    name,
    groupName: "default",
    replicas: 1,
    ...(dependsOn === undefined ? {} : { dependsOn }),
    template: {
      ...metadata,
      spec: { ...job, template: { spec: { ...pod, containers: [container, ...sidecars] } } },
    },
  };
}
