import type { Clock } from "#lib/util/clock.ts";

type Sleeper = { readonly until: number; readonly wake: () => void };

/** A clock that moves when it is told to. For tests: nothing waits for real time. */
export class ManualClock implements Clock {
  #now: number;
  #sleepers: Sleeper[] = [];

  constructor(now = Date.UTC(2026, 2, 18, 10)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal: { readonly aborted: boolean } | undefined): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      if (signal instanceof AbortSignal) signal.addEventListener("abort", () => resolve());
      this.#sleepers.push({ until: this.#now + ms, wake: resolve });
      return undefined;
    });
  }

  advance(ms: number): void {
    this.#now += ms;
    const due = this.#sleepers.filter((sleeper) => sleeper.until <= this.#now);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.until > this.#now);
    for (const { wake } of due) wake();
  }
}
