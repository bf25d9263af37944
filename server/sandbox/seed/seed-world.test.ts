import { afterAll, beforeAll, expect, test } from "vitest";
import { admit } from "#lib/admission/admit.ts";
import type { Dialect } from "#lib/dialect/entry.ts";
import { readEntries } from "#lib/dialect/read-entries.ts";
import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { isConditionTrue } from "#lib/reconcile/conditions.ts";
import { asString, getIn, objectsIn } from "#lib/util/json.ts";
import { crdSchemasFor } from "../crd-schemas.ts";
import { createSandboxWorld, type SandboxWorld } from "./create-sandbox-world.ts";
import { MANAGERS } from "./job-seed.ts";

const NOW = Date.UTC(2026, 10, 30, 12);
const DIALECTS: readonly Dialect[] = ["templateOverrides", "runtimePatches"];
const ALL_DIALECTS: readonly Dialect[] = [...DIALECTS, "podTemplateOverrides", "podSpecOverrides"];
const PATIENCE = 60_000;
const worlds = new Map<Dialect, SandboxWorld>();

/** Each world is played once; tests only read it. */
beforeAll(() => {
  for (const dialect of ALL_DIALECTS)
    worlds.set(dialect, createSandboxWorld({ dialect, now: NOW }));
}, PATIENCE);
afterAll(() => {
  for (const world of worlds.values()) world.close();
});

function theWorld(dialect: Dialect): SandboxWorld {
  const world = worlds.get(dialect);
  if (world === undefined) throw new Error(`no world of ${dialect}`);
  return world;
}

const trainJobs = (dialect: Dialect) => theWorld(dialect).sandbox.store.list(KINDS.TrainJob);
const find = (dialect: Dialect, name: string): KubeObject => {
  const job = trainJobs(dialect).find((object) => object.metadata.name === name);
  if (job === undefined) throw new Error(`no TrainJob ${name}`);
  return job;
};
const podsOf = (dialect: Dialect, name: string) =>
  theWorld(dialect)
    .sandbox.store.list(KINDS.Pod)
    .filter((pod) => pod.metadata.labels?.["jobset.sigs.k8s.io/jobset-name"] === name);
const eventsOf = (dialect: Dialect, name: string, reason: string) =>
  theWorld(dialect)
    .sandbox.store.list(KINDS.Event)
    .filter((event) => getIn(event["involvedObject"] as never, "name") === name)
    .filter((event) => event["reason"] === reason);
const reasonOf = (job: KubeObject, type: string) =>
  objectsIn(job.status?.["conditions"]).find((item) => item["type"] === type)?.["reason"];

test.each(DIALECTS)(
  "%s: about forty TrainJobs of two teams, all with their past behind them",
  (dialect) => {
    const jobs = trainJobs(dialect);
    expect(jobs.length).toBeGreaterThanOrEqual(38);
    for (const job of jobs)
      expect(Date.parse(job.metadata.creationTimestamp ?? "")).toBeLessThanOrEqual(NOW);
    expect(theWorld(dialect).clock.now()).toBe(NOW);
  },
);

test.each(ALL_DIALECTS)(
  "%s: everything in it would pass the cluster's schemas and webhooks",
  (dialect) => {
    const { sandbox } = theWorld(dialect);
    const schemas = crdSchemasFor(dialect, sandbox.options.trainerVersion);
    const kinds = [KINDS.ClusterTrainingRuntime, KINDS.TrainingRuntime, KINDS.TrainJob];
    for (const object of kinds.flatMap((kind) => sandbox.store.list(kind))) {
      const ref = asString(getIn(object.spec, "runtimeRef", "name")) ?? "";
      const runtime =
        sandbox.store.get(KINDS.ClusterTrainingRuntime, undefined, ref) ??
        sandbox.store.get(KINDS.TrainingRuntime, object.metadata.namespace, ref);
      const { status: _status, ...sent } = object;
      const result = admit(schemas, {
        operation: "create",
        dialect,
        trainerVersion: sandbox.options.trainerVersion,
        object: sent,
        runtime,
        skipRuntimeLookup: runtime === undefined,
        activeJobs: [],
        now: NOW,
      });
      const name = `${object.kind} ${object.metadata.name}`;
      // One job shows what an unknown container name does; this project's own API refuses new ones.
      const isOnPurpose = object.metadata.name === "unknown-container" && !result.admitted;
      if (!isOnPurpose)
        expect([name, result.admitted ? [] : result.message, result.pruned]).toEqual([
          name,
          [],
          [],
        ]);
    }
  },
);

