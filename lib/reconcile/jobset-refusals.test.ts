import { expect, test } from "vitest";
import type { KubeObject } from "../k8s/object.ts";
import { type JsonObject, objectsIn } from "../util/json.ts";
import { defaultJobSet } from "./jobset-defaults.ts";
import { jobSetRefusals } from "./jobset-refusals.ts";
import { refusalText } from "./refusal-text.ts";

function aJobSet(
  podSpec: JsonObject = {},
  spec: JsonObject = {},
  podMeta: JsonObject = {},
): KubeObject {
  const container = {
    name: "node",
    image: "registry.example/a:1",
    ports: [{ containerPort: 29500 }],
  };
  return {
    apiVersion: "jobset.x-k8s.io/v1alpha2",
    kind: "JobSet",
    metadata: { name: "a", namespace: "team-a" },
    spec: {
      suspend: true,
      replicatedJobs: [
        {
          name: "node",
          replicas: 1,
          template: {
            metadata: { labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "trainer" } },
            spec: {
              parallelism: 2,
              completions: 2,
              template: { metadata: podMeta, spec: { containers: [container], ...podSpec } },
            },
          },
        },
      ],
      ...spec,
    },
  };
}

const fieldsOf = (existing: KubeObject, next: KubeObject) =>
  jobSetRefusals(existing, next).map((refusal) => refusal.field);

const POD = "/spec/replicatedJobs/0/template/spec/template/spec";

test("the same render is taken by the JobSet that it made, defaults filled in or not", () => {
  expect(jobSetRefusals(defaultJobSet(aJobSet()), aJobSet())).toEqual([]);
  expect(jobSetRefusals(aJobSet(), aJobSet())).toEqual([]);
});

test("while suspended the five scheduling fields of a pod template may change", () => {
  const next = aJobSet(
    {
      nodeSelector: { pool: "a100" },
      tolerations: [{ key: "gpu", operator: "Exists" }],
      schedulingGates: [{ name: "example.com/gate" }],
    },
    {},
    { labels: { team: "a" }, annotations: { note: "b" } },
  );
  expect(jobSetRefusals(defaultJobSet(aJobSet()), next)).toEqual([]);
  expect(jobSetRefusals(next, aJobSet())).toEqual([]);
});

test("they are refused while the JobSet runs and stays running", () => {
  const running = aJobSet({}, { suspend: false });
  const next = aJobSet({ nodeSelector: { pool: "a100" } }, { suspend: false });
  expect(fieldsOf(running, next)).toEqual([`${POD}/nodeSelector/pool`]);
  expect(jobSetRefusals(running, { ...next, spec: { ...next.spec, suspend: true } })).toEqual([]);
});

test("volumes, env, affinity and service account are refused, each named", () => {
  const container = {
    name: "node",
    image: "registry.example/a:1",
    ports: [{ containerPort: 29500 }],
    env: [{ name: "NCCL_DEBUG", value: "INFO" }],
  };
  const next = aJobSet({
    containers: [container],
    serviceAccountName: "trainer",
    volumes: [{ name: "scratch", emptyDir: {} }],
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { a: 1 } } },
  });
  expect(fieldsOf(defaultJobSet(aJobSet()), next).sort()).toEqual([
    `${POD}/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/a`,
    `${POD}/containers/0/env/0`,
    `${POD}/serviceAccountName`,
    `${POD}/volumes/0`,
  ]);
});

test("an unknown job name is refused as a whole", () => {
  const next = aJobSet();
  const jobs = [...objectsIn(next.spec?.["replicatedJobs"]), { name: "ghost" }];
  const fields = fieldsOf(aJobSet(), { ...next, spec: { ...next.spec, replicatedJobs: jobs } });
  expect(fields).toEqual(["/spec/replicatedJobs/1"]);
});

test("labels of the Job template are refused, labels of the JobSet are not", () => {
  const next = { ...aJobSet(), metadata: { ...aJobSet().metadata, labels: { a: "b" } } };
  expect(jobSetRefusals(aJobSet(), next)).toEqual([]);
  const labelled = aJobSet();
  const job = objectsIn(labelled.spec?.["replicatedJobs"])[0] ?? {};
  const template = { ...(job["template"] as JsonObject), metadata: { labels: { x: "y" } } };
  const fields = fieldsOf(aJobSet(), {
    ...labelled,
    spec: { ...labelled.spec, replicatedJobs: [{ ...job, template }] },
  });
  expect(fields).toEqual([
    "/spec/replicatedJobs/0/template/metadata/labels/trainer.kubeflow.org~1trainjob-ancestor-step",
    "/spec/replicatedJobs/0/template/metadata/labels/x",
  ]);
});

test("a field that the earlier apply set and the next lacks is removed, so it is refused", () => {
  expect(fieldsOf(aJobSet({ serviceAccountName: "sa" }), aJobSet())).toEqual([
    `${POD}/serviceAccountName`,
  ]);
});

test("a field that somebody else owns survives the apply and is no difference", () => {
  const existing = aJobSet({ serviceAccountName: "sa" });
  const owned = { "f:spec": { "f:suspend": {}, "f:replicatedJobs": {} } };
  const managed: KubeObject = {
    ...existing,
    metadata: {
      ...existing.metadata,
      managedFields: [
        { manager: "trainer", operation: "Apply", fieldsV1: owned },
        { manager: "someone", operation: "Update", fieldsV1: {} },
      ],
    },
  };
  expect(jobSetRefusals(managed, aJobSet())).toEqual([]);
});

test("policies are immutable by rule of the CRD, with its own message", () => {
  const next = aJobSet({}, { successPolicy: { operator: "Any" } });
  expect(jobSetRefusals(defaultJobSet(aJobSet()), next)).toEqual([
    { field: "/spec/successPolicy/operator", message: "Value is immutable" },
  ]);
});

test("the text of a refusal names webhook, object and field", () => {
  const next = aJobSet({ serviceAccountName: "sa" });
  const text = refusalText(next, jobSetRefusals(aJobSet(), next)) ?? "";
  expect(text).toMatch(
    /^admission webhook "vjobset\.kb\.io" denied the request: JobSet\.jobset\.x-k8s\.io "a" is invalid: spec\.replicatedJobs: Invalid value: \[/,
  );
  expect(text).toMatch(/: field is immutable$/);
});
