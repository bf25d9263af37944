import type { Frame, Topic } from "../protocol/frames.ts";
import { unreachable } from "../util/assert.ts";

/** What the driver must know to open the stream; the same in every state but idle. */
export type LinkWish = {
  readonly topics: readonly Topic[];
  readonly cursor?: string | undefined;
  /** Tries since the last live frame. */
  readonly attempt: number;
  /** Milliseconds since the epoch: data may be old since then. */
  readonly since?: number | undefined;
};

export type LinkState =
  | { readonly kind: "idle" }
  | ({ readonly kind: "connecting"; readonly heardAt: number } & LinkWish)
  | ({ readonly kind: "live"; readonly heardAt: number } & LinkWish)
  | ({ readonly kind: "stale"; readonly heardAt: number; readonly catchingUp: boolean } & LinkWish)
  | ({ readonly kind: "backoff"; readonly retryAt: number } & LinkWish)
  | ({ readonly kind: "failed"; readonly status: number } & LinkWish);

export type LinkEvent =
  | {
      readonly type: "start";
      readonly topics: readonly Topic[];
      readonly cursor?: string | undefined;
      readonly now: number;
    }
  | { readonly type: "stop" }
  | { readonly type: "frame"; readonly frame: Frame; readonly now: number }
  /** A comment line: the server lives. */
  | { readonly type: "heard"; readonly now: number }
  | { readonly type: "ended"; readonly now: number; readonly random: number }
  /** `status` 0: no answer came. */
  | {
      readonly type: "broken";
      readonly status: number;
      readonly now: number;
      readonly random: number;
    }
  | { readonly type: "timer"; readonly now: number; readonly random: number }
  | { readonly type: "wake"; readonly now: number };

export type LinkEffect =
  /** Closes the open stream, if any, and opens another. */
  | {
      readonly type: "open";
      readonly topics: readonly Topic[];
      readonly cursor?: string | undefined;
    }
  | { readonly type: "close" }
  | { readonly type: "deliver"; readonly frame: Frame }
  /** Read everything again; with a cursor: only what was read before it. */
  | { readonly type: "refetch"; readonly olderThan?: string | undefined }
  /** A timer event is wanted at this time; the latest wish replaces the earlier one. */
  | { readonly type: "timer"; readonly at: number };

export type LinkStep = { readonly state: LinkState; readonly effects: readonly LinkEffect[] };

export const SILENCE_MS = 40_000;
const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 30_000;
const FINAL = new Set([400, 401, 403, 404, 422]);

export const IDLE: LinkState = { kind: "idle" };

/** Pure and total: SPEC.md. */
export function reduceLink(state: LinkState, event: LinkEvent): LinkStep {
  switch (event.type) {
    case "start":
      return start(state, event);
    case "stop":
      return { state: IDLE, effects: state.kind === "idle" ? [] : [{ type: "close" }] };
    case "frame":
      return isOpen(state) ? onFrame(state, event.frame, event.now) : same(state);
    case "heard":
      return isOpen(state)
        ? { state: { ...state, heardAt: event.now }, effects: [silenceTimer(event.now)] }
        : same(state);
    case "ended":
      return onEnded(state, event.now, event.random);
    case "broken":
      return isOpen(state) ? onBroken(state, event) : same(state);
    case "timer":
      return onTimer(state, event);
    case "wake":
      return state.kind === "backoff" || state.kind === "failed"
        ? open(wishOf(state), event.now)
        : same(state);
    default:
      return unreachable(event);
  }
}

type OpenState = Extract<LinkState, { kind: "connecting" | "live" | "stale" }>;

function isOpen(state: LinkState): state is OpenState {
  return state.kind === "connecting" || state.kind === "live" || state.kind === "stale";
}

function same(state: LinkState): LinkStep {
  return { state, effects: [] };
}

function wishOf(state: Exclude<LinkState, { kind: "idle" }>): LinkWish {
  return {
    topics: state.topics,
    cursor: state.cursor,
    attempt: state.attempt,
    since: state.since,
  };
}

function start(state: LinkState, event: Extract<LinkEvent, { type: "start" }>): LinkStep {
  const since = state.kind === "idle" || state.kind === "live" ? undefined : state.since;
  const cursor = event.cursor ?? (state.kind === "idle" ? undefined : state.cursor);
  return open({ topics: event.topics, cursor, attempt: 0, since }, event.now);
}

