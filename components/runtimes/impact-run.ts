import type { ImpactJob, ImpactSetting, JobImpact } from "#lib/impact/job-impact.ts";
import type { RuntimeJobs } from "#lib/protocol/runtimes.ts";
import type { ImpactAnswer, ImpactRequest } from "./impact-messages.ts";

export type ImpactState = {
  readonly phase: "idle" | "running" | "done" | "stopped" | "failed";
  /** What was compared; undefined only while idle. */
  readonly setting?: ImpactSetting | undefined;
  /** TrainJobs in all; 0 until the first page is there. */
  readonly total: number;
  readonly read: number;
  readonly found: readonly JobImpact[];
  readonly jobs: ReadonlyMap<string, ImpactJob>;
  /** Milliseconds from start to end. */
  readonly took: number;
  readonly error?: unknown;
};

export type ImpactRun = {
  get(): ImpactState;
  subscribe(listener: () => void): () => void;
  /** Ends what is running and compares anew. */
  start(setting: ImpactSetting): void;
  /** Keeps what was found so far. */
  stop(): void;
};

export type ImpactDeps = {
  readonly readPage: (page: number, signal: AbortSignal) => Promise<RuntimeJobs>;
  readonly createWorker: () => Worker;
  readonly now: () => number;
};

const IDLE: ImpactState = {
  phase: "idle",
  total: 0,
  read: 0,
  found: [],
  jobs: new Map(),
  took: 0,
};

/** Reads the TrainJobs page by page and hands each page to a worker, which renders while the next one is read. */
export function createImpactRun({ readPage, createWorker, now }: ImpactDeps): ImpactRun {
  let state = IDLE;
  let end: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const set = (change: Partial<ImpactState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const finish = (change: Partial<ImpactState>) => {
    end?.();
    end = undefined;
    set(change);
  };

  const start = (setting: ImpactSetting) => {
    end?.();
    const began = now();
    const abort = new AbortController();
    const worker = createWorker();
    const isCurrent = () => !abort.signal.aborted;
    end = () => {
      abort.abort();
      worker.terminate();
    };
    set({ ...IDLE, phase: "running", setting, error: undefined });
    const fail = (error: unknown) => {
      if (isCurrent()) finish({ phase: "failed", error });
    };
    const settle = (isComplete: boolean) => {
      if (isComplete && isCurrent() && state.found.length === state.read)
        finish({ phase: "done", took: now() - began });
    };
    let isReadToEnd = false;
    worker.addEventListener("error", (event) => fail(new Error(event.message)));
    worker.addEventListener("message", ({ data }: MessageEvent<ImpactAnswer>) => {
      if (!isCurrent()) return;
      set({ found: [...state.found, ...data.found] });
      settle(isReadToEnd);
    });
    const send = (message: ImpactRequest) => worker.postMessage(message);
    send({ type: "setting", setting });
    const readAll = async () => {
      for (let page = 0; ; page += 1) {
        const { items, total } = await readPage(page, abort.signal);
        if (!isCurrent()) return;
        const jobs = new Map(state.jobs);
        for (const job of items) jobs.set(job.trainJob.metadata.uid ?? "", job);
        // A job that came while pages were read may push another into two pages: it is compared once.
        const fresh = items.filter(({ trainJob }) => !state.jobs.has(trainJob.metadata.uid ?? ""));
        set({ jobs, read: state.read + fresh.length, total });
        send({ type: "jobs", jobs: fresh });
        if (items.length === 0 || state.read >= total) break;
      }
      isReadToEnd = true;
      settle(true);
    };
    readAll().catch(fail);
  };

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    stop: () => {
      if (state.phase === "running") finish({ phase: "stopped" });
    },
  };
}
