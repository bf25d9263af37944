"use client";
import { useTranslations } from "use-intl";
import type { Timeline } from "#lib/timeline/timeline.ts";
import { type Axis, timeTicks } from "./entry-positions.ts";
import type { TimeView } from "./time-view.ts";

export function AxisChoice({
  axes,
  axis,
  onChange,
}: {
  axes: readonly Axis[];
  axis: Axis;
  onChange: (axis: Axis) => void;
}) {
  const t = useTranslations("timeline");
  if (axes.length < 2) return undefined;
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">{t("axis")}</legend>
      <span aria-hidden>{t("axis")}</span>
      {axes.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === axis}
          onClick={() => onChange(each)}
          className="h-6 rounded-sm px-2 text-ink hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:font-medium"
        >
          {t(`axes.${each}`)}
        </button>
      ))}
    </fieldset>
  );
}

export function AxisNote({ timeline, axis }: { timeline: Timeline; axis: Axis }) {
  const t = useTranslations("timeline");
  if (timeline.range === undefined) return <span>{t("orderOnly")}</span>;
  const lacksTime = timeline.entries.some(({ entry }) => entry.time === undefined);
  return axis === "time" && lacksTime ? <span>{t("someWithoutTime")}</span> : undefined;
}

export function TickRow({ timeline, view }: { timeline: Timeline; view: TimeView }) {
  return (
    <div aria-hidden className="flex border-t border-line text-xs text-muted">
      <div className="w-60 shrink-0 px-3 max-md:w-36">{timeline.range?.first.slice(0, 10)} UTC</div>
      <div className="flex flex-1">
        <div className="w-12 shrink-0" />
        <div className="relative h-5 flex-1">
          {timeTicks(timeline, view).map(({ percent, label }) => (
            <span
              key={percent}
              className="absolute -translate-x-1/2"
              style={{ left: `${percent}%` }}
            >
              {label}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
