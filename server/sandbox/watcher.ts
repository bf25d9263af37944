import type { KindInfo } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { KubeStatus } from "#lib/k8s/status.ts";
import type { Clock } from "#lib/util/clock.ts";
import type { ObjectStore } from "./object-store.ts";
import type { Selection } from "./selection.ts";
import {
  bookmarkLine,
  errorLine,
  eventLine,
  type ObjectTexter,
  recordLine,
} from "./watch-event.ts";

export type WatcherOptions = {
  readonly store: ObjectStore;
  readonly info: KindInfo;
  readonly selection: Selection;
  readonly clock: Clock;
  /** Sent as ADDED before anything else. */
  readonly initial: readonly KubeObject[];
  /** Where in the log to go on after that. */
  readonly position: number;
  /** With initial events asked for by name: the version of the marked bookmark that ends them. */
  readonly initialEnd: number | undefined;
  readonly bookmarkEveryMs: number | undefined;
  readonly timeoutMs: number | undefined;
  /** Sent as the only event. */
  readonly refusal?: KubeStatus | undefined;
  readonly signal: AbortSignal | undefined;
  /** Absent: objects as they are. */
  readonly textOf?: ObjectTexter | undefined;
  readonly onEnd: (watcher: Watcher) => void;
};

const CHUNK_CHARS = 64 * 1024;
const RECORDS_AT_ONCE = 256;
const ENCODER = new TextEncoder();

/**
 * One open watch: a reader's place in the kind's log, and nothing else. Bytes are made when they are asked for, so a
 * reader that stops costs no memory; when the log has dropped its place the watch ends, as a real one does.
 */
export class Watcher {
  readonly body: ReadableStream<Uint8Array>;
  readonly #options: WatcherOptions;
  readonly #timers = new AbortController();
  readonly #unsubscribe: () => void;
  readonly #abort: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #position: number;
  #initialAt = 0;
  #owesInitialEnd: boolean;
  #bookmarksOwed = 0;
  #wake: (() => void) | undefined;

  constructor(options: WatcherOptions) {
    this.#options = options;
    this.#position = options.position;
    this.#owesInitialEnd = options.initialEnd !== undefined;
    this.#unsubscribe = options.store.onPoke(options.info, () => this.#poke());
    this.#abort = () => this.#fail(options.signal?.reason);
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#pull(),
        cancel: () => this.#end(),
      },
      { highWaterMark: 0 },
    );
    options.signal?.addEventListener("abort", this.#abort, { once: true });
    void this.#keepBookmarks();
    void this.#keepTimeout();
  }

  /** Ends the stream after what was already handed over; safe to call again. */
  close(): void {
    if (this.#timers.signal.aborted) return;
    this.#controller?.close();
    this.#end();
  }

  #fail(reason: unknown): void {
    if (this.#timers.signal.aborted) return;
    this.#controller?.error(reason);
    this.#end();
  }

  #end(): void {
    if (this.#timers.signal.aborted) return;
    this.#timers.abort();
    this.#unsubscribe();
    this.#options.signal?.removeEventListener("abort", this.#abort);
    this.#poke();
    this.#options.onEnd(this);
  }

  #poke(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  /** Waits until there is something to send, then hands over one chunk. */
  async #pull(): Promise<void> {
    while (!this.#timers.signal.aborted) {
      const text = this.#nextText();
      if (text === undefined) return this.close();
      if (text !== "") {
        this.#controller?.enqueue(ENCODER.encode(text));
        if (this.#options.refusal !== undefined) this.close();
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** "" when there is nothing to say now; undefined when the place in the log is lost. */
  #nextText(): string | undefined {
    const { refusal, info, store } = this.#options;
    if (refusal !== undefined) return errorLine(refusal);
    const initial = this.#initialText();
    if (initial !== "") return initial;
    const changes = this.#changesText();
    if (changes === undefined || changes !== "") return changes;
    if (this.#bookmarksOwed === 0) return "";
    this.#bookmarksOwed = 0;
    return bookmarkLine(info, store.version, false);
  }

  #initialText(): string {
    const { initial, initialEnd, info, textOf } = this.#options;
    let text = "";
    for (; this.#initialAt < initial.length && text.length < CHUNK_CHARS; this.#initialAt += 1) {
      const object = initial[this.#initialAt];
      if (object !== undefined) text += eventLine("ADDED", object, textOf);
    }
    if (this.#initialAt >= initial.length && this.#owesInitialEnd && initialEnd !== undefined) {
      this.#owesInitialEnd = false;
      text += bookmarkLine(info, initialEnd, true);
    }
    return text;
  }

  #changesText(): string | undefined {
    const { store, info, selection, textOf } = this.#options;
    const log = store.log(info);
    let text = "";
    while (text.length < CHUNK_CHARS) {
      const records = log.read(this.#position, RECORDS_AT_ONCE);
      if (records === undefined) return undefined;
      if (records.length === 0) break;
      this.#position += records.length;
      for (const record of records) text += recordLine(record, selection, textOf) ?? "";
    }
    return text;
  }

  async #keepBookmarks(): Promise<void> {
    const { bookmarkEveryMs, clock } = this.#options;
    if (bookmarkEveryMs === undefined) return;
    while (!this.#timers.signal.aborted) {
      await clock.sleep(bookmarkEveryMs, this.#timers.signal);
      this.#bookmarksOwed += 1;
      this.#poke();
    }
  }

  async #keepTimeout(): Promise<void> {
    const { timeoutMs, clock } = this.#options;
    if (timeoutMs === undefined) return;
    await clock.sleep(timeoutMs, this.#timers.signal);
    this.close();
  }
}
