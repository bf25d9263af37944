import { expect, test } from "vitest";
import type { Timeline } from "#lib/timeline/timeline.ts";
import { axesOf, entryPositions, fanOf, timeTicks } from "./entry-positions.ts";

const timelineOf = (times: readonly (string | undefined)[]): Timeline => {
  const known = times.filter((time) => time !== undefined).sort();
  const [first] = known;
  const last = known.at(-1);
  return {
    dialect: "templateOverrides",
    lanes: [],
    targets: [],
    conflicts: [],
    anomalies: [],
    entries: times.map((time, index) => ({
      entry: {
        id: `e${index}`,
        dialect: "templateOverrides",
        index,
        kind: "pod",
        time,
        change: {},
        path: "",
      },
      laneKey: "a",
      trust: { level: "unknown", writers: [] },
      fields: [],
      isReplaced: false,
    })),
    ...(first === undefined || last === undefined ? {} : { range: { first, last } }),
  };
};

test("the time axis is offered only where times differ", () => {
  expect(axesOf(timelineOf([undefined]))).toEqual(["order"]);
  expect(axesOf(timelineOf(["2026-01-01T10:00:00Z", "2026-01-01T10:00:00Z"]))).toEqual(["order"]);
  expect(axesOf(timelineOf(["2026-01-01T10:00:00Z", "2026-01-01T10:10:00Z"]))).toEqual([
    "time",
    "order",
  ]);
});

test("entries stand proportionally to their time, those without one at the start", () => {
  const timeline = timelineOf([
    "2026-01-01T10:00:00Z",
    "2026-01-01T10:05:00Z",
    "2026-01-01T10:10:00Z",
    undefined,
  ]);
  expect([...entryPositions(timeline, "time").values()]).toEqual([4, 50, 96, 0.5]);
  expect([...entryPositions(timeline, "order").values()]).toEqual([12.5, 37.5, 62.5, 87.5]);
});

test("ticks are round instants within the range", () => {
  const timeline = timelineOf(["2026-01-01T10:01:00Z", "2026-01-01T10:26:00Z"]);
  expect(timeTicks(timeline).map(({ label }) => label)).toEqual([
    "10:05",
    "10:10",
    "10:15",
    "10:20",
    "10:25",
  ]);
});

test("entries of one track at the same place fan out", () => {
  const positions = new Map([
    ["a", 10],
    ["b", 10.5],
    ["c", 40],
  ]);
  expect([...fanOf(["a", "b", "c"], positions)]).toEqual([
    ["a", 0],
    ["b", 1],
    ["c", 0],
  ]);
});