test.each(DIALECTS)("%s: each state that a list must show is there", (dialect) => {
  const running = podsOf(dialect, "llama-sft-0412").map((pod) => pod.status?.["phase"]);
  expect(running).toEqual(["Running", "Running", "Running", "Running"]);
  expect(find(dialect, "bert-sweep-17").spec?.["suspend"]).toBe(true);
  expect(reasonOf(find(dialect, "resnet-ddp"), "Failed")).toBe("FailedJobs");
  expect(reasonOf(find(dialect, "flaky-ddp"), "Failed")).toBe("ReachedMaxRestarts");
  expect(reasonOf(find(dialect, "deadline-run"), "Failed")).toBe("DeadlineExceeded");
  expect(isConditionTrue(find(dialect, "bert-sweep-15").status, "Complete")).toBe(true);
  expect(isConditionTrue(find(dialect, "paused-ablation").status, "Suspended")).toBe(true);
  expect(podsOf(dialect, "needs-b200").map((pod) => pod.status?.["phase"])).toEqual(["Pending"]);
  expect(eventsOf(dialect, "orphan-runtime", "TrainJobResourcesCreationFailed")).toHaveLength(1);
  const image = podsOf(dialect, "image-typo")[0];
  const waiting = getIn(image?.status, "containerStatuses", 0, "state", "waiting", "reason");
  expect(waiting).toBe("ImagePullBackOff");
});

test("only Trainer's controller leaves a job stuck; this project's made a new JobSet", () => {
  const failures = (dialect: Dialect) =>
    eventsOf(dialect, "stuck-volumes", "TrainJobResourcesCreationFailed").length;
  expect(failures("runtimePatches")).toBe(1);
  expect(failures("templateOverrides")).toBe(0);
});

test("both dialects tell the same story: the same managers in the same order", () => {
  const managers = (dialect: Dialect) =>
    trainJobs(dialect).map((job) => [
      job.metadata.name,
      objectsIn(job.spec?.[dialect]).map((lane) => lane["manager"]),
    ]);
  expect(managers("templateOverrides")).toEqual(managers("runtimePatches"));
});

test("the well-known job has six managers' worth of history, and each is named by managedFields", () => {
  const job = find("templateOverrides", "llama-sft-0412");
  const entries = readEntries(job, "templateOverrides");
  const managers = new Set(entries.map((entry) => entry.manager));
  expect(managers).toEqual(new Set(Object.values(MANAGERS)));
  expect(entries.length).toBeGreaterThanOrEqual(9);
  const writers = job.metadata.managedFields?.map((entry) => entry.manager);
  for (const manager of managers) expect(writers).toContain(manager);
});

test("one lane was written by another, and one job lost its managedFields", () => {
  const claimed = find("templateOverrides", "claimed-lane");
  const writers = claimed.metadata.managedFields?.map((entry) => entry.manager) ?? [];
  expect(writers).toContain("kubectl-edit");
  expect(writers).not.toContain(MANAGERS.platform);
  const unknown = find("templateOverrides", "nobody-knows").metadata.managedFields ?? [];
  expect(unknown.filter((entry) => entry.subresource !== "status")).toEqual([]);
});

test("more jobs for a big list are cheap, and the controllers leave them alone", () => {
  const world = createSandboxWorld({ dialect: "templateOverrides", now: NOW, jobs: 200 });
  const bulk = world.sandbox.store
    .list(KINDS.TrainJob)
    .filter((job) => job.metadata.name?.includes("-bulk-"));
  expect(bulk).toHaveLength(200);
  world.clock.advance(60_000);
  const name = bulk[0]?.metadata.name ?? "";
  expect(world.sandbox.store.get(KINDS.JobSet, bulk[0]?.metadata.namespace, name)).toBeUndefined();
  world.close();
}, 60_000);
