import { expect, test } from "vitest";
import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { render } from "#lib/render/index.ts";
import { CLUSTER_RUNTIMES } from "#server/sandbox/seed/runtimes.ts";
import { type Bff, startBff, storeJob, until } from "./start-bff.ts";

const MANAGER = "trainer.kubeflow.org/dashboard";
const VOLUME = {
  manager: MANAGER,
  trainingRuntimeSpec: {
    template: {
      spec: {
        replicatedJobs: [
          {
            name: "node",
            template: {
              spec: { template: { spec: { volumes: [{ name: "scratch", emptyDir: {} }] } } },
            },
          },
        ],
      },
    },
  },
};

/** The JobSet as Trainer made it from the job without its overrides, still suspended. */
function storeJobSet(bff: Bff, trainJob: KubeObject): void {
  const runtime = CLUSTER_RUNTIMES.find(({ metadata }) => metadata.name === "torch-distributed");
  const { objects } = render({
    trainJob: { ...trainJob, spec: { ...trainJob.spec, suspend: true, runtimePatches: undefined } },
    runtime,
    trainerVersion: "v2.3.0",
    dialect: "runtimePatches",
  });
  const jobSet = objects.find(({ kind }) => kind === "JobSet");
  if (jobSet === undefined) throw new Error("no JobSet was rendered");
  const { uid = "", name = "" } = trainJob.metadata;
  const owner = { apiVersion: trainJob.apiVersion, kind: "TrainJob", name, uid, controller: true };
  const metadata = { ...jobSet.metadata, ownerReferences: [owner] };
  bff.sandbox.store.create({ ...jobSet, metadata }, { manager: "trainer" });
}

async function rowOf(bff: Bff, path: string) {
  const detail = await bff.call("alice", "GET", path);
  const list = await bff.call("alice", "GET", "/jobs");
  const row = list.body.items.find(({ uid }: { uid: string }) => uid === detail.body.row.uid);
  expect(row).toEqual(detail.body.row);
  return { row, effect: detail.body.verdicts.current.effect };
}

test("a resumed job whose suspended JobSet refuses its overrides is stuck in list and detail alike", async () => {
  const bff = await startBff({ dialect: "runtimePatches" });
  try {
    const job = storeJob(bff, { suspend: false, spec: { runtimePatches: [VOLUME] } });
    storeJobSet(bff, job);
    const { catalog } = bff.composition.services.hub;
    await until(() => catalog.parts(job.metadata.uid ?? "")?.jobSet !== undefined);
    const { row, effect } = await rowOf(bff, "/jobs/team-a/bert");
    expect(effect).toBe("stuck");
    expect(row).toMatchObject({ state: "Starting", stuck: true, reason: "OverridesStuck" });
  } finally {
    await bff.stop();
  }
});

test("a job whose JobSet runs is not compared with it", async () => {
  const bff = await startBff({ dialect: "runtimePatches" });
  try {
    const job = storeJob(bff, { suspend: false, spec: { runtimePatches: [VOLUME] } });
    storeJobSet(bff, job);
    bff.sandbox.store.update(
      KINDS.JobSet,
      "team-a",
      "bert",
      (jobSet) => ({ ...jobSet, spec: { ...jobSet.spec, suspend: false } }),
      { manager: "trainer" },
    );
    const { catalog } = bff.composition.services.hub;
    const jobSet = () => catalog.parts(job.metadata.uid ?? "")?.jobSet;
    await until(() => jobSet()?.spec?.["suspend"] === false);
    const { row, effect } = await rowOf(bff, "/jobs/team-a/bert");
    expect(effect).not.toBe("stuck");
    expect(row.stuck).toBeUndefined();
  } finally {
    await bff.stop();
  }
});
