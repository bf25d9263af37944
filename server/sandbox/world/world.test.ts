import { afterEach, expect, test } from "vitest";
import type { Dialect } from "#lib/dialect/entry.ts";
import { KINDS, type KindInfo } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { findCondition } from "#lib/reconcile/conditions.ts";
import { getIn, type JsonObject } from "#lib/util/json.ts";
import { createSandbox, type Sandbox } from "../sandbox.ts";
import { type JobSeed, MANAGERS, toTrainJob } from "../seed/job-seed.ts";
import { seedCluster } from "../seed/seed-world.ts";
import { startWorld } from "./world.ts";
import { createWorldClock, type WorldClock } from "./world-clock.ts";
import { type PlainOverride, withOverride } from "./write-override.ts";

const MINUTE = 60_000;
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

type Bench = {
  readonly sandbox: Sandbox;
  readonly clock: WorldClock;
  add(seed: Partial<JobSeed>): void;
  get(info: KindInfo, name?: string): KubeObject | undefined;
  pods(): readonly KubeObject[];
  change(change: (current: KubeObject) => KubeObject): void;
  append(manager: string, override: PlainOverride): void;
  reasons(): readonly string[];
};

/** A cluster with the seeded runtimes and one TrainJob `job` in team-a. */
function aWorld(dialect: Dialect = "templateOverrides"): Bench {
  const clock = createWorldClock({ start: Date.UTC(2026, 10, 30, 12) });
  const controller = dialect === "templateOverrides" ? "dashboard" : "trainer";
  const sandbox = createSandbox({ dialect, trainerVersion: "v2.3.0", controller, clock });
  const world = startWorld(sandbox, { clock });
  cleanups.push(() => world.stop());
  seedCluster(sandbox);
  const { store } = sandbox;
  const change = (of: (current: KubeObject) => KubeObject) => {
    store.update(KINDS.TrainJob, "team-a", "job", of, { manager: "kubectl-edit" });
  };
  return {
    sandbox,
    clock,
    add: (seed) => {
      const base = {
        namespace: "team-a",
        name: "job",
        runtime: "torch-distributed",
        ago: 0,
        owner: "alice",
        nodes: 2,
      };
      store.create(toTrainJob({ ...base, ...seed }), { manager: MANAGERS.sdk });
    },
    get: (info, name = "job") => store.get(info, "team-a", name),
    pods: () => store.list(KINDS.Pod, "team-a"),
    change,
    append: (manager, override) =>
      change((current) => {
        const time = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
        return withOverride(current, dialect, manager, time, override);
      }),
    reasons: () => store.list(KINDS.Event, "team-a").map((event) => String(event["reason"])),
  };
}

const suspended =
  (suspend: boolean) =>
  (current: KubeObject): KubeObject => ({
    ...current,
    spec: { ...current.spec, suspend },
  });
const phases = (bench: Bench) => bench.pods().map((pod) => pod.status?.["phase"]);
const condition = (object: KubeObject | undefined, type: string) =>
  findCondition(object?.status, type);
const podSpec = (object: KubeObject | undefined): JsonObject =>
  getIn(object?.spec, "replicatedJobs", 0, "template", "spec", "template", "spec") as JsonObject;

