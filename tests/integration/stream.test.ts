import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KINDS } from "#lib/k8s/kinds.ts";
import { compareCursors } from "#lib/live/cursor-order.ts";
import type { Frame } from "#lib/protocol/frames.ts";
import type { JobRow } from "#lib/protocol/jobs.ts";
import { readStream } from "./read-stream.ts";
import { type Bff, startBff, storeJob } from "./start-bff.ts";

let bff: Bff;
beforeEach(async () => {
  bff = await startBff();
});
afterEach(() => bff.stop());

type Write = { readonly job: number; readonly act: "put" | "drop" | "suspend" | "resume" };

const write: fc.Arbitrary<Write> = fc.record({
  job: fc.integer({ min: 0, max: 5 }),
  act: fc.constantFrom("put", "drop", "suspend", "resume"),
});

function applyWrite({ job, act }: Write): void {
  const name = `job-${job}`;
  const { store } = bff.sandbox;
  const exists = store.get(KINDS.TrainJob, "team-a", name) !== undefined;
  if (act === "drop") store.remove(KINDS.TrainJob, "team-a", name);
  else if (!exists) storeJob(bff, { name, suspend: act !== "resume" });
  else
    store.update(
      KINDS.TrainJob,
      "team-a",
      name,
      (old) => ({ ...old, spec: { ...old.spec, suspend: act !== "resume" } }),
      { manager: "test" },
    );
}

function fold(rows: Map<string, JobRow>, frame: Frame): void {
  if (frame.type === "upsert") rows.set(frame.row.uid, frame.row);
  if (frame.type === "remove") rows.delete(frame.uid);
}

function byUid(rows: Iterable<JobRow>): unknown[] {
  return [...rows].sort((a, b) => (a.uid < b.uid ? -1 : 1));
}

test("[H1] a snapshot and the frames after its cursor make the later snapshot, with no gap and no overlap", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(write, { maxLength: 12 }),
      fc.array(write, { maxLength: 12 }),
      fc.array(write, { maxLength: 12 }),
      async (early, between, late) => {
        for (const one of early) applyWrite(one);
        const before = await bff.call("alice", "GET", "/jobs");
        for (const one of between) applyWrite(one);
        const stream = await readStream(bff, "alice", "jobs", before.body.cursor);
        for (const one of late) applyWrite(one);
        storeJob(bff, { name: `end-${Math.random().toString(36).slice(2)}` });
        const end = await stream.waitFor(
          (frame) => frame.type === "upsert" && frame.row.name.startsWith("end-"),
        );
        bff.sandbox.store.remove(
          KINDS.TrainJob,
          "team-a",
          end.type === "upsert" ? end.row.name : "",
        );
        await stream.waitFor(
          (frame) => frame.type === "remove" && end.type === "upsert" && frame.uid === end.row.uid,
        );
        const after = await bff.call("alice", "GET", "/jobs");
        const rows = new Map<string, JobRow>(
          before.body.items.map((row: JobRow) => [row.uid, row]),
        );
        let last: string = before.body.cursor;
        for (const frame of stream.frames) {
          if (!("cursor" in frame) || frame.type === "hello") continue;
          expect(compareCursors(frame.cursor, last) ?? 0).toBeGreaterThan(0);
          last = frame.cursor;
          fold(rows, frame);
        }
        expect(byUid(rows.values())).toEqual(byUid(after.body.items));
        stream.close();
      },
    ),
    { numRuns: 25 },
  );
});

test("[H3] a cursor of another life of the server is answered by a reset", async () => {
  const stream = await readStream(bff, "alice", "jobs", "0abc:7");
  await stream.untilEnded();
  expect(stream.frames).toEqual([{ type: "reset", reason: "tooOld" }]);
});

test("a topic that is none is refused before the stream begins", async () => {
  const stream = await readStream(bff, "alice", "pods");
  expect(stream.status).toBe(400);
});

test("a job's topic tells of its children and events", async () => {
  const job = storeJob(bff, { name: "watched" });
  const stream = await readStream(bff, "alice", "job:team-a/watched");
  await stream.waitFor(({ type }) => type === "hello");
  const seen = stream.frames.length;
  bff.sandbox.store.create(
    {
      apiVersion: "v1",
      kind: "Event",
      metadata: { namespace: "team-a", name: "watched.1" },
      involvedObject: { kind: "TrainJob", name: "watched", uid: job.metadata.uid },
      type: "Warning",
      reason: "TrainJobResourcesCreationFailed",
      message: "no",
    },
    { manager: "trainer" },
  );
  const touched = (frame: Frame) => frame.type === "touch" && stream.frames.indexOf(frame) >= seen;
  expect(await stream.waitFor(touched)).toMatchObject({ topic: "job:team-a/watched" });
  const { body } = await bff.call("alice", "GET", "/jobs/team-a/watched");
  expect(body.events[0]).toMatchObject({ reason: "TrainJobResourcesCreationFailed" });
  stream.close();
});

test("[H8] the server's end is said on each stream", async () => {
  const stream = await readStream(bff, "alice", "jobs");
  await stream.waitFor(({ type }) => type === "hello");
  bff.composition.close();
  await stream.untilEnded();
  expect(stream.frames.at(-1)).toEqual({ type: "bye", reason: "shutdown" });
});

test("answers are compressed for who takes it, streams never are", async () => {
  storeJob(bff, { name: "one" });
  const schema = await fetch(`${bff.url}/api/schemas/TrainJob`, {
    headers: { "accept-encoding": "gzip" },
  });
  expect(schema.headers.get("content-encoding")).toBe("gzip");
  expect((await schema.json()).kind).toBe("TrainJob");
  const stream = await fetch(`${bff.url}/api/stream?topics=jobs`, {
    headers: { "accept-encoding": "gzip" },
  });
  expect(stream.headers.get("content-encoding")).toBeNull();
  await stream.body?.cancel();
});
