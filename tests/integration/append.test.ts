import { afterAll, beforeAll, expect, test } from "vitest";
import type { KubeObject } from "#lib/k8s/object.ts";
import { type Bff, startBff, storedJob, storeJob } from "./start-bff.ts";

let bff: Bff;
beforeAll(async () => {
  bff = await startBff({ args: ["--managers", '{"*":["trainer.kubeflow.org/dashboard"]}'] });
});
afterAll(() => bff.stop());

let count = 0;
/** Each test has a job of its own, and what its page would show. */
async function openJob(options: { suspend?: boolean; spec?: Record<string, unknown> } = {}) {
  count += 1;
  const name = `job-${count}`;
  const job = storeJob(bff, { name, ...options });
  const detail = await bff.call("alice", "GET", `/jobs/team-a/${name}`);
  expect(detail.status).toBe(200);
  const path = `/jobs/team-a/${name}/overrides`;
  return { name, path, uid: job.metadata.uid, seen: detail.body.overridesDigest, detail };
}

const POOL = { targetJobs: [{ name: "node" }], spec: { nodeSelector: { pool: "a100" } } };
const OTHER = { targetJobs: [{ name: "node" }], spec: { nodeSelector: { pool: "h100" } } };

function histories(job: KubeObject): { manager: string; pod?: { time: string }[] }[] {
  return (job.spec?.["templateOverrides"] ?? []) as never;
}

test("an append is stored in one's own lane, at the server's time, by the manager as field manager", async () => {
  const { name, path, uid, seen } = await openJob();
  const answer = await bff.call("alice", "POST", path, { uid, seen, kind: "pod", override: POOL });
  expect(answer.status).toBe(200);
  expect(answer.body.entry).toMatchObject({
    manager: "trainer.kubeflow.org/dashboard",
    kind: "pod",
    time: "2026-05-01T10:00:00Z",
  });
  const stored = storedJob(bff, "team-a", name);
  expect(stored.metadata.resourceVersion).toBe(answer.body.resourceVersion);
  expect(histories(stored)[0]?.pod).toEqual([{ time: "2026-05-01T10:00:00Z", ...POOL }]);
  const managers = stored.metadata.managedFields?.map(({ manager }) => manager);
  expect(managers).toContain("trainer.kubeflow.org/dashboard");
});

test("a second append in the same second takes the next one", async () => {
  const { path, uid } = await openJob();
  const send = (override: unknown) =>
    bff.call("alice", "POST", path, { uid, rebase: true, kind: "pod", override });
  const first = await send(POOL);
  const second = await send(OTHER);
  expect([first.body.entry.time, second.body.entry.time]).toEqual([
    "2026-05-01T10:00:00Z",
    "2026-05-01T10:00:01Z",
  ]);
});

test("a draft made on another list is refused with the fresh object, unless it is rebased", async () => {
  const { path, uid, seen } = await openJob();
  await bff.call("alice", "POST", path, { uid, seen, kind: "pod", override: POOL });
  const stale = await bff.call("alice", "POST", path, { uid, seen, kind: "pod", override: OTHER });
  expect(stale.status).toBe(409);
  expect(stale.body.code).toBe("LIST_CHANGED");
  expect(histories(stale.body.trainJob)[0]?.pod).toHaveLength(1);
  const fresh = { uid, seen: stale.body.overridesDigest, kind: "pod", override: OTHER };
  expect((await bff.call("alice", "POST", path, fresh)).status).toBe(200);
});

test("without seen and without rebase an append is invalid", async () => {
  const { path, uid } = await openJob();
  const answer = await bff.call("alice", "POST", path, { uid, kind: "pod", override: POOL });
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0].pointer).toBe("/seen");
});

test("an unknown field of the request is pointed at", async () => {
  const { path, uid } = await openJob();
  const body = { uid, rebase: true, kind: "pod", override: POOL, overide: {} };
  const answer = await bff.call("alice", "POST", path, body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0].pointer).toBe("/overide");
});

test("sending the same entry with its time again answers it and writes nothing", async () => {
  const { name, path, uid, seen } = await openJob();
  const time = "2026-05-01T10:00:03Z";
  const request = { uid, seen, kind: "pod", time, override: POOL };
  const first = await bff.call("alice", "POST", path, request);
  const version = storedJob(bff, "team-a", name).metadata.resourceVersion;
  const again = await bff.call("alice", "POST", path, request);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.entry).toEqual(first.body.entry);
  expect(storedJob(bff, "team-a", name).metadata.resourceVersion).toBe(version);
});

