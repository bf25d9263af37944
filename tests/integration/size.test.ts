import { afterAll, beforeAll, expect, test } from "vitest";
import { aTrainJob, type Bff, startBff, storedJob, storeJob } from "./start-bff.ts";

let bff: Bff;
beforeAll(async () => {
  bff = await startBff();
});
afterAll(() => bff.stop());

/** A job that already holds so many bytes of annotations, written by some client. */
function storeLargeJob(name: string, bytes: number): string {
  const annotations = { "example.com/notes": "x".repeat(bytes) };
  const spec = {
    templateOverrides: [
      {
        manager: "trainer.kubeflow.org/sdk",
        job: [{ time: "2026-05-01T09:00:00Z", metadata: { annotations } }],
      },
    ],
  };
  return storeJob(bff, { name, spec }).metadata.uid ?? "";
}

const entryOf = (bytes: number) => ({
  metadata: { annotations: { "example.com/more": "y".repeat(bytes) } },
});

test("an append that costs the job its managedFields is admitted with a warning that says so", async () => {
  const uid = storeLargeJob("near", 1_400_000);
  const body = { uid, rebase: true, kind: "job", override: entryOf(171_500) };
  const path = "/jobs/team-a/near/overrides";
  const dry = await bff.call("alice", "POST", `${path}?dryRun`, body);
  expect(dry.body.verdict).toMatchObject({ admitted: true });
  expect(dry.body.verdict.warnings.join()).toMatch(/drops all its managedFields/);
  const done = await bff.call("alice", "POST", path, body);
  expect(done.status).toBe(200);
  expect(done.body.verdict.warnings.join()).toMatch(/drops all its managedFields/);
  expect(storedJob(bff, "team-a", "near").metadata.managedFields).toBeUndefined();
});

test("an append that is too large to be stored is refused before it is sent", async () => {
  const uid = storeLargeJob("full", 1_400_000);
  const body = { uid, rebase: true, kind: "job", override: entryOf(200_000) };
  const path = "/jobs/team-a/full/overrides";
  const dry = await bff.call("alice", "POST", `${path}?dryRun`, body);
  expect(dry.body.verdict).toMatchObject({ admitted: false, message: /request is too large/ });
  const refused = await bff.call("alice", "POST", path, body);
  expect([refused.status, refused.body.code]).toEqual([422, "REFUSED"]);
  expect(refused.body.detail).toMatch(/request is too large/);
});

test("a TrainJob that is too large to be made is refused, and the API server is not blamed", async () => {
  const entry = { time: "2026-05-01T09:00:00Z", ...entryOf(1_600_000) };
  const spec = { templateOverrides: [{ manager: "trainer.kubeflow.org/sdk", job: [entry] }] };
  const trainJob = aTrainJob({ name: "huge", spec });
  const refused = await bff.call("alice", "POST", "/jobs", { trainJob });
  expect([refused.status, refused.body.code]).toEqual([422, "REFUSED"]);
  expect(refused.body.detail).toMatch(/request is too large/);
});

test("a field that the schema drops is told once, in the API server's words", async () => {
  const { uid } = storeJob(bff, { name: "unknown" }).metadata;
  const override = { targetJobs: [{ name: "node" }], spec: { hostNetwork: true } };
  const body = { uid, rebase: true, kind: "pod", override };
  const { body: answer } = await bff.call("alice", "POST", "/jobs/team-a/unknown/overrides", body);
  expect(answer.verdict.warnings).toEqual([
    'unknown field "spec.templateOverrides[0].pod[0].spec.hostNetwork"',
  ]);
});