function open(wish: LinkWish, now: number): LinkStep {
  return {
    state: { kind: "connecting", heardAt: now, ...wish },
    effects: [
      { type: "close" },
      { type: "open", topics: wish.topics, cursor: wish.cursor },
      silenceTimer(now),
    ],
  };
}

function silenceTimer(now: number): LinkEffect {
  return { type: "timer", at: now + SILENCE_MS };
}

function onFrame(state: OpenState, frame: Frame, now: number): LinkStep {
  switch (frame.type) {
    case "hello":
      return onHello(state, frame.cursor, now);
    case "reset":
      return forget(state, now);
    case "bye":
      return open({ ...wishOf(state), attempt: 0, since: state.since ?? now }, now);
    case "source":
      return onSource(state, frame, now);
    case "upsert":
    case "remove":
    case "touch":
    case "bookmark":
      return {
        state: { ...state, heardAt: now, cursor: frame.cursor },
        effects: [{ type: "deliver", frame }, silenceTimer(now)],
      };
    default:
      return unreachable(frame);
  }
}

function onHello(state: OpenState, cursor: string, now: number): LinkStep {
  const isFresh = state.cursor === undefined;
  return {
    state: {
      kind: "live",
      topics: state.topics,
      attempt: 0,
      heardAt: now,
      cursor: state.cursor ?? cursor,
    },
    effects: [
      ...(isFresh ? [{ type: "refetch", olderThan: cursor } as const] : []),
      silenceTimer(now),
    ],
  };
}

function forget(state: OpenState, now: number): LinkStep {
  const step = open(
    { topics: state.topics, attempt: state.attempt, since: state.since ?? now },
    now,
  );
  return { state: step.state, effects: [...step.effects, { type: "refetch" }] };
}

function onSource(
  state: OpenState,
  frame: Extract<Frame, { type: "source" }>,
  now: number,
): LinkStep {
  const effects: LinkEffect[] = [{ type: "deliver", frame }, silenceTimer(now)];
  const wish = { ...wishOf(state), heardAt: now };
  if (frame.state === "live")
    return { state: { kind: "live", ...wish, since: undefined }, effects };
  const told = frame.since === undefined ? Number.NaN : Date.parse(frame.since);
  const since = state.since ?? (Number.isNaN(told) ? now : told);
  return {
    state: { kind: "stale", ...wish, since, catchingUp: frame.state === "catchingUp" },
    effects,
  };
}

function onEnded(state: LinkState, now: number, random: number): LinkStep {
  if (!isOpen(state)) return same(state);
  if (state.kind === "connecting") return backoff(state, now, random);
  return open({ ...wishOf(state), since: state.since ?? now }, now);
}

function onBroken(state: OpenState, event: Extract<LinkEvent, { type: "broken" }>): LinkStep {
  if (event.status === 410) return forget(state, event.now);
  if (!FINAL.has(event.status)) return backoff(state, event.now, event.random);
  return {
    state: {
      kind: "failed",
      status: event.status,
      ...wishOf(state),
      since: state.since ?? event.now,
    },
    effects: [{ type: "close" }],
  };
}

function backoff(state: OpenState, now: number, random: number): LinkStep {
  const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** Math.min(state.attempt, 16));
  const retryAt = now + Math.round(random * ceiling);
  return {
    state: {
      kind: "backoff",
      retryAt,
      ...wishOf(state),
      attempt: state.attempt + 1,
      since: state.since ?? now,
    },
    effects: [{ type: "close" }, { type: "timer", at: retryAt }],
  };
}

function onTimer(state: LinkState, event: Extract<LinkEvent, { type: "timer" }>): LinkStep {
  if (state.kind === "backoff")
    return event.now >= state.retryAt
      ? open(wishOf(state), event.now)
      : { state, effects: [{ type: "timer", at: state.retryAt }] };
  if (!isOpen(state)) return same(state);
  return event.now - state.heardAt >= SILENCE_MS
    ? backoff(state, event.now, event.random)
    : { state, effects: [silenceTimer(state.heardAt)] };
}
