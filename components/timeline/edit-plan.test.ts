import { expect, test } from "vitest";
import { readEntries } from "#lib/dialect/read-entries.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { Json } from "#lib/util/json.ts";
import { editPlan, storedOverride, targetOf } from "./edit-plan.ts";

function aJob(spec: { readonly [key: string]: Json }): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "a", namespace: "team-a", uid: "u-1", resourceVersion: "7" },
    spec,
  };
}

test("a runtime patch is edited without its manager and time, and taken out whole", () => {
  const spec = { template: { metadata: { labels: { team: "a" } } } };
  const time = "2026-03-18T10:05:00Z";
  const trainJob = aJob({
    runtimePatches: [{ manager: "a.example/b", time, trainingRuntimeSpec: spec }],
  });
  const detail = { trainJob, dialect: "runtimePatches" as const };
  const entry = readEntries(trainJob, "runtimePatches")[0];
  if (entry === undefined) throw new Error("no entry");
  expect(targetOf(entry)).toBe("a.example/b");
  expect(storedOverride(entry)).toEqual(spec);
  const next = { template: { metadata: { labels: { team: "b" } } } };
  expect(storedOverride(editPlan(detail, entry, next)?.entry ?? entry)).toEqual(next);
  expect(editPlan(detail, entry, undefined)?.object.spec?.["runtimePatches"]).toEqual([]);
});

test("an element of an ownerless list is named by its position and edited as a whole", () => {
  const items = ["t4", "h100"].map((pool) => ({
    targetJobs: [{ name: "node" }],
    nodeSelector: { pool },
  }));
  const trainJob = aJob({ podSpecOverrides: items });
  const detail = { trainJob, dialect: "podSpecOverrides" as const };
  const entry = readEntries(trainJob, "podSpecOverrides")[1];
  if (entry === undefined) throw new Error("no entry");
  expect(targetOf(entry)).toBe("1");
  expect(storedOverride(entry)).toEqual(items[1]);
  expect(editPlan(detail, entry, undefined)?.object.spec?.["podSpecOverrides"]).toEqual([items[0]]);
});
