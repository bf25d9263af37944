import { expect, test } from "vitest";
import { overridesDigest } from "#lib/dialect/overrides-digest.ts";
import { aTrainJob, type Bff, startBff, storedJob, storeJob } from "./start-bff.ts";

const MANAGER = "trainer.kubeflow.org/dashboard";
const OTHER = "kueue.x-k8s.io/manager";
const SELECTOR = (pool: string) => ({
  template: {
    spec: {
      replicatedJobs: [
        { name: "node", template: { spec: { template: { spec: { nodeSelector: { pool } } } } } },
      ],
    },
  },
});

async function withBff(
  dialect: "runtimePatches" | "podTemplateOverrides" | "podSpecOverrides",
  run: (bff: Bff) => Promise<void>,
): Promise<void> {
  const bff = await startBff({ dialect });
  try {
    await run(bff);
  } finally {
    await bff.stop();
  }
}

async function digest(bff: Bff): Promise<string> {
  return (await bff.call("alice", "GET", "/jobs/team-a/bert")).body.overridesDigest;
}

/** The digest of what is stored now; the watch may tell of a write a moment later. */
async function freshDigest(bff: Bff, old: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const now = await digest(bff);
    if (now !== old) return now;
  }
  throw new Error("the cache never saw the write");
}

const PATH = "/jobs/team-a/bert/overrides";
const ENTRY = `${PATH}/${encodeURIComponent(MANAGER)}`;

test("runtimePatches: a second append merges into the manager's one entry", () =>
  withBff("runtimePatches", async (bff) => {
    const { uid } = storeJob(bff).metadata;
    const first = await bff.call("alice", "POST", PATH, {
      uid,
      rebase: true,
      override: SELECTOR("a"),
    });
    expect(first.status).toBe(200);
    expect(first.body.entry).toMatchObject({ manager: MANAGER, kind: "patch" });
    const labels = { template: { metadata: { labels: { team: "a" } } } };
    await bff.call("alice", "POST", PATH, { uid, rebase: true, override: labels });
    const patches = storedJob(bff).spec?.["runtimePatches"];
    expect(patches).toHaveLength(1);
    expect(patches).toMatchObject([
      {
        manager: MANAGER,
        trainingRuntimeSpec: {
          template: { metadata: { labels: { team: "a" } }, spec: SELECTOR("a").template.spec },
        },
      },
    ]);
  }));

test("runtimePatches: one's own entry can be replaced and removed, another's cannot", () =>
  withBff("runtimePatches", async (bff) => {
    const { uid } = storeJob(bff, {
      spec: { runtimePatches: [{ manager: OTHER, trainingRuntimeSpec: SELECTOR("k") }] },
    }).metadata;
    const before = await digest(bff);
    await bff.call("alice", "POST", PATH, { uid, seen: before, override: SELECTOR("a") });
    const seen = await freshDigest(bff, before);
    const replaced = await bff.call("alice", "PUT", ENTRY, { uid, seen, override: SELECTOR("b") });
    expect(replaced.status).toBe(200);
    expect(replaced.body.entry.change.trainingRuntimeSpec).toEqual(SELECTOR("b"));
    const stale = await bff.call("alice", "DELETE", ENTRY, { uid, seen });
    expect([stale.status, stale.body.code]).toEqual([409, "LIST_CHANGED"]);
    const foreign = await bff.call("alice", "DELETE", `${PATH}/${encodeURIComponent(OTHER)}`, {
      uid,
      seen: stale.body.overridesDigest,
    });
    expect([foreign.status, foreign.body.code]).toEqual([403, "FOREIGN_LANE"]);
    const gone = await bff.call("alice", "DELETE", ENTRY, {
      uid,
      seen: stale.body.overridesDigest,
    });
    expect(gone.status).toBe(200);
    expect(storedJob(bff).spec?.["runtimePatches"]).toMatchObject([{ manager: OTHER }]);
  }));

test("runtimePatches: a refusal points into the patch", () =>
  withBff("runtimePatches", async (bff) => {
    const { uid } = storeJob(bff).metadata;
    const override = {
      template: {
        spec: {
          replicatedJobs: [
            {
              name: "node",
              template: {
                spec: {
                  template: {
                    spec: { containers: [{ name: "node", env: [{ name: "A", value: "1" }] }] },
                  },
                },
              },
            },
          ],
        },
      },
    };
    const answer = await bff.call("alice", "POST", PATH, { uid, rebase: true, override });
    expect([answer.status, answer.body.code]).toEqual([422, "REFUSED"]);
    expect(answer.body.errors[0].pointer).toBe(
      "/override/template/spec/replicatedJobs/0/template/spec/template/spec/containers/0/env",
    );
  }));

