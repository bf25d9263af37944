import { expect, test } from "vitest";
import type { KubeObject } from "../k8s/object.ts";
import type { RenderResult } from "../render/render-input.ts";
import type { JsonObject } from "../util/json.ts";
import { type EffectArgs, effectOf } from "./effect-of.ts";

function aJobSet(
  podSpec: JsonObject,
  suspend = true,
  more: readonly JsonObject[] = [],
): KubeObject {
  const containers = [{ name: "node", image: "registry.example/a:1" }];
  const node = {
    name: "node",
    template: { spec: { template: { spec: { containers, ...podSpec } } } },
  };
  return {
    apiVersion: "jobset.x-k8s.io/v1alpha2",
    kind: "JobSet",
    metadata: { name: "a", namespace: "team-a" },
    spec: { suspend, replicatedJobs: [node, ...more] },
  };
}

function rendered(jobSet: KubeObject): RenderResult {
  return { objects: [jobSet], diagnostics: [], runtimeSource: "live" };
}

function aTrainJob(suspend = true, status?: JsonObject): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "a", namespace: "team-a" },
    spec: { suspend },
    status,
  };
}

function effect(before: KubeObject, after: KubeObject, args: Partial<EffectArgs> = {}) {
  return effectOf({
    controller: "trainer",
    trainJobBefore: aTrainJob(),
    trainJobAfter: aTrainJob(),
    renderBefore: rendered(before),
    renderAfter: rendered(after),
    jobSet: before,
    activeJobs: [],
    ...args,
  });
}

const PLAIN = aJobSet({});
const SELECTOR = aJobSet({ nodeSelector: { pool: "a100" } });
const ACCOUNT = aJobSet({ serviceAccountName: "sa" });

test("a scheduling field on a suspended JobSet takes effect now", () => {
  expect(effect(PLAIN, SELECTOR)).toEqual({ effect: "now" });
});

test("a field that the JobSet refuses is stuck, and deleting the JobSet is the way", () => {
  const field = "/spec/replicatedJobs/0/template/spec/template/spec/serviceAccountName";
  expect(effect(PLAIN, ACCOUNT)).toEqual({
    effect: "stuck",
    stuck: [{ field, way: "deleteJobSet" }],
  });
});

test("this project's controller remakes the JobSet instead", () => {
  expect(effect(PLAIN, ACCOUNT, { controller: "dashboard" })).toEqual({ effect: "remake" });
});

test("an old stuck entry blocks a later good one", () => {
  const both = aJobSet({ serviceAccountName: "sa", nodeSelector: { pool: "a100" } });
  expect(effect(ACCOUNT, both, { jobSet: PLAIN }).effect).toBe("stuck");
  expect(effect(ACCOUNT, ACCOUNT, { jobSet: PLAIN }).effect).toBe("stuck");
});

test("a job that could not run in a new JobSet either needs a clone", () => {
  const ghost = aJobSet({}, true, [{ name: "ghost" }]);
  expect(effect(PLAIN, ghost).stuck).toEqual([{ field: "/spec/replicatedJobs/1", way: "clone" }]);
});

test("without a JobSet the change comes with its creation", () => {
  expect(effect(PLAIN, ACCOUNT, { jobSet: undefined })).toEqual({ effect: "atCreation" });
});

test("a running JobSet is left alone until it is suspended", () => {
  const running = { jobSet: aJobSet({}, false), trainJobAfter: aTrainJob(false) };
  expect(effect(PLAIN, SELECTOR, running)).toEqual({ effect: "afterSuspend" });
  expect(effect(PLAIN, PLAIN, running)).toEqual({ effect: "none" });
});

test("nothing happens to a finished TrainJob", () => {
  const status = { conditions: [{ type: "Complete", status: "True" }] };
  const trainJobAfter = aTrainJob(true, status);
  expect(effect(PLAIN, ACCOUNT, { trainJobAfter })).toEqual({ effect: "none" });
});

test("suspending a running job together with a change is compared with the JobSet that exists", () => {
  const nothing: RenderResult = { objects: [], diagnostics: [], runtimeSource: "live" };
  const running = { jobSet: aJobSet({}, false), renderBefore: nothing };
  expect(effect(PLAIN, SELECTOR, running)).toEqual({ effect: "now" });
  expect(effect(PLAIN, PLAIN, running)).toEqual({ effect: "none" });
  expect(effect(PLAIN, ACCOUNT, running).effect).toBe("stuck");
});
