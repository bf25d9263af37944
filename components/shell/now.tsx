"use client";
import { useSyncExternalStore } from "react";
import { serverClockOffset } from "#lib/queries/server-clock.ts";

/** The sandbox's clock runs at its own speed; against a cluster this is the browser's clock, set by the server's. */
type TimeLine = {
  readonly source: string;
  readonly base: number;
  readonly readAt: number;
  readonly speed: number;
};

let line: TimeLine = { source: "", base: 0, readAt: 0, speed: 1 };
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let tick = 0;

/** Ties the screen's ages to a clock that showed `now` at this moment; a second call with the same reading does nothing. */
export function setClock(now: string, speed: number): void {
  const base = Date.parse(now);
  const source = `${now} ${speed}`;
  if (source !== line.source && !Number.isNaN(base))
    line = { source, base, readAt: Date.now(), speed };
}

/** Milliseconds since the epoch, on the clock that the cluster goes by. */
export function currentTime(): number {
  const wall = Date.now();
  return line.base === 0
    ? wall + serverClockOffset()
    : line.base + (wall - line.readAt) * line.speed;
}

/** Renders again each second; undefined on the server, where ages would differ from the browser's. */
export function useNow(): number | undefined {
  return useSyncExternalStore(subscribe, snapshot, () => undefined);
}

function snapshot(): number {
  if (tick === 0) tick = Math.floor(currentTime() / 1000) * 1000;
  return tick;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    tick = Math.floor(currentTime() / 1000) * 1000;
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
      tick = 0;
    }
  };
}
