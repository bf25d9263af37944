import { expect, test } from "vitest";
import type { KubeObject } from "../k8s/object.ts";
import { type JobRow, JobRowSchema } from "../protocol/jobs.ts";
import type { JsonObject } from "../util/json.ts";
import { toJobRow } from "./job-row.ts";
import { readMetrics, readProgress } from "./progress.ts";

const NOW = Date.UTC(2026, 0, 5, 12, 0, 0);

function aTrainJob(spec: JsonObject, status?: JsonObject, metadata: JsonObject = {}): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: {
      name: "a",
      namespace: "team-a",
      uid: "u",
      creationTimestamp: "2026-01-05T10:00:00Z",
      ...metadata,
    },
    spec,
    status,
  };
}

test("a row says what the TrainJob says and leaves out the rest", () => {
  const row: JobRow = toJobRow({
    trainJob: aTrainJob({ runtimeRef: { name: "torch" }, suspend: true }),
    now: NOW,
  });
  expect(JSON.parse(JSON.stringify(row))).toEqual({
    uid: "u",
    namespace: "team-a",
    name: "a",
    state: "Suspended",
    reason: "SuspendedByUser",
    runtimeKind: "ClusterTrainingRuntime",
    runtime: "torch",
    managers: [],
    suspended: true,
    createdAt: "2026-01-05T10:00:00Z",
  });
});

test("queue, owner, nodes, processes and progress are facts of the objects", () => {
  const trainJob = aTrainJob(
    {
      runtimeRef: { kind: "TrainingRuntime", name: "r" },
      trainer: { numNodes: 4, numProcPerNode: "auto" },
    },
    {
      jobsStatus: [{ name: "node", ready: 1, active: 1, succeeded: 0, failed: 0, suspended: 0 }],
      trainerStatus: {
        progressPercentage: 45,
        estimatedRemainingSeconds: 90,
        lastUpdatedTime: "2026-01-05T11:59:00Z",
      },
    },
    {
      labels: { "kueue.x-k8s.io/queue-name": "lq" },
      ownerReferences: [
        { apiVersion: "v1", kind: "Trial", name: "t1", uid: "x", controller: true },
      ],
    },
  );
  const row = toJobRow({ trainJob, now: NOW });
  expect(JobRowSchema.parse(row)).toMatchObject({
    state: "Running",
    runtimeKind: "TrainingRuntime",
    queue: "lq",
    owner: "Trial/t1",
    nodes: 4,
    procPerNode: "auto",
    progress: { percent: 45, remainingSeconds: 90, updatedAt: "2026-01-05T11:59:00Z" },
  });
});

test("managers are counted with their entries, in list order", () => {
  const pod = [{ time: "2026-01-05T10:00:00Z" }, { time: "2026-01-05T10:00:01Z" }];
  const managersOf = (spec: JsonObject) =>
    toJobRow({ trainJob: aTrainJob(spec), now: NOW }).managers;
  expect(
    managersOf({
      templateOverrides: [
        { manager: "b.io/x", pod, job: [{ time: "2026-01-05T10:00:02Z" }] },
        { manager: "a.io/y" },
      ],
    }),
  ).toEqual([
    { manager: "b.io/x", entries: 3 },
    { manager: "a.io/y", entries: 0 },
  ]);
  expect(managersOf({ runtimePatches: [{ manager: "k.io/m" }] })).toEqual([
    { manager: "k.io/m", entries: 1 },
  ]);
  expect(managersOf({ podSpecOverrides: [{}, {}] })).toEqual([{ entries: 2 }]);
  expect(managersOf({ podSpecOverrides: [] })).toEqual([]);
});

test("long messages are cut in rows", () => {
  const status = {
    conditions: [
      { type: "Failed", status: "True", reason: "FailedJobs", message: "x".repeat(5000) },
    ],
  };
  expect(toJobRow({ trainJob: aTrainJob({}, status), now: NOW }).message).toHaveLength(160);
});

const progressOf = (trainerStatus: JsonObject) =>
  readProgress(aTrainJob({}, { trainerStatus }), NOW);

test("odd progress values are clamped, read from text or left out", () => {
  expect(progressOf({ progressPercentage: 140, estimatedRemainingSeconds: -3 })).toMatchObject({
    percent: 100,
    remainingSeconds: 0,
  });
  expect(
    progressOf({ progressPercentage: "45%", estimatedRemainingSeconds: "12.4" }),
  ).toMatchObject({ percent: 45, remainingSeconds: 12 });
  expect(progressOf({ progressPercentage: "half", lastUpdatedTime: "yesterday" })).toEqual({
    percent: undefined,
    remainingSeconds: undefined,
    updatedAt: undefined,
    isStale: true,
  });
  expect(readProgress(aTrainJob({}), NOW)).toBeUndefined();
});

test("progress that nobody updates is stale", () => {
  expect(
    progressOf({ progressPercentage: 97, lastUpdatedTime: "2026-01-05T11:40:00Z" })?.isStale,
  ).toBe(true);
  expect(
    progressOf({ progressPercentage: 97, lastUpdatedTime: "2026-01-05T11:55:00Z" })?.isStale,
  ).toBe(false);
});

test("metrics keep their text and have a number only where one can be drawn", () => {
  const metrics = [
    { name: "loss", value: "0.2347" },
    { name: "grad_norm", value: "NaN" },
    { name: "perplexity", value: "inf" },
    { name: "lr", value: "2e-05" },
    { name: "note", value: "<b>best</b>" },
    { name: 1 },
    null,
  ];
  expect(readMetrics(aTrainJob({}, { trainerStatus: { metrics } }))).toEqual([
    { name: "loss", value: "0.2347", number: 0.2347 },
    { name: "grad_norm", value: "NaN", number: undefined },
    { name: "perplexity", value: "inf", number: undefined },
    { name: "lr", value: "2e-05", number: 2e-5 },
    { name: "note", value: "<b>best</b>", number: undefined },
  ]);
});
