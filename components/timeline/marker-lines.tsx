"use client";
import type { ChartFacts } from "./chart-facts.ts";
import type { Axis } from "./entry-positions.ts";
import { placeIn, type TimeView } from "./time-view.ts";

/** Where the compared points stand. In list order a point is after its entry, on the time axis at its entry. */
export function MarkerLines({
  facts: { marks, timeline },
  positions,
  view,
  axis,
}: {
  facts: ChartFacts;
  positions: ReadonlyMap<string, number>;
  view: TimeView;
  axis: Axis;
}) {
  const { entries } = timeline;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 flex">
      <div className="w-60 shrink-0 max-md:w-36" />
      <div className="w-12 shrink-0" />
      <div className="relative flex-1">
        {marks.map(({ label, count }) => {
          const entry = entries[count - 1]?.entry;
          const half = axis === "order" ? 50 / Math.max(1, entries.length) : 0;
          const place = entry === undefined ? 0 : (positions.get(entry.id) ?? 0) + half;
          const at = placeIn(view, Math.min(100, place));
          return (
            at !== undefined && (
              <span
                key={label}
                style={{ left: `${at}%` }}
                className="absolute inset-y-0 border-l border-dashed border-accent"
              >
                <span className="absolute top-0 -translate-x-1/2 rounded-sm bg-accent px-1 text-[10px] leading-3 text-accent-ink">
                  {label}
                </span>
              </span>
            )
          );
        })}
      </div>
    </div>
  );
}
