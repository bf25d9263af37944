import type { Dialect } from "#lib/dialect/entry.ts";
import type { AppError } from "#lib/errors/app-error.ts";
import type { Frame, Topic } from "#lib/protocol/frames.ts";
import type { Cursor } from "#lib/protocol/wire-values.ts";
import { type Clock, type Random, toKubeTime } from "#lib/util/clock.ts";
import { FULL_SIGHT, type NamespaceScope, type RowSight } from "#server/access/namespace-scope.ts";
import type { KubeClient } from "#server/kube/kube-client.ts";
import { type Change, ChangeLog } from "./change-log.ts";
import { type CatalogOptions, JobCatalog, type TouchedJob } from "./job-catalog.ts";
import { reflect, type StoreEvent } from "./reflect.ts";
import { SourceState, type SourceView } from "./source-state.ts";
import { Subscription } from "./subscription.ts";
import { framesOf } from "./topic-frames.ts";
import { WATCHED, WATCHED_NAMES, type WatchedName } from "./watched-kinds.ts";

export type HubOptions = {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly epoch: string;
  readonly dialect: () => Dialect | undefined;
  /** The cluster's time, in milliseconds since the epoch; a sandbox may run faster than the clock. */
  readonly now: () => number;
  /** See CatalogOptions. */
  readonly isStuck?: CatalogOptions["isStuck"];
  /** Changes kept for readers that come back. */
  readonly historyLimit?: number | undefined;
  /** Bytes that may wait for one reader. */
  readonly readerLimit?: number | undefined;
  /** How long the reflectors run on after the last use; undefined: for ever. */
  readonly lingerMs?: number | undefined;
  readonly onDegraded?: ((name: WatchedName, error: AppError) => void) | undefined;
  /** Something that should not be possible; the hub goes on without it. */
  readonly onDefect?: ((where: string, error: unknown) => void) | undefined;
};

const HISTORY_LIMIT = 20_000;
const READER_LIMIT = 512 * 1024;
/** Rows of unfinished jobs are looked at anew this often: some reasons are about time that passed. */
const AGEING_MS = 15_000;
const AGEING_SLICE = 250;

type Reader = {
  readonly topics: readonly Topic[];
  scope: NamespaceScope;
  readonly queue: Subscription;
};

/** The shared watch: SPEC.md. Everything but the reflectors happens in one turn of the event loop. */
export class WatchHub {
  readonly catalog: JobCatalog;
  readonly #options: HubOptions;
  readonly #log: ChangeLog;
  readonly #source: SourceState;
  readonly #readers = new Set<Reader>();
  readonly #synced = Promise.withResolvers<void>();
  #running: AbortController | undefined;
  #uses = 0;
  #lastUse = 0;
  #isFlushing: boolean = false;
  #isClosed: boolean = false;

