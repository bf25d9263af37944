import { expect, test } from "vitest";
import { createWorldClock } from "./world-clock.ts";

/** Real time by hand: timers fire when `pass` moves it over them. */
function aDriver() {
  let now = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => now,
    setTimer: (run: () => void, ms: number) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = end;
    },
  };
}

test("advancing runs each task at its own time, in order", () => {
  const clock = createWorldClock({ start: 1000 });
  const seen: [string, number][] = [];
  clock.at(3000, () => seen.push(["b", clock.now()]));
  clock.at(2000, () => {
    seen.push(["a", clock.now()]);
    clock.at(2500, () => seen.push(["a2", clock.now()]));
  });
  clock.at(9000, () => seen.push(["late", clock.now()]));
  clock.advance(5000);
  expect(seen).toEqual([
    ["a", 2000],
    ["a2", 2500],
    ["b", 3000],
  ]);
  expect(clock.now()).toBe(6000);
});

test("a cancelled task does not run", () => {
  const clock = createWorldClock({ start: 0 });
  let runs = 0;
  clock.at(10, () => runs++)();
  clock.advance(100);
  expect(runs).toBe(0);
});

test("at twentyfold speed a minute of the world passes in three real seconds", () => {
  const driver = aDriver();
  const clock = createWorldClock({ start: 0, driver, speed: 20 });
  let at = 0;
  clock.at(60_000, () => {
    at = driver.now();
  });
  driver.pass(2999);
  expect(at).toBe(0);
  driver.pass(10);
  expect(at).toBe(3000);
  expect(clock.now()).toBe(60_180);
});

test("paused, time stands still, and what is due soon still runs", () => {
  const driver = aDriver();
  const clock = createWorldClock({ start: 500, driver });
  clock.setSpeed(0);
  let runs = 0;
  clock.soon(() => runs++);
  clock.at(600, () => {
    runs += 10;
  });
  driver.pass(10_000);
  expect(clock.now()).toBe(500);
  expect(runs).toBe(1);
  clock.setSpeed(1);
  driver.pass(200);
  expect(runs).toBe(11);
});

test("sleep is real time and ends with its signal", async () => {
  const driver = aDriver();
  const clock = createWorldClock({ start: 0, driver, speed: 0 });
  const slept = clock.sleep(100, undefined);
  driver.pass(100);
  await slept;
  const controller = new AbortController();
  const cut = clock.sleep(1_000_000, controller.signal);
  controller.abort();
  await cut;
});

test("of a stopped clock nobody wakes but by its signal, so that loops of sleeps do not spin", async () => {
  const clock = createWorldClock({ start: 0, driver: aDriver() });
  clock.stop();
  const controller = new AbortController();
  let isAwake = false;
  const slept = clock.sleep(1, controller.signal).then(() => {
    isAwake = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isAwake).toBe(false);
  controller.abort();
  await slept;
});
