import { expect, test } from "vitest";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { loadSchema } from "#lib/schema/generated/index.ts";
import { parseStructuralSchema } from "#lib/schema/structural-schema.ts";
import type { JsonObject } from "#lib/util/json.ts";
import { isSchemaRefusal, isSendable, isSuspensionRefusal, refusalsOf } from "./append-checks.ts";
import type { AppendDraft } from "./append-draft.ts";
import { warningsOf } from "./append-warnings.ts";
import { predictAppend } from "./predict-append.ts";

const NOW = Date.parse("2026-03-18T10:05:00Z");

const podSpec = {
  containers: [{ name: "node", image: "example.com/train:1" }],
  tolerations: [{ key: "gpu", operator: "Exists" }],
};
const runtime: KubeObject = {
  apiVersion: "trainer.kubeflow.org/v1alpha1",
  kind: "ClusterTrainingRuntime",
  metadata: { name: "torch-distributed" },
  spec: {
    mlPolicy: { numNodes: 1, torch: {} },
    template: {
      spec: {
        replicatedJobs: [
          {
            name: "node",
            template: {
              metadata: { labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "trainer" } },
              spec: { template: { spec: podSpec } },
            },
          },
        ],
      },
    },
  },
};

const detailOf = (suspend: boolean): JobDetail => ({
  trainJob: {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "a", namespace: "team-a", uid: "u-1", resourceVersion: "7" },
    spec: {
      suspend,
      managedBy: "trainer.kubeflow.org/trainjob-controller",
      runtimeRef: {
        apiGroup: "trainer.kubeflow.org",
        kind: "ClusterTrainingRuntime",
        name: "torch-distributed",
      },
    },
  },
  overridesDigest: "d",
  dialect: "templateOverrides",
  trainerVersion: "v2.3.0",
  controller: "dashboard",
  row: {
    uid: "u-1",
    namespace: "team-a",
    name: "a",
    state: "Suspended",
    runtimeKind: "ClusterTrainingRuntime",
    runtime: "torch-distributed",
    managers: [],
    suspended: suspend,
    createdAt: "2026-03-18T10:00:00Z",
  },
  runtime: { live: runtime },
  children: { jobs: [], pods: [], others: [] },
  events: [],
  activeJobs: [],
  verdicts: { current: { admitted: true, causes: [], warnings: [], effect: "none" } },
  rights: {
    patch: true,
    delete: true,
    deleteJobSet: false,
    managers: ["a.example/b"],
    anyManager: false,
  },
  cursor: "e:1",
});

const draft: AppendDraft = {
  manager: "a.example/b",
  kind: "pod",
  targets: ["node"],
  text: "",
  time: "",
};

async function predict(suspend: boolean, spec: JsonObject) {
  return predictAppend({
    detail: detailOf(suspend),
    schema: parseStructuralSchema(await loadSchema("TrainJob", "templateOverrides")),
    draft,
    override: { targetJobs: [{ name: "node" }], spec },
    now: NOW,
  });
}

test("a good draft on a suspended job can be sent and shows what it changes", async () => {
  const prediction = await predict(true, { nodeSelector: { pool: "h100" } });
  expect(isSendable(prediction)).toBe(true);
  expect(prediction.time).toEqual({ time: "2026-03-18T10:05:00Z" });
  expect(prediction.effect?.effect).toBe("atCreation");
  expect(prediction.changes.map(({ label }) => label).join()).toContain("nodeSelector");
});

test("on a running job only the suspension is missing", async () => {
  const prediction = await predict(false, { nodeSelector: { pool: "h100" } });
  expect(isSendable(prediction)).toBe(false);
  expect(isSuspensionRefusal(prediction)).toBe(true);
  expect(refusalsOf(prediction, "templateOverrides")).toEqual([]);
});

test("a wrong type is the schema's refusal, with its place in the override", async () => {
  const prediction = await predict(true, { nodeSelector: "h100" });
  expect(isSchemaRefusal(prediction.admissionSuspended)).toBe(true);
  expect(refusalsOf(prediction, "templateOverrides")[0]?.pointer).toBe("/spec/nodeSelector");
});

test("an unknown container is the webhook's refusal", async () => {
  const prediction = await predict(true, { containers: [{ name: "nope" }] });
  expect(prediction.admission).toMatchObject({ admitted: false, code: 403 });
  expect(refusalsOf(prediction, "templateOverrides")[0]?.pointer).toBe("/spec/containers/0/name");
});

test("tolerations that replace the runtime's are warned about, unknown fields too", async () => {
  const prediction = await predict(true, { tolerations: [{ key: "spot" }], bogus: 1 });
  expect(warningsOf(prediction)).toEqual(
    expect.arrayContaining([
      { code: "tolerationsReplace", job: "node", count: 1 },
      { code: "pruned", field: "/spec/bogus" },
    ]),
  );
});
