import fc from "fast-check";
import { expect, test } from "vitest";
import { admitTrainJob } from "../admission/admit-train-job.ts";
import type { KubeObject } from "../k8s/object.ts";
import { allSchemas } from "../schema/generated/all.ts";
import { parseStructuralSchema } from "../schema/structural-schema.ts";
import { toKubeTime } from "../util/clock.ts";
import type { JsonObject } from "../util/json.ts";
import { buildAppend } from "./append.ts";
import { chooseTime } from "./append-time.ts";

const NOW = Date.UTC(2026, 2, 18, 12) + 400;
const MANAGERS = ["a.io/x", "b.io/y", "trainer.kubeflow.org/dashboard"];
const NODE = [{ name: "node" }];
const SCHEMA = parseStructuralSchema(allSchemas.templateOverrides.TrainJob);

const RUNTIME: KubeObject = {
  apiVersion: "trainer.kubeflow.org/v1alpha1",
  kind: "ClusterTrainingRuntime",
  metadata: { name: "plain" },
  spec: {
    template: {
      spec: {
        replicatedJobs: [
          {
            name: "node",
            template: {
              spec: { template: { spec: { containers: [{ name: "main", image: "x" }] } } },
            },
          },
        ],
      },
    },
  },
};

function aTrainJob(templateOverrides: JsonObject[] | undefined): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: {
      name: "a",
      namespace: "n",
      uid: "u",
      resourceVersion: "1",
      creationTimestamp: "2026-03-18T10:00:00Z",
    },
    spec: {
      runtimeRef: {
        apiGroup: "trainer.kubeflow.org",
        kind: "ClusterTrainingRuntime",
        name: "plain",
      },
      managedBy: "trainer.kubeflow.org/trainjob-controller",
      suspend: true,
      ...(templateOverrides === undefined ? {} : { templateOverrides }),
    },
  };
}

/** Seconds around now, each instant once per manager. */
const seconds = fc.uniqueArray(fc.integer({ min: -20, max: 12 }), { maxLength: 6 });
const at = (second: number) => toKubeTime(Math.floor(NOW / 1000) * 1000 + second * 1000);

const histories = fc.record({ seconds, split: fc.nat(6) }).map(({ seconds: all, split }) => ({
  pod: all
    .slice(0, split)
    .map((second) => ({ time: at(second), targetJobs: NODE, spec: { nodeSelector: { a: "1" } } })),
  job: all.slice(split).map((second) => ({ time: at(second), metadata: { labels: { a: "1" } } })),
}));
const stored = fc.option(
  fc
    .subarray(MANAGERS)
    .chain((managers) =>
      fc.tuple(...managers.map((manager) => histories.map((own) => ({ manager, ...own })))),
    ),
  { nil: undefined },
);

function answerTo(trainJob: KubeObject, manager: string, kind: "job" | "pod", time: string) {
  const override =
    kind === "pod"
      ? { targetJobs: NODE, spec: { nodeSelector: { b: "1" } } }
      : { metadata: { labels: { b: "1" } } };
  const { object } = buildAppend({
    trainJob,
    dialect: "templateOverrides",
    manager,
    kind,
    time,
    override,
  });
  return admitTrainJob(SCHEMA, {
    operation: "update",
    dialect: "templateOverrides",
    trainerVersion: "v2.3.0",
    object,
    old: trainJob,
    runtime: RUNTIME,
    activeJobs: [],
    now: NOW,
  });
}

test("the webhooks admit every chosen time as it is and refuse every time that was not granted", () => {
  const requested = fc.option(fc.integer({ min: -20, max: 12 }).map(at), { nil: undefined });
  const kinds = fc.constantFrom("job" as const, "pod" as const);
  fc.assert(
    fc.property(
      stored,
      fc.constantFrom(...MANAGERS),
      kinds,
      requested,
      (list, manager, kind, time) => {
        const trainJob = aTrainJob(list === undefined ? undefined : [...list]);
        const chosen = chooseTime({ trainJob, manager, kind, requested: time, now: NOW });
        const answer = answerTo(
          trainJob,
          manager,
          kind,
          "time" in chosen ? chosen.time : (time ?? ""),
        );
        expect(answer.admitted, JSON.stringify([chosen, answer])).toBe("time" in chosen);
        if ("time" in chosen && answer.admitted) {
          expect(JSON.stringify(answer.object)).toContain(chosen.time);
          expect(answer.pruned).toEqual([]);
        }
      },
    ),
    { numRuns: 300 },
  );
});
