import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readEntries } from "#lib/dialect/read-entries.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { toJson } from "#lib/k8s/object.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import { toCanonicalJson } from "#lib/util/json.ts";
import { type Answer, type Bff, startBff, storedJob, storeJob } from "./start-bff.ts";

const MANAGERS = Array.from({ length: 16 }, (_, index) => `team-${index}.example.com/bot`);
const JOBS = ["job-0", "job-1", "job-2", "job-3"];

/** Everything of an object but the override list and what the server keeps for each write. */
function restHash(object: KubeObject): string {
  const { managedFields, resourceVersion, generation, ...metadata } = object.metadata;
  const { templateOverrides, ...spec } = object.spec ?? {};
  const rest = toCanonicalJson(toJson({ ...object, metadata, spec }));
  return createHash("sha256").update(rest).digest("hex");
}

type Append = { readonly job: string; readonly request: Record<string, unknown> };

function append(bff: Bff, { job, request }: Append): Promise<Answer> {
  return bff.call("admin", "POST", `/jobs/team-a/${job}/overrides`, request);
}

function appends(uids: ReadonlyMap<string, string>, count: number): readonly Append[] {
  return Array.from({ length: count }, (_, index) => {
    const job = JOBS[index % JOBS.length] ?? "";
    return {
      job,
      request: {
        uid: uids.get(job),
        rebase: true,
        confirm: true,
        manager: MANAGERS[Math.floor(index / JOBS.length) % MANAGERS.length],
        kind: index % 3 === 0 ? "job" : "pod",
        override: {
          targetJobs: [{ name: "node" }],
          metadata: { labels: { [`n${index}`]: "x" } },
        },
      },
    };
  });
}

test("400 appends at once by 16 managers to 4 jobs all land, each lane in strict order of time, and nothing else changes", async () => {
  const first = await startBff();
  // A second server over the same cluster: no lock is shared, only the guards of the patches help.
  const second = await startBff({ beside: first });
  try {
    const uids = new Map(
      JOBS.map((name) => [
        name,
        storeJob(first, { name, spec: { trainer: { numNodes: 2 } } }).metadata.uid ?? "",
      ]),
    );
    const before = JOBS.map((name) => restHash(storedJob(first, "team-a", name)));
    const all = appends(uids, 400);
    const answers = await Promise.all(
      all.map((one, index) => append(index % 2 === 0 ? first : second, one)),
    );
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
    expect(JOBS.map((name) => restHash(storedJob(first, "team-a", name)))).toEqual(before);
    const labels = new Set<string>();
    for (const name of JOBS) {
      const entries = readEntries(storedJob(first, "team-a", name), "templateOverrides");
      expect(entries).toHaveLength(100);
      for (const manager of MANAGERS) assertStrictOrder(entries, manager);
      for (const entry of entries) labels.add(JSON.stringify(entry.change["metadata"]));
    }
    expect(labels.size).toBe(400);
    await resend(first, all, answers);
  } finally {
    await second.stop();
    await first.stop();
  }
}, 120_000);

function assertStrictOrder(entries: ReturnType<typeof readEntries>, manager: string): void {
  for (const kind of ["job", "pod"]) {
    const times = entries
      .filter((entry) => entry.manager === manager && entry.kind === kind)
      .sort((a, b) => Number(a.path.split("/").at(-1)) - Number(b.path.split("/").at(-1)))
      .map(({ time }) => time ?? "");
    expect(times).toEqual([...new Set(times)].sort());
  }
  const all = entries.filter((entry) => entry.manager === manager).map(({ time }) => time);
  expect(new Set(all).size).toBe(all.length);
}

/** 100 of them again, with the times that they got: each answers its stored entry, and no version moves. */
async function resend(bff: Bff, all: readonly Append[], answers: readonly Answer[]): Promise<void> {
  const versions = JOBS.map((name) => storedJob(bff, "team-a", name).metadata.resourceVersion);
  const again = await Promise.all(
    all
      .slice(0, 100)
      .map(({ job, request }, index) =>
        append(bff, { job, request: { ...request, time: answers[index]?.body.entry.time } }),
      ),
  );
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 200));
  expect(again.map(({ body }) => body.entry.id)).toEqual(
    answers.slice(0, 100).map(({ body }) => body.entry.id),
  );
  expect(JOBS.map((name) => storedJob(bff, "team-a", name).metadata.resourceVersion)).toEqual(
    versions,
  );
}

test("100 appends that name their time, each sent twice as after a cut connection, are stored once each", async () => {
  const bff = await startBff();
  try {
    const job = "twice";
    const uid = storeJob(bff, { name: job, spec: {} }).metadata.uid;
    const start = bff.clock.now();
    for (let index = 0; index < 100; index += 1) {
      const request = {
        uid,
        rebase: true,
        confirm: true,
        manager: "alone.example.com/bot",
        kind: "pod",
        time: toKubeTime(start + index * 1000),
        override: { targetJobs: [{ name: "node" }], metadata: { labels: { n: `v${index}` } } },
      };
      // The second one leaves before the first is answered: both must be told of the same one entry.
      const answers = await Promise.all([
        append(bff, { job, request }),
        append(bff, { job, request }),
      ]);
      expect(answers.map(({ status, body }) => [status, body.entry?.time])).toEqual([
        [200, request.time],
        [200, request.time],
      ]);
      const late = await append(bff, { job, request });
      expect([late.status, late.body.entry?.time]).toEqual([200, request.time]);
    }
    const entries = readEntries(storedJob(bff, "team-a", job), "templateOverrides");
    expect(entries).toHaveLength(100);
    assertStrictOrder(entries, "alone.example.com/bot");
  } finally {
    await bff.stop();
  }
}, 120_000);
