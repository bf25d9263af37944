import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "#lib/util/clock.ts";

/** Real time, as a real API server has it. */
export const wallClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    if (signal?.aborted === true) return;
    const options = signal instanceof AbortSignal ? { signal, ref: false } : { ref: false };
    await wait(ms, undefined, options).catch(() => undefined);
  },
};
