import type { Clock } from "#lib/util/clock.ts";

/** Real time, injected: `setTimer` calls back once after `ms` real milliseconds and gives the function that cancels it. */
export type ClockDriver = {
  now(): number;
  setTimer(callback: () => void, ms: number): () => void;
};

/**
 * The sandbox's time. `now` is world time; `sleep` is real time where there is a driver, so that watches live on
 * while the world is paused. Tasks run one after the other, never inside the call that planned them.
 */
export type WorldClock = Clock & {
  /** World seconds per real second; 0 is paused. */
  speed(): number;
  setSpeed(speed: number): void;
  /** Runs the task when world time reaches `time`; gives the function that cancels it. */
  at(time: number, task: () => void): () => void;
  /** Runs the task as soon as the caller is done, paused or not. */
  soon(task: () => void): void;
  /** Moves world time by hand and runs what became due on the way, each task at its own time. */
  advance(ms: number): void;
  /** Forgets all tasks and timers. Whoever sleeps from then on wakes only by its signal: a loop of sleeps must not spin. */
  stop(): void;
};

export type WorldClockOptions = {
  /** World time at the beginning, in milliseconds since the epoch. */
  readonly start: number;
  /** Without a driver time stands still but for `advance`. */
  readonly driver?: ClockDriver | undefined;
  readonly speed?: number | undefined;
};

type Task = { readonly time: number; readonly order: number; readonly run: () => void };

const LONGEST_TIMER = 60_000;
const SOONEST_TIMER = 4;

export function createWorldClock(options: WorldClockOptions): WorldClock {
  return new SteeredClock(options);
}

class SteeredClock implements WorldClock {
  readonly #driver: ClockDriver | undefined;
  readonly #tasks = new Set<Task>();
  #soon: (() => void)[] = [];
  #order = 0;
  #speed: number;
  /** World time at the real time `#realBase`. */
  #base: number;
  #realBase: number;
  #cancelTimer: (() => void) | undefined;
  #cancelSoon: (() => void) | undefined;
  #isStopped: boolean = false;

  constructor({ start, driver, speed = 1 }: WorldClockOptions) {
    this.#driver = driver;
    this.#speed = speed;
    this.#base = start;
    this.#realBase = driver?.now() ?? 0;
  }

  now(): number {
    if (this.#driver === undefined) return this.#base;
    return this.#base + (this.#driver.now() - this.#realBase) * this.#speed;
  }

  speed(): number {
    return this.#speed;
  }

  setSpeed(speed: number): void {
    this.#rebase(this.now());
    this.#speed = speed;
    this.#plan();
  }

  sleep(ms: number, signal: { readonly aborted: boolean } | undefined): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    if (this.#isStopped) return untilAborted(signal);
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        if (signal instanceof AbortSignal) signal.removeEventListener("abort", end);
        resolve();
      };
      const cancel = this.#driver?.setTimer(end, ms) ?? this.at(this.now() + ms, end);
      if (signal instanceof AbortSignal) signal.addEventListener("abort", end);
    });
  }

  at(time: number, run: () => void): () => void {
    const task: Task = { time, order: this.#order++, run };
    if (!this.#isStopped) this.#tasks.add(task);
    this.#plan();
    return () => {
      this.#tasks.delete(task);
    };
  }

  soon(task: () => void): void {
    if (this.#isStopped) return;
    this.#soon.push(task);
    if (this.#cancelSoon !== undefined || this.#driver === undefined) return;
    this.#cancelSoon = this.#driver.setTimer(() => {
      this.#cancelSoon = undefined;
      this.#runSoon();
      this.#plan();
    }, SOONEST_TIMER);
  }

  advance(ms: number): void {
    const target = this.now() + ms;
    this.#runSoon();
    for (let task = this.#next(); task !== undefined && task.time <= target; task = this.#next()) {
      this.#tasks.delete(task);
      this.#rebase(Math.max(task.time, this.#base));
      task.run();
      this.#runSoon();
    }
    this.#rebase(target);
    this.#plan();
  }

  stop(): void {
    this.#isStopped = true;
    this.#tasks.clear();
    this.#soon = [];
    this.#cancelTimer?.();
    this.#cancelSoon?.();
  }

  #rebase(now: number): void {
    this.#base = now;
    this.#realBase = this.#driver?.now() ?? 0;
  }

  #next(): Task | undefined {
    let first: Task | undefined;
    for (const task of this.#tasks) if (first === undefined || isEarlier(task, first)) first = task;
    return first;
  }

  #runSoon(): void {
    while (this.#soon.length > 0) {
      const tasks = this.#soon;
      this.#soon = [];
      for (const task of tasks) task();
    }
  }

  #runDue(): void {
    this.#runSoon();
    const now = this.now();
    const due = [...this.#tasks].filter((task) => task.time <= now);
    due.sort((a, b) => (isEarlier(a, b) ? -1 : 1));
    for (const task of due) {
      if (!this.#tasks.delete(task)) continue;
      task.run();
      this.#runSoon();
    }
  }

  /** One real timer for the earliest task; long waits are cut so that a changed speed never oversleeps. */
  #plan(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const next = this.#next();
    if (this.#driver === undefined || this.#speed <= 0 || next === undefined) return;
    const wait = Math.max(SOONEST_TIMER, (next.time - this.now()) / this.#speed);
    this.#cancelTimer = this.#driver.setTimer(
      () => {
        this.#cancelTimer = undefined;
        this.#runDue();
        this.#plan();
      },
      Math.min(wait, LONGEST_TIMER),
    );
  }
}

function untilAborted(signal: { readonly aborted: boolean } | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal instanceof AbortSignal)
      signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function isEarlier(a: Task, b: Task): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}
