import fc from "fast-check";
import { expect, test } from "vitest";
import { buildAppend } from "../dialect/append.ts";
import { chooseTime } from "../dialect/append-time.ts";
import { withoutEntry } from "../dialect/without-entry.ts";
import { diffObjects } from "../diff/diff-objects.ts";
import type { KubeObject } from "../k8s/object.ts";
import { render } from "../render/index.ts";
import type { JsonObject } from "../util/json.ts";
import { buildTimeline } from "./build-timeline.ts";
import { neutralOverrides } from "./neutral-overrides.ts";

const MANAGER = "trainer.kubeflow.org/dashboard";
const OTHER = "x.io/later";
const NOW = Date.UTC(2026, 2, 18, 12);
const NODE = [{ name: "node" }];

const RUNTIME: KubeObject = {
  apiVersion: "trainer.kubeflow.org/v1alpha1",
  kind: "ClusterTrainingRuntime",
  metadata: { name: "plain" },
  spec: {
    template: {
      metadata: { labels: { top: "runtime" } },
      spec: {
        replicatedJobs: [
          {
            name: "node",
            replicas: 1,
            template: {
              spec: {
                template: {
                  metadata: { labels: { l: "runtime" } },
                  spec: {
                    containers: [
                      { name: "main", image: "x", env: [{ name: "E", value: "runtime" }] },
                    ],
                    nodeSelector: { a: "runtime" },
                    tolerations: [{ key: "runtime" }],
                    terminationGracePeriodSeconds: 5,
                  },
                },
              },
            },
          },
        ],
      },
    },
  },
};

function aTrainJob(list: JsonObject[]): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "a", namespace: "n", uid: "u" },
    spec: {
      runtimeRef: { name: "plain", kind: "ClusterTrainingRuntime" },
      templateOverrides: list,
    },
  };
}

function jobSetOf(trainJob: KubeObject): KubeObject {
  const { objects } = render({ trainJob, runtime: RUNTIME, dialect: "templateOverrides" });
  const jobSet = objects.find(({ kind }) => kind === "JobSet");
  if (jobSet === undefined) throw new Error("a JobSet");
  return jobSet;
}

function neutralise(trainJob: KubeObject, index: number) {
  const timeline = buildTimeline({ trainJob, dialect: "templateOverrides" });
  const entry = timeline.entries[index]?.entry;
  if (entry === undefined) throw new Error("an entry");
  const without = jobSetOf(withoutEntry(trainJob, entry));
  const plan = neutralOverrides({
    timeline,
    entryId: entry.id,
    current: jobSetOf(trainJob),
    without,
  });
  return { ...plan, without };
}

function appended(
  trainJob: KubeObject,
  overrides: ReturnType<typeof neutralise>["overrides"],
): KubeObject {
  return overrides.reduce((object, { kind, override }) => {
    const chosen = chooseTime({ trainJob: object, manager: OTHER, now: NOW });
    if (!("time" in chosen)) throw new Error("a time");
    return buildAppend({
      trainJob: object,
      dialect: "templateOverrides",
      manager: OTHER,
      kind,
      time: chosen.time,
      override,
    }).object;
  }, trainJob);
}

function aPod(time: string, spec: JsonObject, labels: JsonObject = {}) {
  return { time: `2026-03-18T${time}Z`, targetJobs: NODE, metadata: { labels }, spec };
}

test("values of the runtime come back and keys of maps are taken out", () => {
  const spec = {
    nodeSelector: { a: "1", b: "2" },
    tolerations: [{ key: "mine" }],
    containers: [{ name: "main", env: [{ name: "E", value: "1" }] }],
  };
  const trainJob = aTrainJob([{ manager: MANAGER, pod: [aPod("10:00:00", spec, { l: "1" })] }]);
  const plan = neutralise(trainJob, 0);
  expect(plan.remaining).toEqual([]);
  expect(plan.overrides).toEqual([
    {
      kind: "pod",
      override: {
        targetJobs: NODE,
        metadata: { labels: { l: "runtime" } },
        spec: {
          nodeSelector: { a: "runtime", $patch: "replace" },
          tolerations: [{ key: "runtime" }],
          containers: [{ name: "main", env: [{ name: "E", value: "runtime" }] }],
        },
      },
    },
  ]);
});

test("what no patch can delete remains: new env, a service account, a label of the JobSet", () => {
  const trainJob = aTrainJob([
    {
      manager: MANAGER,
      job: [{ time: "2026-03-18T09:00:00Z", metadata: { labels: { extra: "1" } } }],
      pod: [
        aPod("10:00:00", {
          serviceAccountName: "s",
          containers: [{ name: "main", env: [{ name: "NEW", value: "1" }] }],
        }),
      ],
    },
  ]);
  expect(neutralise(trainJob, 0).remaining.map(({ label }) => label)).toEqual([
    "metadata.labels[extra]",
  ]);
  expect(neutralise(trainJob, 1).remaining.map(({ label }) => label)).toEqual([
    "serviceAccountName",
    "containers[main].env[NEW]",
  ]);
});

test("a map that the entry made is emptied, and replaced fields need nothing", () => {
  const trainJob = aTrainJob([
    {
      manager: MANAGER,
      pod: [
        {
          ...aPod("10:00:00", { nodeSelector: { a: "1" } }),
          metadata: { annotations: { x: "1" } },
        },
        aPod("10:00:01", { nodeSelector: { a: "2" } }),
      ],
    },
  ]);
  expect(neutralise(trainJob, 0).overrides).toEqual([
    {
      kind: "pod",
      override: { targetJobs: NODE, metadata: { annotations: { $patch: "delete" } } },
    },
  ]);
});

const podSpec = fc.record(
  {
    serviceAccountName: fc.constantFrom("x", "y"),
    nodeSelector: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2")),
    tolerations: fc.array(fc.record({ key: fc.constantFrom("t", "u") }), {
      minLength: 1,
      maxLength: 2,
    }),
    terminationGracePeriodSeconds: fc.nat(30),
    containers: fc
      .constantFrom("E", "F")
      .map((name) => [{ name: "main", env: [{ name, value: "1" }] }]),
  },
  { requiredKeys: [] },
);
const labels = fc.dictionary(fc.constantFrom("l", "m"), fc.constantFrom("1", "2"));
const pods = fc
  .array(fc.record({ spec: podSpec, labels }), { minLength: 1, maxLength: 3 })
  .map((list) => list.map(({ spec, labels: own }, index) => aPod(`10:00:0${index}`, spec, own)));

test("with the neutral entries the render is as if the entry had not been written, save for what remains", () => {
  fc.assert(
    fc.property(pods, fc.nat(2), (list, pick) => {
      const trainJob: KubeObject = JSON.parse(
        JSON.stringify(aTrainJob([{ manager: MANAGER, pod: list }])),
      );
      const { overrides, remaining, without } = neutralise(trainJob, pick % list.length);
      const changes = diffObjects([without], [jobSetOf(appended(trainJob, overrides))]);
      const left = changes.filter(({ kind }) => kind !== "moved").map(({ label }) => label);
      const told = remaining.map(({ label }) => label);
      for (const label of left)
        expect(
          told.some((field) => label.includes(field)),
          label,
        ).toBe(true);
    }),
    { numRuns: 150 },
  );
});
