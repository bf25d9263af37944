import type { Clock } from "#lib/util/clock.ts";

type Sleeper = { readonly until: number; readonly wake: () => void };

/** Time that moves only when it is told to. */
export type ManualClock = Clock & { advance(ms: number): void };

export function createManualClock(start = Date.UTC(2026, 4, 1, 10, 0, 0)): ManualClock {
  let now = start;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true || ms <= 0) {
          resolve();
          return;
        }
        const sleeper: Sleeper = {
          until: now + ms,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        if (signal instanceof AbortSignal)
          signal.addEventListener("abort", sleeper.wake, { once: true });
      }),
    advance: (ms) => {
      now += ms;
      for (const sleeper of [...sleepers]) if (sleeper.until <= now) sleeper.wake();
    },
  };
}
