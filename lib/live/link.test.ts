import fc from "fast-check";
import { expect, test } from "vitest";
import type { Frame } from "../protocol/frames.ts";
import {
  IDLE,
  type LinkEffect,
  type LinkEvent,
  type LinkState,
  reduceLink,
  SILENCE_MS,
} from "./link.ts";

const wish = { topics: ["jobs"], cursor: "e:5", attempt: 2, since: 900 } as const;
const STATES: Record<LinkState["kind"], LinkState> = {
  idle: IDLE,
  connecting: { kind: "connecting", heardAt: 1000, ...wish },
  live: { kind: "live", heardAt: 1000, topics: ["jobs"], cursor: "e:5", attempt: 0 },
  stale: { kind: "stale", heardAt: 1000, catchingUp: false, ...wish },
  backoff: { kind: "backoff", retryAt: 2000, ...wish },
  failed: { kind: "failed", status: 403, ...wish },
};

const EVENTS: Record<LinkEvent["type"], LinkEvent> = {
  start: { type: "start", topics: ["jobs:a"], now: 1500 },
  stop: { type: "stop" },
  frame: { type: "frame", frame: { type: "hello", cursor: "e:9" }, now: 1500 },
  heard: { type: "heard", now: 1500 },
  ended: { type: "ended", now: 1500, random: 0.5 },
  broken: { type: "broken", status: 503, now: 1500, random: 0.5 },
  timer: { type: "timer", now: 1500, random: 0.5 },
  wake: { type: "wake", now: 1500 },
};

/** State after the event, and the kinds of its effects. */
type Cell = readonly [LinkState["kind"], ...LinkEffect["type"][]];

const opening = ["connecting", "close", "open", "timer"] as const;
const nothing = {
  idle: ["idle"],
  backoff: ["backoff"],
  failed: ["failed"],
} as const;
const waiting = ["backoff", "close", "timer"] as const;

const TABLE: Record<LinkState["kind"], Record<LinkEvent["type"], Cell>> = {
  idle: {
    start: opening,
    stop: ["idle"],
    frame: nothing.idle,
    heard: nothing.idle,
    ended: nothing.idle,
    broken: nothing.idle,
    timer: nothing.idle,
    wake: nothing.idle,
  },
  connecting: {
    start: opening,
    stop: ["idle", "close"],
    frame: ["live", "timer"],
    heard: ["connecting", "timer"],
    ended: waiting,
    broken: waiting,
    timer: ["connecting", "timer"],
    wake: ["connecting"],
  },
  live: {
    start: opening,
    stop: ["idle", "close"],
    frame: ["live", "timer"],
    heard: ["live", "timer"],
    ended: opening,
    broken: waiting,
    timer: ["live", "timer"],
    wake: ["live"],
  },
  stale: {
    start: opening,
    stop: ["idle", "close"],
    frame: ["live", "timer"],
    heard: ["stale", "timer"],
    ended: opening,
    broken: waiting,
    timer: ["stale", "timer"],
    wake: ["stale"],
  },
  backoff: {
    start: opening,
    stop: ["idle", "close"],
    frame: nothing.backoff,
    heard: nothing.backoff,
    ended: nothing.backoff,
    broken: nothing.backoff,
    timer: ["backoff", "timer"],
    wake: opening,
  },
  failed: {
    start: opening,
    stop: ["idle", "close"],
    frame: nothing.failed,
    heard: nothing.failed,
    ended: nothing.failed,
    broken: nothing.failed,
    timer: nothing.failed,
    wake: opening,
  },
};

test("[L1] [L2] [L6] [L7] [L10] every state answers every event as the table says", () => {
  for (const [from, row] of Object.entries(TABLE)) {
    for (const [name, cell] of Object.entries(row)) {
      const state = Object.entries(STATES).find(([kind]) => kind === from)?.[1] ?? IDLE;
      const event = Object.entries(EVENTS).find(([type]) => type === name)?.[1];
      if (event === undefined) throw new Error(name);
      const step = reduceLink(state, event);
      const got = [step.state.kind, ...step.effects.map(({ type }) => type)];
      expect([from, name, got]).toEqual([from, name, cell]);
    }
  }
});

