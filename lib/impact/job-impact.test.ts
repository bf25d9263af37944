import { expect, test } from "vitest";
import type { KubeObject } from "#lib/k8s/object.ts";
import { aJob, aRuntime, aTrainJob } from "#tests/support/render-builders.ts";
import { editedRuntime } from "./edited-runtime.ts";
import { type ImpactJob, type ImpactSetting, jobImpact } from "./job-impact.ts";

const TORCH = { mlPolicy: { torch: {} } };
const BEFORE = aRuntime(TORCH);
const OTHER_IMAGE = aRuntime({ ...TORCH, jobs: [aJob({ container: { image: "img:2" } })] });
const OTHER_NODES = aRuntime({ ...TORCH, jobs: [aJob({ pod: { nodeSelector: { a: "b" } } })] });

function setting(
  after: KubeObject,
  controller: "trainer" | "dashboard" = "trainer",
): ImpactSetting {
  return {
    before: BEFORE,
    after,
    trainerVersion: "v2.2.1",
    dialect: "runtimePatches",
    controller,
  };
}

function aJobOf(spec: object = {}, rest: Partial<ImpactJob> = {}): ImpactJob {
  return { trainJob: aTrainJob(spec as never), jobSet: "none", hasSnapshot: false, ...rest };
}

test("a TrainJob that sets the value itself renders as before", () => {
  const own = aJobOf({ trainer: { image: "mine:1" } });
  expect(jobImpact(own, setting(OTHER_IMAGE)).outcome).toBe("same");
});

test("without a JobSet the change is taken, and its field named", () => {
  const impact = jobImpact(aJobOf(), setting(OTHER_IMAGE));
  expect(impact).toMatchObject({ outcome: "changes", count: 1 });
  expect(impact.fields[0]).toContain("image");
});

test("a suspended JobSet takes node selectors, and refuses images", () => {
  const suspended = aJobOf({ suspend: true }, { jobSet: "suspended" });
  expect(jobImpact(suspended, setting(OTHER_NODES)).outcome).toBe("changes");
  const stuck = jobImpact(suspended, setting(OTHER_IMAGE));
  expect(stuck.outcome).toBe("stuck");
  expect(stuck.reason).toContain("/image");
});

test("the dashboard's own controller makes the JobSet anew", () => {
  const suspended = aJobOf({ suspend: true }, { jobSet: "suspended" });
  expect(jobImpact(suspended, setting(OTHER_IMAGE, "dashboard")).outcome).toBe("remakes");
});

test("running jobs, snapshots and finished jobs are not touched", () => {
  const after = setting(OTHER_IMAGE);
  expect(jobImpact(aJobOf({}, { jobSet: "running" }), after).outcome).toBe("running");
  expect(jobImpact(aJobOf({}, { jobSet: "unknown" }), after).outcome).toBe("running");
  expect(jobImpact(aJobOf({}, { hasSnapshot: true }), after).outcome).toBe("snapshot");
  const conditions = [{ type: "Complete", status: "True" }];
  const trainJob = { ...aTrainJob({}), status: { conditions } };
  expect(jobImpact(aJobOf({}, { trainJob }), after).outcome).toBe("finished");
});

test("a runtime that cannot be rendered breaks the job, and the way back mends it", () => {
  const targets = [{ jobName: "nope", containerNames: ["x"] }];
  const broken = aRuntime({ mlPolicy: { torch: { envInjection: { targets } } } });
  const version = { trainerVersion: "v2.3.0" } as const;
  expect(jobImpact(aJobOf(), { ...setting(broken), ...version }).outcome).toBe("breaks");
  const back = { ...setting(BEFORE), before: broken, ...version };
  expect(jobImpact(aJobOf(), back).outcome).toBe("mends");
});

test("a pasted runtime takes the place of the live one", () => {
  const other = { ...OTHER_IMAGE, metadata: { name: "elsewhere" } };
  const edited = editedRuntime(JSON.parse(JSON.stringify(other)), BEFORE);
  expect(edited).toMatchObject({ wasRenamed: true, runtime: { metadata: { name: "base" } } });
  expect(editedRuntime({ kind: "Pod" }, BEFORE)).toEqual({ problem: "noObject" });
  const pod = { apiVersion: "v1", kind: "Pod", metadata: {} };
  expect(editedRuntime(pod, BEFORE)).toEqual({ problem: "noRuntime" });
});

test("each of 2,000 TrainJobs is compared on its own", () => {
  const jobs = Array.from({ length: 2000 }, () => aJobOf());
  const found = jobs.map((job) => jobImpact(job, setting(OTHER_IMAGE)));
  expect(found.every(({ outcome }) => outcome === "changes")).toBe(true);
});