test("another entry at the requested time, or a newer one, is a conflict; the time is never moved", async () => {
  const { path, uid } = await openJob();
  const send = (time: string, override: unknown) =>
    bff.call("alice", "POST", path, { uid, rebase: true, kind: "pod", time, override });
  await send("2026-05-01T10:00:02Z", POOL);
  const taken = await send("2026-05-01T10:00:02Z", OTHER);
  expect([taken.status, taken.body.code]).toEqual([409, "TIME_TAKEN"]);
  const older = await send("2026-05-01T10:00:01Z", OTHER);
  expect([older.status, older.body.code]).toEqual([409, "TIME_NOT_LATER"]);
  const far = await send("2027-05-01T10:00:01Z", OTHER);
  expect([far.status, far.body.errors[0].pointer]).toEqual([422, "/time"]);
});

test("another manager's lane is refused, for an admin until it is confirmed", async () => {
  const { path, uid } = await openJob();
  const request = {
    uid,
    rebase: true,
    kind: "pod",
    manager: "kueue.x-k8s.io/manager",
    override: POOL,
  };
  const alice = await bff.call("alice", "POST", path, { ...request, confirm: true });
  expect([alice.status, alice.body.code]).toEqual([403, "FOREIGN_LANE"]);
  expect((await bff.call("admin", "POST", path, request)).body.confirmable).toBe(true);
  expect((await bff.call("admin", "POST", path, { ...request, confirm: true })).status).toBe(200);
});

test("a refusal of the cluster's rules points into the request", async () => {
  const { path, uid } = await openJob();
  const override = { targetJobs: [{ name: "nope" }], spec: { nodeSelector: { a: "b" } } };
  const request = { uid, rebase: true, kind: "pod", override };
  const answer = await bff.call("alice", "POST", path, request);
  expect([answer.status, answer.body.code]).toEqual([422, "REFUSED"]);
  expect(answer.body.errors[0]).toMatchObject({
    pointer: "/override/targetJobs/0/name",
    objectField: "spec.templateOverrides[0].pod[0].targetJobs[0].name",
  });
});

test("a running TrainJob takes no override", async () => {
  const { path, uid, name } = await openJob({ suspend: false });
  const request = { uid, rebase: true, kind: "pod", override: POOL };
  const answer = await bff.call("alice", "POST", path, request);
  expect([answer.status, answer.body.code]).toEqual([422, "REFUSED"]);
  expect(histories(storedJob(bff, "team-a", name))).toEqual([]);
});

test("a dry run writes nothing and says what both sides say", async () => {
  const { path, uid, name } = await openJob();
  const request = { uid, rebase: true, kind: "pod", override: POOL };
  const good = await bff.call("alice", "POST", `${path}?dryRun=true`, request);
  expect(good.body).toMatchObject({ verdict: { admitted: true }, server: { code: 200 } });
  const bad = await bff.call("alice", "POST", `${path}?dryRun=true`, {
    ...request,
    override: { targetJobs: [{ name: "nope" }] },
  });
  expect(bad.body).toMatchObject({ verdict: { admitted: false }, server: { code: 403 } });
  expect(histories(storedJob(bff, "team-a", name))).toEqual([]);
});

test("another object of that name is never written to", async () => {
  const { path } = await openJob();
  const request = { uid: "another", rebase: true, kind: "pod", override: POOL };
  const answer = await bff.call("alice", "POST", path, request);
  expect([answer.status, answer.body.code]).toEqual([409, "RECREATED"]);
});

test("entries of templateOverrides can be neither replaced nor removed", async () => {
  const { path, uid, seen } = await openJob();
  const entry = `${path}/${encodeURIComponent("trainer.kubeflow.org/dashboard")}`;
  const put = await bff.call("alice", "PUT", entry, { uid, seen, override: POOL });
  const removed = await bff.call("alice", "DELETE", entry, { uid, seen });
  expect([put.status, put.body.code]).toEqual([422, "APPEND_ONLY"]);
  expect([removed.status, removed.body.code]).toEqual([422, "APPEND_ONLY"]);
});

test("what a colleague stored beside the list stays to the byte", async () => {
  const { path, uid, name } = await openJob({ spec: { trainer: { numNodes: 3 } } });
  const { templateOverrides: _before, ...rest } = storedJob(bff, "team-a", name).spec ?? {};
  await bff.call("alice", "POST", path, { uid, rebase: true, kind: "pod", override: POOL });
  const { templateOverrides: _after, ...later } = storedJob(bff, "team-a", name).spec ?? {};
  expect(JSON.stringify(later)).toBe(JSON.stringify(rest));
});

test("suspending another object of that name is refused", async () => {
  const { name, uid } = await openJob();
  const path = `/jobs/team-a/${name}/suspend`;
  const wrong = await bff.call("alice", "PATCH", path, { uid: "another", suspend: false });
  expect([wrong.status, wrong.body.code]).toEqual([409, "RECREATED"]);
  expect((await bff.call("alice", "PATCH", path, { uid, suspend: false })).status).toBe(200);
  expect(storedJob(bff, "team-a", name).spec?.["suspend"]).toBe(false);
});
