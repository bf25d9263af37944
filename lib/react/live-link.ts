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
  return new FetchLink(host);
}

class FetchLink implements LiveLink {
  readonly #host: LiveLinkHost;
  readonly #listeners = new Set<() => void>();
  #state: LinkState = IDLE;
  #topics: readonly Topic[] = [];
  #controller: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: LiveLinkHost) {
    this.#host = host;
  }

  readonly getSnapshot = (): LinkState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  setTopics(topics: readonly Topic[]): void {
    const sorted = [...new Set(topics)].sort();
    if (sorted.join(",") === this.#topics.join(",")) return;
    this.#topics = sorted;
    this.#begin();
  }

  restart(): void {
    this.#dispatch({ type: "stop" });
    this.#begin();
  }

  wake(): void {
    this.#dispatch({ type: "wake", now: Date.now() });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#topics = [];
    this.#dispatch({ type: "stop" });
  }

  #begin(): void {
    const topics = this.#topics;
    const isWanted = topics.length > 0;
    this.#dispatch(isWanted ? { type: "start", topics, now: Date.now() } : { type: "stop" });
  }

  #dispatch(event: LinkEvent): void {
    const before = this.#state;
    const step = reduceLink(before, event);
    this.#state = step.state;
    for (const effect of step.effects) this.#run(effect);
    if (before !== this.#state) for (const listener of this.#listeners) listener();
  }

  #run(effect: LinkEffect): void {
    switch (effect.type) {
      case "open": {
        this.#controller = new AbortController();
        const tell = (event: LinkEvent) => this.#dispatch(event);
        void readStream(effect.topics, effect.cursor, this.#controller.signal, tell);
        return;
      }
      case "close":
        this.#controller?.abort();
        this.#controller = undefined;
        return;
      case "deliver":
        this.#host.onFrame(effect.frame);
        return;
      case "refetch":
        this.#host.onRefetch(effect.olderThan);
        return;
      case "timer": {
        clearTimeout(this.#timer);
        const tick = () =>
          this.#dispatch({ type: "timer", now: Date.now(), random: Math.random() });
        this.#timer = setTimeout(tick, Math.max(0, effect.at - Date.now()));
      }
    }
  }
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
