import type { Json, JsonObject } from "#lib/util/json.ts";
import { asObject, asString, getIn, objectsIn } from "#lib/util/json.ts";
import type { SessionAnswer } from "./kube-session.ts";

export const TRAINER_ROOT = "/apis/trainer.kubeflow.org/v1alpha1";

export function configMapsPath(namespace: string, name?: string): string {
  return `/api/v1/namespaces/${namespace}/configmaps${name === undefined ? "" : `/${name}`}`;
}

export function trainJobsPath(namespace: string, name?: string): string {
  return `${TRAINER_ROOT}/namespaces/${namespace}/trainjobs${name === undefined ? "" : `/${name}`}`;
}

export function aConfigMap(name: string, more: JsonObject = {}): JsonObject {
  const { metadata, ...rest } = more;
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, ...asObject(metadata) },
    data: { a: "1" },
    ...rest,
  };
}

export function aRuntime(name: string, container: JsonObject = {}): JsonObject {
  const pod = { containers: [{ name: "node", image: "registry.example/train:1", ...container }] };
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainingRuntime",
    metadata: { name },
    spec: {
      mlPolicy: { numNodes: 1 },
      template: {
        spec: {
          replicatedJobs: [
            {
              name: "node",
              replicas: 1,
              template: {
                metadata: { labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "trainer" } },
                spec: { template: { spec: pod } },
              },
            },
          ],
        },
      },
    },
  };
}

export function aTrainJob(name: string, runtime: string, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name },
    spec: {
      suspend: true,
      runtimeRef: { kind: "TrainingRuntime", name: runtime },
      ...spec,
    },
  };
}

/** `second` seconds after a fixed instant of the past. */
export function timeAt(second: number): string {
  return new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString().replace(".000Z", "Z");
}

export function podEntry(time: string, node: string): JsonObject {
  return {
    time,
    targetJobs: [{ name: "node" }],
    spec: { nodeSelector: { "example.com/pool": node } },
  };
}

export function metaOf(answer: { readonly body: JsonObject }, key: string): string {
  return asString(getIn(answer.body, "metadata", key)) ?? "";
}

export function namesIn(answer: SessionAnswer): readonly string[] {
  return objectsIn(answer.body["items"]).map((item) => String(getIn(item, "metadata", "name")));
}

export function nameOf(object: JsonObject): Json | undefined {
  return getIn(object, "metadata", "name");
}