const frame = (state: LinkState, value: Frame) =>
  reduceLink(state, { type: "frame", frame: value, now: 1500 });

test("[L3] the first hello without a cursor reads older data again; a resumed one does not", () => {
  const fresh = { ...STATES.connecting, cursor: undefined };
  expect(frame(fresh as LinkState, { type: "hello", cursor: "e:9" })).toMatchObject({
    state: { kind: "live", cursor: "e:9", attempt: 0 },
    effects: [{ type: "refetch", olderThan: "e:9" }, { type: "timer" }],
  });
  const resumed = frame(STATES.connecting, { type: "hello", cursor: "e:9" });
  expect(resumed.state).toMatchObject({ cursor: "e:5" });
  expect(resumed.effects.map(({ type }) => type)).toEqual(["timer"]);
});

test("[L4] a frame with a cursor moves ours and is delivered", () => {
  const step = frame(STATES.live, { type: "touch", topic: "jobs", cursor: "e:6" });
  expect(step.state).toMatchObject({ kind: "live", cursor: "e:6" });
  expect(step.effects[0]).toMatchObject({ type: "deliver" });
});

test("[L5] a reset forgets the cursor and reads everything again", () => {
  for (const step of [
    frame(STATES.live, { type: "reset", reason: "overflow" }),
    reduceLink(STATES.live, { type: "broken", status: 410, now: 1500, random: 0 }),
  ]) {
    expect(step.state).toMatchObject({ kind: "connecting", since: 1500 });
    expect("cursor" in step.state ? step.state.cursor : undefined).toBeUndefined();
    expect(step.effects.at(-1)).toEqual({ type: "refetch" });
  }
});

test("[L6] a bye opens again at once from our cursor", () => {
  const step = frame(STATES.live, { type: "bye", reason: "rotate" });
  expect(step.effects[1]).toEqual({ type: "open", topics: ["jobs"], cursor: "e:5" });
});

test("[L7] waits grow with full jitter and never pass half a minute", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, random) => {
        const state: LinkState = { kind: "connecting", heardAt: 0, topics: [], attempt };
        const step = reduceLink(state, { type: "broken", status: 0, now: 100, random });
        if (step.state.kind !== "backoff") throw new Error(step.state.kind);
        expect(step.state.attempt).toBe(attempt + 1);
        expect(step.state.retryAt - 100).toBeLessThanOrEqual(Math.min(30_000, 500 * 2 ** attempt));
      },
    ),
  );
});

test("[L8] refusals are final", () => {
  for (const status of [400, 401, 403, 404, 422])
    expect(reduceLink(STATES.live, { type: "broken", status, now: 1, random: 0 }).state.kind).toBe(
      "failed",
    );
});

test("[L9] silence is a broken stream", () => {
  const now = 1000 + SILENCE_MS;
  const step = reduceLink(STATES.live, { type: "timer", now, random: 0.5 });
  expect(step.state).toMatchObject({ kind: "backoff", since: now });
});

test("[L11] [L12] the source's age is kept until it is live again", () => {
  const since = "2026-01-01T00:00:00Z";
  const stale = frame(STATES.live, { type: "source", state: "stale", since });
  expect(stale.state).toMatchObject({ kind: "stale", since: Date.parse(since), catchingUp: false });
  const later = frame(stale.state, { type: "source", state: "catchingUp" });
  expect(later.state).toMatchObject({ kind: "stale", since: Date.parse(since), catchingUp: true });
  const live = frame(later.state, { type: "source", state: "live" });
  expect(live.state).toMatchObject({ kind: "live", since: undefined });
});