  constructor(options: HubOptions) {
    this.#options = options;
    const { dialect, now, isStuck, onDefect } = options;
    this.catalog = new JobCatalog({
      dialect,
      now,
      isStuck,
      onDefect: (error, { metadata }) =>
        onDefect?.(`row of ${metadata.namespace}/${metadata.name}`, error),
    });
    this.#log = new ChangeLog({
      epoch: options.epoch,
      limit: options.historyLimit ?? HISTORY_LIMIT,
    });
    this.#source = new SourceState(WATCHED_NAMES);
  }

  /** Starts the reflectors where they do not run; settles when each kind was listed once. */
  ready(): Promise<void> {
    this.#use();
    return this.#synced.promise;
  }

  get isSynced(): boolean {
    return this.#source.isSynced;
  }

  get source(): SourceView {
    return this.#source.view();
  }

  /** Settles what was touched; with the rows read in the same turn this is one snapshot (H1). */
  snapshotCursor(): Cursor {
    this.#use();
    this.#flush();
    return this.#log.cursor();
  }

  get readerCount(): number {
    return this.#readers.size;
  }

  /** A reader of topics from a cursor on (none: from now). The first frame is `hello`, or `reset tooOld` and the end. */
  open(topics: readonly Topic[], scope: NamespaceScope, since?: Cursor): HubReader {
    this.#use();
    this.#flush();
    this.#uses += 1;
    const queue = new Subscription({
      limit: this.#options.readerLimit ?? READER_LIMIT,
      onEnd: () => this.#leave(reader),
    });
    const reader: Reader = { topics, scope, queue };
    this.#readers.add(reader);
    if (this.#isClosed) queue.finish({ type: "bye", reason: "shutdown" }, "drop");
    else this.#welcome(reader, since);
    return {
      frames: queue,
      scope: () => reader.scope,
      // A difference in rights ends the stream: what the reader holds may be too much or too little (H7).
      rescope: (next) => {
        reader.scope = next;
        queue.finish({ type: "reset", reason: "access" }, "drop");
      },
      idle: () =>
        queue.isEmpty && !queue.isEnding
          ? { type: "bookmark", cursor: this.#log.cursor() }
          : undefined,
    };
  }

  /** Ends all streams with `bye shutdown` and all reflectors, for good: tabs come back at once, and find the same. */
  close(): void {
    this.#isClosed = true;
    for (const { queue } of [...this.#readers])
      queue.finish({ type: "bye", reason: "shutdown" }, "keep");
    this.#running?.abort();
    this.#running = undefined;
  }

  #welcome(reader: Reader, since: Cursor | undefined): void {
    const missed = since === undefined ? [] : this.#log.since(since);
    if (missed === "tooOld") {
      reader.queue.finish({ type: "reset", reason: "tooOld" }, "drop");
      return;
    }
    reader.queue.push("hello", { type: "hello", cursor: since ?? this.#log.cursor() }, 0);
    const source = this.#source.view();
    if (source.state !== "live") reader.queue.push("source", { type: "source", ...source }, 0);
    for (const change of missed) this.#send(reader, change);
  }

  #leave(reader: Reader): void {
    this.#readers.delete(reader);
    this.#uses -= 1;
    this.#lastUse = this.#options.clock.now();
  }

  #send(reader: Reader, change: Change): void {
    if (!reader.scope.has(change.namespace)) return;
    const seen = this.#within(change, reader.scope.sight(change.namespace));
    const cursor = this.#log.cursor(change.sequence);
    const earlier = this.#log.cursor(change.sequence - 1);
    for (const { key, frame, bytes } of framesOf(seen, cursor, earlier, reader.topics))
      reader.queue.push(key, frame, bytes);
  }

  /** A reader who may see less gets the job's row of this moment, with less. */
  #within(change: Change, sight: RowSight): Change {
    if (typeof change.row === "string" || sight.size === FULL_SIGHT.size) return change;
    const entry = this.catalog.rows.get(change.uid);
    return { ...change, row: entry === undefined ? "gone" : this.catalog.rowFor(entry, sight) };
  }

  #broadcast(frame: Frame): void {
    for (const { queue } of [...this.#readers]) queue.push("source", frame, 0);
  }

  #use(): void {
    this.#lastUse = this.#options.clock.now();
    if (this.#running !== undefined || this.#isClosed) return;
    const controller = new AbortController();
    this.#running = controller;
    for (const name of WATCHED_NAMES) void this.#follow(name, controller.signal);
    void this.#age(controller);
  }

  async #follow(name: WatchedName, signal: AbortSignal): Promise<void> {
    const { client, clock, random } = this.#options;
    for await (const event of reflect(WATCHED[name].info, { client, clock, random, signal })) {
      if (event.type === "degraded") this.#options.onDegraded?.(name, event.error);
      this.#observe(name, event);
      try {
        if (this.catalog.apply(name, event)) this.#scheduleFlush();
      } catch (error) {
        // Thrown from here it would end the reflector, and with it the process.
        this.#options.onDefect?.(`${event.type} of ${name}`, error);
      }
    }
  }

  #observe(name: WatchedName, event: StoreEvent): void {
    const before = this.#source.view();
    this.#source.apply(name, event, toKubeTime(this.#options.clock.now()));
    const after = this.#source.view();
    if (this.#source.isSynced) this.#synced.resolve();
    if (before.state !== after.state) this.#broadcast({ type: "source", ...after });
  }

  /** A burst of events is one computation for each job. */
  #scheduleFlush(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => {
      this.#isFlushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    this.#publish(this.catalog.settle());
  }

  #publish(jobs: readonly TouchedJob[]): void {
    for (const job of jobs) {
      const bytes = typeof job.row === "string" ? 120 : JSON.stringify(job.row).length + 120;
      const change = this.#log.append({ ...job, bytes });
      for (const reader of [...this.#readers]) this.#send(reader, change);
    }
  }

  async #age(controller: AbortController): Promise<void> {
    const { clock, lingerMs } = this.#options;
    while (!controller.signal.aborted) {
      await clock.sleep(AGEING_MS, controller.signal);
      const isUnused = this.#uses === 0 && clock.now() - this.#lastUse >= (lingerMs ?? Infinity);
      if (isUnused && this.#running === controller) {
        controller.abort();
        this.#running = undefined;
        this.#source.forget();
        return;
      }
      await this.#ageRows(controller.signal);
    }
  }

  /** In slices, so that no reader waits for thousands of rows. Only rows that changed become changes here. */
  async #ageRows(signal: AbortSignal): Promise<void> {
    const uids = this.catalog.unfinished();
    for (let from = 0; from < uids.length && !signal.aborted; from += AGEING_SLICE) {
      this.#flush();
      this.catalog.touch(uids.slice(from, from + AGEING_SLICE));
      this.#publish(this.catalog.settle().filter(({ row }) => row !== "same"));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

export type HubReader = {
  readonly frames: Subscription;
  readonly scope: () => NamespaceScope;
  readonly rescope: (next: NamespaceScope) => void;
  /** In a silence: moves the reader's cursor past what was not for it. */
  readonly idle: () => Frame | undefined;
};
