import type { KubeObject } from "#lib/k8s/object.ts";
import type { RenderResult } from "#lib/render/index.ts";
import { getIn, type Json, type JsonObject } from "#lib/util/json.ts";

const ANCESTOR = "trainer.kubeflow.org/trainjob-ancestor-step";

export type JobShape = {
  readonly name?: string;
  readonly ancestor?: string;
  readonly job?: JsonObject;
  readonly jobSpec?: JsonObject;
  readonly pod?: JsonObject;
  readonly container?: JsonObject;
};

/** A replicated job with one container, as a raw file has it. */
export function aJob({
  name = "node",
  ancestor = "trainer",
  job,
  jobSpec,
  pod,
  container,
}: JobShape = {}): JsonObject {
  return {
    name,
    template: {
      ...(ancestor === "" ? {} : { metadata: { labels: { [ANCESTOR]: ancestor } } }),
      spec: {
        template: {
          spec: { containers: [{ name: "node", image: "img:1", ...container }], ...pod },
        },
        ...jobSpec,
      },
    },
    ...job,
  };
}

export type RuntimeShape = {
  readonly name?: string;
  readonly mlPolicy?: JsonObject | undefined;
  readonly podGroupPolicy?: JsonObject;
  readonly jobs?: readonly JsonObject[];
  readonly metadata?: JsonObject;
  readonly jobSet?: JsonObject;
};

export function aRuntime(shape: RuntimeShape = {}): KubeObject {
  const { name = "base", mlPolicy, podGroupPolicy, jobs = [aJob()], metadata, jobSet } = shape;
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "ClusterTrainingRuntime",
    metadata: { name },
    spec: {
      mlPolicy,
      podGroupPolicy,
      template: { metadata, spec: { replicatedJobs: jobs, ...jobSet } },
    },
  };
}

export function aTrainJob(spec: JsonObject = {}, more: JsonObject = {}): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "tj", namespace: "ns", uid: "u1" },
    spec: { runtimeRef: { name: "base" }, ...spec },
    ...more,
  };
}

/** One entry of runtimePatches for one job. */
export function aPatch(manager: string, podSpec: JsonObject, job = "node"): JsonObject {
  const template = { spec: { template: { spec: podSpec } } };
  return {
    manager,
    trainingRuntimeSpec: { template: { spec: { replicatedJobs: [{ name: job, template }] } } },
  };
}

export function payload(result: RenderResult, kind: string): JsonObject | undefined {
  return result.objects.find((object) => object.kind === kind) as unknown as JsonObject | undefined;
}

export function jobOf(result: RenderResult, index = 0): Json | undefined {
  return getIn(payload(result, "JobSet"), "spec", "replicatedJobs", index);
}

export function podOf(result: RenderResult, index = 0): Json | undefined {
  return getIn(jobOf(result, index), "template", "spec", "template", "spec");
}

export function containerOf(result: RenderResult, index = 0): Json | undefined {
  return getIn(podOf(result, index), "containers", 0);
}

export function codesOf(result: RenderResult): readonly string[] {
  return result.diagnostics.map((finding) => finding.code);
}
