import type { Timeline, TimelineEntry } from "#lib/timeline/timeline.ts";
import { placeIn, type TimeView, WHOLE } from "./time-view.ts";

export type Axis = "time" | "order";

/** The time axis needs two different times; otherwise only the order can be drawn. */
export function axesOf({ range }: Timeline): readonly Axis[] {
  return range !== undefined && range.first !== range.last ? ["time", "order"] : ["order"];
}

/** Where each entry stands on the axis, in percent; entries without a time at the very start of a time axis. */
export function entryPositions(timeline: Timeline, axis: Axis): ReadonlyMap<string, number> {
  const { entries, range } = timeline;
  const positions = new Map<string, number>();
  entries.forEach(({ entry }, index) => {
    positions.set(
      entry.id,
      axis === "order" || range === undefined
        ? ((index + 0.5) / entries.length) * 100
        : onTimeAxis(entry.time, range),
    );
  });
  return positions;
}

const MARGIN = 4;

function onTimeAxis(
  time: string | undefined,
  range: { readonly first: string; readonly last: string },
): number {
  const at = time === undefined ? Number.NaN : Date.parse(time);
  if (Number.isNaN(at)) return 0.5;
  const first = Date.parse(range.first);
  const share = (at - first) / (Date.parse(range.last) - first);
  return MARGIN + share * (100 - 2 * MARGIN);
}

export type Tick = { readonly percent: number; readonly label: string };

const STEPS_S = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 3 * 3600, 6 * 3600, 86_400, 7 * 86_400];
const MOST_TICKS = 6;

/** Round instants along the shown part of the time axis, in UTC as the entries have them; places in percent of that part. */
export function timeTicks({ range }: Timeline, view: TimeView = WHOLE): readonly Tick[] {
  if (range === undefined) return [];
  const first = Math.max(Date.parse(range.first), instantAt(view.from, range));
  const last = Math.min(Date.parse(range.last), instantAt(view.to, range));
  const span = (last - first) / 1000;
  const step = (STEPS_S.find((each) => span / each <= MOST_TICKS) ?? span / MOST_TICKS) * 1000;
  const ticks: Tick[] = [];
  for (let at = Math.ceil(first / step) * step; at <= last; at += step) {
    const iso = new Date(at).toISOString();
    const label = step >= 86_400_000 ? iso.slice(5, 10) : iso.slice(11, step < 60_000 ? 19 : 16);
    const percent = placeIn(view, onTimeAxis(iso, range));
    if (percent !== undefined) ticks.push({ percent, label });
  }
  return ticks;
}

function instantAt(percent: number, range: { readonly first: string; readonly last: string }) {
  const first = Date.parse(range.first);
  return first + ((percent - MARGIN) / (100 - 2 * MARGIN)) * (Date.parse(range.last) - first);
}

const NEAR_PERCENT = 1.2;

/** Entries of one track at (nearly) the same place fan out: how many stand before each at its place. */
export function fanOf(
  entryIds: readonly string[],
  positions: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const fan = new Map<string, number>();
  let place = Number.NEGATIVE_INFINITY;
  let depth = 0;
  for (const id of entryIds) {
    const position = positions.get(id) ?? 0;
    depth = Math.abs(position - place) < NEAR_PERCENT ? depth + 1 : 0;
    if (depth === 0) place = position;
    fan.set(id, depth);
  }
  return fan;
}

/** True where a later entry replaced a field of this one. */
export function hasReplacedField({ fields }: TimelineEntry): boolean {
  return fields.some(({ replacedBy }) => replacedBy !== undefined);
}