test("a TrainJob becomes a JobSet, Jobs and pods with their names, and the pods run and finish", () => {
  const bench = aWorld();
  bench.add({ plan: "run=600" });
  bench.clock.advance(MINUTE);
  expect(bench.get(KINDS.JobSet)?.metadata.ownerReferences?.[0]?.kind).toBe("TrainJob");
  expect(bench.get(KINDS.ConfigMap, "job-runtime-snapshot")).toBeDefined();
  expect(bench.get(KINDS.Service)?.spec?.["clusterIP"]).toBe("None");
  expect(bench.pods().map((pod) => pod.metadata.name?.slice(0, -5))).toEqual([
    "job-node-0-0-",
    "job-node-0-1-",
  ]);
  expect(phases(bench)).toEqual(["Running", "Running"]);
  expect(bench.get(KINDS.TrainJob)?.status?.["jobsStatus"]).toMatchObject([
    { name: "node", active: 1, ready: 1 },
  ]);
  bench.clock.advance(5 * MINUTE);
  const running = bench.get(KINDS.TrainJob)?.status;
  expect(Number(getIn(running, "trainerStatus", "progressPercentage"))).toBeGreaterThan(30);
  bench.clock.advance(10 * MINUTE);
  const done = bench.get(KINDS.TrainJob);
  expect(condition(done, "Complete")).toMatchObject({ status: "True", reason: "AllJobsCompleted" });
  expect(getIn(done?.status, "trainerStatus", "progressPercentage")).toBe(100);
  expect(phases(bench)).toEqual(["Succeeded", "Succeeded"]);
});

test("equal seeds make equal worlds", () => {
  const dump = () => {
    const bench = aWorld();
    bench.add({});
    bench.clock.advance(3 * MINUTE);
    return JSON.stringify([bench.pods(), bench.sandbox.store.list(KINDS.Event, "team-a")]);
  };
  expect(dump()).toBe(dump());
});

test("suspending deletes the pods, resuming makes new ones", () => {
  const bench = aWorld();
  bench.add({});
  bench.clock.advance(MINUTE);
  const before = bench.pods().map((pod) => pod.metadata.uid);
  bench.change(suspended(true));
  bench.clock.advance(1000);
  expect(bench.pods()).toEqual([]);
  expect(condition(bench.get(KINDS.TrainJob), "Suspended")).toMatchObject({ status: "True" });
  expect(bench.get(KINDS.TrainJob)?.status?.["jobsStatus"]).toMatchObject([
    { suspended: 1, active: 0 },
  ]);
  bench.change(suspended(false));
  bench.clock.advance(MINUTE);
  expect(phases(bench)).toEqual(["Running", "Running"]);
  expect(before).not.toContain(bench.pods()[0]?.metadata.uid);
  expect(condition(bench.get(KINDS.TrainJob), "Suspended")).toMatchObject({
    status: "False",
    reason: "Resumed",
  });
});

const SELECTOR: PlainOverride = {
  kind: "pod",
  targetJobs: ["node"],
  spec: { nodeSelector: { pool: "h100" } },
};
const ACCOUNT: PlainOverride = {
  kind: "pod",
  targetJobs: ["node"],
  spec: { serviceAccountName: "sa" },
};

test("a node selector appended while suspended decides where the pods run after the resume", () => {
  const bench = aWorld("runtimePatches");
  bench.add({ suspend: true });
  bench.clock.advance(1000);
  bench.append(MANAGERS.dashboard, SELECTOR);
  bench.clock.advance(1000);
  expect(podSpec(bench.get(KINDS.JobSet))["nodeSelector"]).toEqual({ pool: "h100" });
  bench.change(suspended(false));
  bench.clock.advance(MINUTE);
  expect(bench.pods().map((pod) => String(pod.spec?.["nodeName"]).slice(0, 4))).toEqual([
    "h100",
    "h100",
  ]);
});

test("Trainer's controller cannot change a service account: the JobSet stays, only an event tells", () => {
  const bench = aWorld("runtimePatches");
  bench.add({ suspend: true });
  bench.clock.advance(1000);
  const before = bench.get(KINDS.JobSet)?.metadata.uid;
  bench.append(MANAGERS.dashboard, ACCOUNT);
  bench.clock.advance(MINUTE);
  expect(bench.get(KINDS.JobSet)?.metadata.uid).toBe(before);
  expect(podSpec(bench.get(KINDS.JobSet))["serviceAccountName"]).toBeUndefined();
  expect(bench.reasons()).toContain("TrainJobResourcesCreationFailed");
  bench.change(suspended(false));
  bench.clock.advance(MINUTE);
  expect(bench.get(KINDS.JobSet)?.spec?.["suspend"]).toBe(true);
  expect(bench.pods()).toEqual([]);
});

