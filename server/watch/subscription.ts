import type { Frame } from "#lib/protocol/frames.ts";

type Waiting = { readonly frame: Frame; readonly bytes: number };

/** One reader's queue: rules H4, H5 and H6 of SPEC.md. Read by one consumer. */
export class Subscription implements AsyncIterator<Frame, undefined> {
  readonly #limit: number;
  readonly #onEnd: () => void;
  /** Insertion order is the order of leaving. */
  readonly #waiting = new Map<string, Waiting>();
  #bytes = 0;
  #isEnding: boolean = false;
  #wake: (() => void) | undefined;

  /** `limit` in bytes. `onEnd` is called once, when nothing more will be pushed. */
  constructor(options: { limit: number; onEnd: () => void }) {
    this.#limit = options.limit;
    this.#onEnd = options.onEnd;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** A frame with the key of a waiting one takes its place, at the end of the queue. */
  push(key: string, frame: Frame, bytes: number): "queued" | "coalesced" | "overflow" {
    if (this.#isEnding) return "queued";
    const old = this.#waiting.get(key);
    if (old !== undefined) {
      this.#waiting.delete(key);
      this.#bytes -= old.bytes;
    }
    if (this.#bytes + bytes > this.#limit) {
      this.finish({ type: "reset", reason: "overflow" }, "drop");
      return "overflow";
    }
    this.#waiting.set(key, { frame, bytes });
    this.#bytes += bytes;
    this.#notify();
    return old === undefined ? "queued" : "coalesced";
  }

  /** Sends one last frame, after what waits or instead of it, and ends. */
  finish(last: Frame, waiting: "keep" | "drop"): void {
    if (this.#isEnding) return;
    if (waiting === "drop") {
      this.#waiting.clear();
      this.#bytes = 0;
    }
    this.#waiting.set("last", { frame: last, bytes: 0 });
    this.#end();
  }

  /** The reader left. */
  cancel(): void {
    if (this.#isEnding && this.#waiting.size === 0) return;
    this.#waiting.clear();
    this.#bytes = 0;
    this.#end();
  }

  async next(): Promise<IteratorResult<Frame, undefined>> {
    for (;;) {
      for (const [key, { frame, bytes }] of this.#waiting) {
        this.#waiting.delete(key);
        this.#bytes -= bytes;
        return { done: false, value: frame };
      }
      if (this.#isEnding) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async return(): Promise<IteratorResult<Frame, undefined>> {
    this.cancel();
    return { done: true, value: undefined };
  }

  #end(): void {
    if (!this.#isEnding) {
      this.#isEnding = true;
      this.#onEnd();
    }
    this.#notify();
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
