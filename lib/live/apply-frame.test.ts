import { expect, test } from "vitest";
import type { JobList, JobRow } from "../protocol/jobs.ts";
import { applyFrame } from "./apply-frame.ts";

const row = (uid: string, state: JobRow["state"] = "Running"): JobRow => ({
  uid,
  namespace: "a",
  name: uid,
  state,
  runtimeKind: "ClusterTrainingRuntime",
  runtime: "torch",
  managers: [],
  suspended: false,
  createdAt: "2026-01-01T00:00:00Z",
});

const LIST: JobList = {
  items: [row("a"), row("b")],
  total: 2,
  counts: { Running: 2 },
  facets: { runtimes: [], queues: [], owners: [] },
  page: 0,
  pageSize: 100,
  cursor: "e:5",
  fresh: { state: "live" },
};

test("[F1] a frame that is not newer, or of another epoch, changes nothing", () => {
  for (const cursor of ["e:5", "e:4", "f:9"]) {
    const folded = applyFrame(LIST, {
      type: "upsert",
      topic: "jobs",
      cursor,
      row: row("a", "Failed"),
    });
    expect(folded.list).toBe(LIST);
    expect(folded.isOutdated).toBe(false);
  }
});

test("[F2] a known row is replaced in place, and a new state moves the counts", () => {
  const { list, isOutdated } = applyFrame(LIST, {
    type: "upsert",
    topic: "jobs",
    cursor: "e:6",
    row: row("b", "Failed"),
  });
  expect(list.items.map(({ state }) => state)).toEqual(["Running", "Failed"]);
  expect(list.items[0]).toBe(LIST.items[0]);
  expect(list.counts).toEqual({ Running: 1, Failed: 1 });
  expect([list.cursor, isOutdated]).toEqual(["e:6", true]);
});

test("[F2] a row that is not in the page only makes the page outdated", () => {
  const frame = { type: "upsert", topic: "jobs", cursor: "e:6", row: row("c") } as const;
  const { list, isOutdated } = applyFrame(LIST, frame);
  expect(list.items).toBe(LIST.items);
  expect(isOutdated).toBe(true);
});

test("[F3] a removed row leaves the page, the total and the count", () => {
  const frame = { type: "remove", topic: "jobs", cursor: "e:6", uid: "a" } as const;
  const { list } = applyFrame(LIST, frame);
  expect([list.items.length, list.total, list.counts]).toEqual([1, 1, { Running: 1 }]);
});

test("[F4] the source says how fresh the list is", () => {
  const { list } = applyFrame(LIST, { type: "source", state: "stale", since: "t" });
  expect(list.fresh).toEqual({ state: "stale", since: "t" });
});
