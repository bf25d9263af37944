import { IDLE, type LinkEffect, type LinkEvent, type LinkState, reduceLink } from "../live/link.ts";
import { createSseParser } from "../live/sse-parser.ts";
import { type Frame, FrameSchema, type Topic } from "../protocol/frames.ts";
import { apiUrl } from "../queries/http.ts";

export type LiveLink = {
  getSnapshot(): LinkState;
  subscribe(listener: () => void): () => void;
  /** Opens the stream anew where the set of topics differs; no topics: the stream is closed. */
  setTopics(topics: readonly Topic[]): void;
  wake(): void;
  /** Another person: nothing of the old stream holds any more, its cursor neither. */
  restart(): void;
  close(): void;
};

export type LiveLinkHost = {
  readonly onFrame: (frame: Frame) => void;
  /** Read again what was read before `olderThan`; everything where it is undefined. */
  readonly onRefetch: (olderThan: string | undefined) => void;
};

/** Runs the effects of the pure machine in lib/live/link.ts: one fetch stream, one timer. */
export function createLiveLink(host: LiveLinkHost): LiveLink {
  let state: LinkState = IDLE;
  let controller: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = "";
  const listeners = new Set<() => void>();

  const dispatch = (event: LinkEvent): void => {
    const before = state;
    const step = reduceLink(state, event);
    state = step.state;
    for (const effect of step.effects) run(effect);
    if (before !== state) for (const listener of listeners) listener();
  };
  const run = (effect: LinkEffect): void => {
    if (effect.type === "open") {
      controller = new AbortController();
      void readStream(effect.topics, effect.cursor, controller.signal, dispatch);
    } else if (effect.type === "close") {
      controller?.abort();
      controller = undefined;
    } else if (effect.type === "deliver") host.onFrame(effect.frame);
    else if (effect.type === "refetch") host.onRefetch(effect.olderThan);
    else {
      clearTimeout(timer);
      const tick = () => dispatch({ type: "timer", now: Date.now(), random: Math.random() });
      timer = setTimeout(tick, Math.max(0, effect.at - Date.now()));
    }
  };

  let topicsNow: readonly Topic[] = [];
  const begin = (): void =>
    dispatch(
      topicsNow.length === 0
        ? { type: "stop" }
        : { type: "start", topics: topicsNow, now: Date.now() },
    );

  return {
    getSnapshot: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setTopics: (topics) => {
      const sorted = [...new Set(topics)].sort();
      if (sorted.join(",") === wanted) return;
      wanted = sorted.join(",");
      topicsNow = sorted;
      begin();
    },
    restart: () => {
      dispatch({ type: "stop" });
      begin();
    },
    wake: () => dispatch({ type: "wake", now: Date.now() }),
    close: () => {
      clearTimeout(timer);
      wanted = "";
      dispatch({ type: "stop" });
    },
  };
}

async function readStream(
  topics: readonly Topic[],
  cursor: string | undefined,
  signal: AbortSignal,
  dispatch: (event: LinkEvent) => void,
): Promise<void> {
  const tell = (event: LinkEvent): void => {
    if (!signal.aborted) dispatch(event);
  };
  try {
    const response = await fetch(apiUrl("/stream", { topics: topics.join(","), cursor }), {
      headers: { accept: "text/event-stream" },
      credentials: "same-origin",
      cache: "no-store",
      signal,
    });
    if (!response.ok || response.body === null) {
      tell({ type: "broken", status: response.status, now: Date.now(), random: Math.random() });
      return;
    }
    const parse = createSseParser({
      onMessage: ({ data }) => {
        const frame = FrameSchema.safeParse(JSON.parse(data));
        if (frame.success) tell({ type: "frame", frame: frame.data, now: Date.now() });
      },
      onComment: () => tell({ type: "heard", now: Date.now() }),
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const piece = await reader.read();
      if (piece.done) break;
      parse(piece.value);
    }
    tell({ type: "ended", now: Date.now(), random: Math.random() });
  } catch {
    tell({ type: "broken", status: 0, now: Date.now(), random: Math.random() });
  }
}