test("ownerless lists: elements are added, replaced and removed by position, and have no manager", () =>
  withBff("podTemplateOverrides", async (bff) => {
    const { uid } = storeJob(bff).metadata;
    const element = (pool: string) => ({
      targetJobs: [{ name: "node" }],
      spec: { nodeSelector: { pool } },
    });
    const send = (body: object) => bff.call("alice", "POST", PATH, { uid, rebase: true, ...body });
    const named = await send({ manager: MANAGER, override: element("x") });
    expect([named.status, named.body.errors[0].pointer]).toEqual([422, "/manager"]);
    const seenNow = () => overridesDigest(storedJob(bff), "podTemplateOverrides");
    expect((await send({ override: element("a") })).status).toBe(200);
    const second = await send({ override: element("b") });
    expect(second.body.entry.path).toBe("/spec/podTemplateOverrides/1");
    const put = await bff.call("alice", "PUT", `${PATH}/0`, {
      uid,
      seen: seenNow(),
      override: element("c"),
    });
    expect(put.status).toBe(200);
    const byId = `${PATH}/${second.body.entry.id}`;
    const removed = await bff.call("alice", "DELETE", byId, { uid, rebase: true });
    expect(removed.status).toBe(200);
    expect(storedJob(bff).spec?.["podTemplateOverrides"]).toEqual([element("c")]);
    const nowhere = await bff.call("alice", "DELETE", `${PATH}/7`, { uid, seen: seenNow() });
    expect(nowhere.status).toBe(404);
  }));

test("podSpecOverrides: an append and its refusal", () =>
  withBff("podSpecOverrides", async (bff) => {
    const { uid } = storeJob(bff).metadata;
    const good = { targetJobs: [{ name: "node" }], nodeSelector: { pool: "a" } };
    const answer = await bff.call("alice", "POST", PATH, { uid, rebase: true, override: good });
    expect(answer.status).toBe(200);
    expect(storedJob(bff).spec?.["podSpecOverrides"]).toEqual([good]);
    const bad = { ...good, targetJobs: [{ name: "nope" }] };
    const refused = await bff.call("alice", "POST", PATH, { uid, rebase: true, override: bad });
    expect([refused.status, refused.body.code]).toEqual([422, "REFUSED"]);
  }));

test("the JobSet of a running TrainJob is not deleted, that of a suspended one is, by those who may", async () => {
  const bff = await startBff();
  try {
    const job = storeJob(bff);
    const owner = {
      apiVersion: job.apiVersion,
      kind: job.kind,
      name: "bert",
      uid: job.metadata.uid ?? "",
      controller: true,
    };
    const jobSet = bff.sandbox.store.create(
      {
        apiVersion: "jobset.x-k8s.io/v1alpha2",
        kind: "JobSet",
        metadata: { namespace: "team-a", name: "bert", ownerReferences: [owner] },
        spec: { suspend: true, replicatedJobs: [] },
        status: { replicatedJobsStatus: [{ name: "node", active: 1 }] },
      },
      { manager: "trainer" },
    );
    const { uid } = jobSet.metadata;
    const path = "/jobs/team-a/bert/jobset";
    const busy = await bff.call("admin", "DELETE", path, { uid });
    expect([busy.status, busy.body.code]).toEqual([409, "NOT_SUSPENDED"]);
    const info = {
      group: "jobset.x-k8s.io",
      version: "v1alpha2",
      kind: "JobSet",
      plural: "jobsets",
      namespaced: true,
    };
    const idle = { replicatedJobsStatus: [{ name: "node", active: 0 }] };
    bff.sandbox.store.setStatus(info, "team-a", "bert", idle, { manager: "jobset" });
    expect((await bff.call("alice", "DELETE", path, { uid })).status).toBe(403);
    expect((await bff.call("admin", "DELETE", path, { uid: "another" })).body.code).toBe(
      "RECREATED",
    );
    expect((await bff.call("admin", "DELETE", path, { uid })).status).toBe(200);
  } finally {
    await bff.stop();
  }
});

test("a TrainJob is created and deleted as the person; a dry run writes nothing", async () => {
  const bff = await startBff();
  try {
    const trainJob = aTrainJob({ name: "fresh" });
    const dry = await bff.call("alice", "POST", "/jobs?dryRun=true", { trainJob });
    expect(dry.body.server).toEqual({ code: 201, message: "admitted" });
    const made = await bff.call("alice", "POST", "/jobs", { trainJob });
    expect(made.status).toBe(200);
    const again = await bff.call("alice", "POST", "/jobs", { trainJob });
    expect(again.status).toBe(409);
    const elsewhere = { trainJob: aTrainJob({ name: "x", namespace: "team-b" }) };
    expect((await bff.call("alice", "POST", "/jobs", elsewhere)).status).toBe(403);
    const bad = aTrainJob({ name: "bad", spec: { activeDeadlineSeconds: 0 } });
    const refused = await bff.call("alice", "POST", "/jobs", { trainJob: bad });
    expect(refused.status).toBe(422);
    expect(refused.body.errors[0].pointer).toBe("/trainJob/spec/activeDeadlineSeconds");
    const { uid } = made.body.trainJob.metadata;
    const wrong = await bff.call("alice", "DELETE", "/jobs/team-a/fresh", { uid: "another" });
    expect(wrong.status).toBe(409);
    expect((await bff.call("alice", "DELETE", "/jobs/team-a/fresh", { uid })).status).toBe(200);
  } finally {
    await bff.stop();
  }
});
