import { expect, test } from "vitest";
import type { ImpactSetting } from "#lib/impact/job-impact.ts";
import type { RuntimeJobs } from "#lib/protocol/runtimes.ts";
import { aRuntime, aTrainJob } from "#tests/support/render-builders.ts";
import type { ImpactRequest } from "./impact-messages.ts";
import { createImpactRun } from "./impact-run.ts";

const SETTING: ImpactSetting = {
  before: aRuntime(),
  after: aRuntime(),
  trainerVersion: "v2.3.0",
  dialect: "runtimePatches",
  controller: "trainer",
};

/** Answers each page of jobs at once, or not at all. */
class FakeWorker extends EventTarget {
  isTerminated = false;
  readonly answers: boolean;
  constructor(answers: boolean) {
    super();
    this.answers = answers;
  }
  postMessage(request: ImpactRequest): void {
    if (request.type !== "jobs" || !this.answers) return;
    const found = request.jobs.map(({ trainJob }) => ({
      uid: trainJob.metadata.uid ?? "",
      namespace: "ns",
      name: trainJob.metadata.name ?? "",
      outcome: "same" as const,
      count: 0,
      fields: [],
    }));
    this.dispatchEvent(new MessageEvent("message", { data: { found } }));
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

function pageOf(uids: readonly string[], total: number): RuntimeJobs {
  const items = uids.map((uid) => ({
    trainJob: { ...aTrainJob(), metadata: { name: uid, namespace: "ns", uid } },
    jobSet: "none" as const,
    hasSnapshot: false,
  }));
  return { items, total, page: 0, pageSize: 2 };
}

function aRun(pages: readonly (RuntimeJobs | Error)[], answers = true) {
  const worker = new FakeWorker(answers);
  const run = createImpactRun({
    readPage: async (page) => {
      const found = pages[page];
      if (found === undefined || found instanceof Error) throw found ?? new Error("no page");
      return found;
    },
    createWorker: () => worker as unknown as Worker,
    now: () => 0,
  });
  const until = (phase: string) =>
    new Promise<void>((resolve) => {
      const off = run.subscribe(() => {
        if (run.get().phase !== phase) return;
        off();
        resolve();
      });
    });
  return { run, worker, until };
}

test("all pages are read, each job is compared once, and the worker is let go", async () => {
  const { run, worker, until } = aRun([pageOf(["a", "b"], 3), pageOf(["b", "c"], 3)]);
  const done = until("done");
  run.start(SETTING);
  await done;
  expect(run.get().found.map(({ uid }) => uid)).toEqual(["a", "b", "c"]);
  expect(worker.isTerminated).toBe(true);
});

test("no job is an end, too", async () => {
  const { run, until } = aRun([pageOf([], 0)]);
  const done = until("done");
  run.start(SETTING);
  await done;
  expect(run.get()).toMatchObject({ phase: "done", total: 0, found: [] });
});

test("stopping ends worker and reading, and keeps what was found", async () => {
  const { run, worker } = aRun([pageOf(["a"], 1)], false);
  run.start(SETTING);
  run.stop();
  expect(worker.isTerminated).toBe(true);
  await Promise.resolve();
  expect(run.get()).toMatchObject({ phase: "stopped", found: [] });
});

test("a page that cannot be read ends the comparison with its error", async () => {
  const { run, worker, until } = aRun([pageOf(["a"], 2), new Error("offline")]);
  const failed = until("failed");
  run.start(SETTING);
  await failed;
  expect(run.get().error).toEqual(new Error("offline"));
  expect(worker.isTerminated).toBe(true);
});
