import { expect, test } from "vitest";
import {
  aJob,
  aPatch,
  aRuntime,
  aTrainJob,
  codesOf,
  containerOf,
  jobOf,
  payload,
  podOf,
} from "../../tests/support/render-builders.ts";
import { DIALECTS } from "../dialect/entry.ts";
import { getIn, type JsonObject, objectsIn } from "../util/json.ts";
import { render, TRAINER_VERSIONS, type TrainerVersion } from "./index.ts";

test("[P12] each version reads its own override API and no other", () => {
  const accepted = TRAINER_VERSIONS.map((trainerVersion) =>
    DIALECTS.filter((dialect) => {
      const trainJob = aTrainJob({ [dialect]: [] });
      return codesOf(render({ runtime: aRuntime(), trainJob, trainerVersion })).length === 0;
    }).join(" "),
  );
  expect(accepted).toEqual([
    "podSpecOverrides",
    "podSpecOverrides",
    "podTemplateOverrides",
    "runtimePatches",
    "runtimePatches",
    "templateOverrides runtimePatches",
  ]);
});

test("[V1] 2.2 ignores unknown jobs and the grace period of a patch", () => {
  const podSpec = { serviceAccountName: "sa", terminationGracePeriodSeconds: 1 };
  const trainJob = aTrainJob({
    runtimePatches: [aPatch("a.example/x", podSpec), aPatch("b.example/x", {}, "other")],
  });
  const result = render({ runtime: aRuntime(), trainJob, trainerVersion: "v2.2.0" });
  expect(objectsIn(getIn(payload(result, "JobSet"), "spec", "replicatedJobs"))).toHaveLength(1);
  expect(podOf(result)).toMatchObject({ serviceAccountName: "sa" });
  expect(podOf(result)).not.toHaveProperty("terminationGracePeriodSeconds");
});

test("[V1] before 2.3 the TrainJob's resources replace the container's, also without an mlPolicy", () => {
  const jobs = [aJob({ container: { resources: { limits: { cpu: 1 }, requests: { cpu: 1 } } } })];
  const trainJob = aTrainJob({ trainer: { resourcesPerNode: { limits: { memory: "1Gi" } } } });
  const resources = (trainerVersion: TrainerVersion) =>
    getIn(
      containerOf(render({ runtime: aRuntime({ jobs }), trainJob, trainerVersion })),
      "resources",
    );
  for (const version of ["v2.0.1", "v2.1.0", "v2.2.1"] as const) {
    expect(resources(version)).toEqual({ limits: { memory: "1Gi" } });
  }
});

test("[V1] 2.2 renders a TrainJob of another controller, 2.1 also a finished one", () => {
  const sends = (trainerVersion: TrainerVersion, spec: JsonObject, more: JsonObject) =>
    render({ runtime: aRuntime(), trainJob: aTrainJob(spec, more), trainerVersion, existing: [] })
      .objects.length;
  const foreign = { managedBy: "kueue.x-k8s.io/multikueue" };
  const finished = { status: { conditions: [{ type: "Complete", status: "True" }] } };
  expect([sends("v2.2.0", foreign, {}), sends("v2.3.0", foreign, {})]).toEqual([1, 0]);
  expect([sends("v2.1.0", {}, finished), sends("v2.2.0", {}, finished)]).toEqual([1, 0]);
});

test("[V2] 2.1 copies the TrainJob's labels and patches pod templates", () => {
  const override = {
    targetJobs: [{ name: "node" }, { name: "nobody" }],
    metadata: { labels: { pod: "1" }, name: "x" },
    spec: { serviceAccountName: "sa" },
  };
  const trainJob = aTrainJob({ labels: { a: "1" }, podTemplateOverrides: [override] });
  const result = render({ runtime: aRuntime(), trainJob, trainerVersion: "v2.1.0", blame: true });
  expect(getIn(payload(result, "JobSet"), "metadata", "labels")).toEqual({ a: "1" });
  expect(result.blame?.["JobSet/tj"]?.["/metadata/labels/a"]?.origin).toEqual({
    layer: "trainJob",
    path: "/spec/labels/a",
  });
  expect(getIn(jobOf(result), "template", "spec", "template", "metadata")).toEqual({
    labels: { pod: "1" },
  });
  expect(codesOf(result)).toEqual(["TARGET_JOB_UNKNOWN"]);
});

function processes(
  trainerVersion: TrainerVersion,
  ofRuntime: unknown,
  trainer: JsonObject,
): unknown {
  const torch = { numProcPerNode: ofRuntime } as JsonObject;
  const runtime = aRuntime({ mlPolicy: { torch } });
  const result = render({ runtime, trainJob: aTrainJob({ trainer }), trainerVersion });
  const env = objectsIn(getIn(containerOf(result), "env"));
  return env.find(({ name }) => name === "PET_NPROC_PER_NODE")?.["value"];
}

for (const [version, ofRuntime, trainer, expected] of [
  ["v2.1.0", 3, {}, "3"],
  ["v2.1.0", undefined, { numProcPerNode: "gpu" }, "gpu"],
  ["v2.1.0", undefined, { numProcPerNode: "cpu", resourcesPerNode: { limits: { cpu: 5 } } }, "5"],
  ["v2.0.1", undefined, {}, "auto"],
  ["v2.0.1", undefined, { numProcPerNode: 4, resourcesPerNode: { limits: { cpu: 2 } } }, "1"],
  ["v2.0.1", undefined, { resourcesPerNode: { limits: { "nvidia.com/gpu": 2 } } }, "1"],
  ["v2.0.1", undefined, { resourcesPerNode: { limits: { cpu: 3 } } }, "3"],
] as const) {
  test(`[V2] [V3] ${version} counts ${expected} processes for ${JSON.stringify([ofRuntime, trainer])}`, () => {
    expect(processes(version, ofRuntime, trainer)).toBe(expected);
  });
}

test("[V3] 2.0 knows neither groupName nor volcano", () => {
  const runtime = aRuntime({ podGroupPolicy: { volcano: {} } });
  const result = render({ runtime, trainJob: aTrainJob(), trainerVersion: "v2.0.0" });
  expect(jobOf(result)).not.toHaveProperty("groupName");
  expect(payload(result, "PodGroup")).toBeUndefined();
});