test("after its JobSet was deleted the stuck TrainJob gets a new one with the change", () => {
  const bench = aWorld("runtimePatches");
  bench.add({ suspend: true });
  bench.clock.advance(1000);
  bench.append(MANAGERS.dashboard, ACCOUNT);
  bench.clock.advance(1000);
  bench.sandbox.store.remove(KINDS.JobSet, "team-a", "job");
  bench.clock.advance(1000);
  expect(podSpec(bench.get(KINDS.JobSet))["serviceAccountName"]).toBe("sa");
});

test("this project's controller remakes the JobSet instead", () => {
  const bench = aWorld("templateOverrides");
  bench.add({ suspend: true });
  bench.clock.advance(1000);
  const before = bench.get(KINDS.JobSet)?.metadata.uid;
  bench.append(MANAGERS.dashboard, ACCOUNT);
  bench.clock.advance(1000);
  const after = bench.get(KINDS.JobSet);
  expect(after?.metadata.uid).not.toBe(before);
  expect(podSpec(after)["serviceAccountName"]).toBe("sa");
  expect(bench.reasons()).not.toContain("TrainJobResourcesCreationFailed");
});

test("a pod that runs out of memory fails its Job and the TrainJob, and stays to be looked at", () => {
  const bench = aWorld();
  bench.add({ plan: "outcome=oom;after=30;rank=1" });
  bench.clock.advance(3 * MINUTE);
  const [pod] = bench.pods();
  expect(getIn(pod?.status, "containerStatuses", 0, "state", "terminated")).toMatchObject({
    exitCode: 137,
    reason: "OOMKilled",
  });
  expect(condition(bench.get(KINDS.TrainJob), "Failed")).toMatchObject({
    reason: "FailedJobs",
    message: "jobset failed due to one or more job failures (first failed job: job-node-0)",
  });
});

test("a JobSet restarts up to its limit and then fails", () => {
  const bench = aWorld();
  bench.add({ runtime: "torch-distributed-restarts", plan: "outcome=fail;after=20" });
  bench.clock.advance(20 * MINUTE);
  expect(bench.get(KINDS.JobSet)?.status?.["restarts"]).toBe(3);
  expect(condition(bench.get(KINDS.TrainJob), "Failed")?.["reason"]).toBe("ReachedMaxRestarts");
});

test("a container that fails under OnFailure waits longer each time", () => {
  const bench = aWorld();
  bench.add({ runtime: "mlx-distributed", plan: "outcome=fail;after=5;times=2;run=60" });
  bench.clock.advance(4 * MINUTE);
  const launcher = bench.pods().find((pod) => pod.metadata.name?.startsWith("job-launcher"));
  expect(getIn(launcher?.status, "containerStatuses", 0, "restartCount")).toBe(2);
  expect(bench.reasons()).toContain("BackOff");
});

test("pods that fit nowhere stay pending, an image that is not there is not pulled", () => {
  const bench = aWorld();
  bench.add({ nodes: 1, trainer: { image: "ghcr.io/example/does-not-exist:1" } });
  bench.clock.advance(2 * MINUTE);
  expect(getIn(bench.pods()[0]?.status, "containerStatuses", 0, "state", "waiting", "reason")).toBe(
    "ImagePullBackOff",
  );
  const other = aWorld();
  other.add({ nodes: 1, plan: "outcome=unschedulable" });
  other.clock.advance(2 * MINUTE);
  expect(other.reasons()).toContain("FailedScheduling");
  expect(phases(other)).toEqual(["Pending"]);
});

test("initializers finish before the training starts", () => {
  const bench = aWorld();
  bench.add({ runtime: "torchtune-llama3.2-1b", nodes: 1 });
  bench.clock.advance(20_000);
  expect(bench.get(KINDS.Job, "job-node-0")).toBeUndefined();
  bench.clock.advance(4 * MINUTE);
  expect(bench.get(KINDS.Job, "job-node-0")).toBeDefined();
});

