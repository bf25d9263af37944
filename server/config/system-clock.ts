import type { Clock } from "#lib/util/clock.ts";

/** The real time. Sleeping does not keep the process alive. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const target = signal instanceof AbortSignal ? signal : undefined;
      const finish = () => {
        clearTimeout(timer);
        target?.removeEventListener("abort", finish);
        resolve();
      };
      const timer = setTimeout(finish, ms);
      timer.unref();
      target?.addEventListener("abort", finish, { once: true });
    }),
};