test("a queued TrainJob waits for quota, and its admission writes the queue's own lane", () => {
  const bench = aWorld();
  bench.add({ name: "first", queue: "gpu", nodes: 8, gpus: 8, plan: "run=300" });
  bench.clock.advance(10_000);
  bench.add({ queue: "gpu", nodes: 1, gpus: 8 });
  bench.clock.advance(MINUTE);
  expect(bench.get(KINDS.TrainJob)?.spec?.["suspend"]).toBe(true);
  const waiting = bench.sandbox.store
    .list(KINDS.Workload, "team-a")
    .find((workload) => workload.metadata.name?.startsWith("trainjob-job"));
  expect(condition(waiting, "QuotaReserved")).toMatchObject({
    status: "False",
    message: expect.stringContaining(
      "insufficient unused quota for nvidia.com/gpu in flavor a100, 8 more needed",
    ),
  });
  bench.clock.advance(10 * MINUTE);
  const admitted = bench.get(KINDS.TrainJob);
  expect(admitted?.spec?.["suspend"]).toBe(false);
  expect(admitted?.spec?.["templateOverrides"]).toMatchObject([
    {
      manager: "kueue.x-k8s.io/manager",
      pod: [{ targetJobs: [{ name: "node" }], spec: { nodeSelector: { pool: "a100" } } }],
    },
  ]);
  expect(phases(bench)).toContain("Running");
});

test("a higher priority takes the quota of a lower one, which waits and comes back", () => {
  const bench = aWorld("runtimePatches");
  bench.add({ queue: "gpu", nodes: 8, gpus: 8, plan: "run=9000" });
  bench.clock.advance(MINUTE);
  expect(bench.get(KINDS.TrainJob)?.spec?.["suspend"]).toBe(false);
  const labels = { "kueue.x-k8s.io/priority-class": "high" };
  bench.add({ name: "urgent", queue: "gpu", nodes: 1, gpus: 8, labels, plan: "run=120" });
  bench.clock.advance(MINUTE);
  expect(bench.get(KINDS.TrainJob)?.spec?.["suspend"]).toBe(true);
  const workload = () =>
    bench.sandbox.store
      .list(KINDS.Workload, "team-a")
      .find((item) => item.metadata.ownerReferences?.[0]?.name === "job");
  expect(condition(workload(), "Evicted")).toMatchObject({ status: "True", reason: "Preempted" });
  expect(bench.pods().map((pod) => pod.metadata.name?.split("-")[0])).toEqual(["urgent"]);
  bench.clock.advance(5 * MINUTE);
  expect(bench.get(KINDS.TrainJob)?.spec?.["suspend"]).toBe(false);
  expect(condition(workload(), "Evicted")).toMatchObject({ status: "False" });
});

test("a passed deadline fails the TrainJob and deletes its JobSet", () => {
  const bench = aWorld();
  bench.add({ activeDeadlineSeconds: 120, plan: "run=9000" });
  bench.clock.advance(3 * MINUTE);
  expect(condition(bench.get(KINDS.TrainJob), "Failed")).toMatchObject({
    reason: "DeadlineExceeded",
    message: "TrainJob exceeded its active deadline",
  });
  expect(bench.get(KINDS.JobSet)).toBeUndefined();
  expect(bench.pods()).toEqual([]);
});

test("deleting the TrainJob deletes all that came from it", () => {
  const bench = aWorld();
  bench.add({});
  bench.clock.advance(MINUTE);
  bench.sandbox.store.remove(KINDS.TrainJob, "team-a", "job");
  bench.clock.advance(MINUTE);
  for (const kind of [KINDS.JobSet, KINDS.Job, KINDS.Pod, KINDS.Service, KINDS.ConfigMap])
    expect(bench.sandbox.store.list(kind, "team-a")).toEqual([]);
});
