"use client";
import { Lock, Zap } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { ManagerMark } from "#components/overrides/manager-mark.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { Lane, Timeline } from "#lib/timeline/timeline.ts";
import { dotId } from "./dot-id.ts";
import { type Axis, axesOf, entryPositions, timeTicks } from "./entry-positions.ts";
import { TrackRow } from "./track-row.tsx";

/** One lane per manager, top to bottom in the order that decides; a dot per entry. Arrow keys walk the entries. */
export function TimelineChart({
  timeline,
  rights,
  selected,
  onSelect,
}: {
  timeline: Timeline;
  rights: JobDetail["rights"];
  selected: string | undefined;
  onSelect: (id: string) => void;
}) {
  const t = useTranslations("timeline");
  const axes = axesOf(timeline);
  const [wanted, setWanted] = useState<Axis>("time");
  const axis = axes.includes(wanted) ? wanted : "order";
  const positions = entryPositions(timeline, axis);
  const walk = (event: KeyboardEvent) => {
    const id = neighbour(event.key, timeline, selected);
    if (id === undefined) return;
    event.preventDefault();
    onSelect(id);
    requestAnimationFrame(() => document.getElementById(dotId(id))?.focus());
  };
  return (
    <section aria-label={t("chart")} className="border-b border-line">
      <div className="flex min-h-8 flex-wrap items-center gap-3 px-3 py-1 text-xs text-muted">
        <AxisChoice axes={axes} axis={axis} onChange={setWanted} />
        <AxisNote timeline={timeline} axis={axis} />
        <span className="ml-auto flex items-center gap-1 max-md:hidden">
          <Zap aria-hidden className="size-3" />
          {t("legendReplaced")}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the dots inside are the controls, this only gathers their keys */}
      <div role="group" aria-label={t("chart")} onKeyDown={walk} className="overflow-x-auto">
        <div className="min-w-[600px]">
          {timeline.lanes.map((lane) => (
            <LaneRows
              key={lane.key}
              lane={lane}
              timeline={timeline}
              rights={rights}
              positions={positions}
              selected={selected}
              onSelect={onSelect}
            />
          ))}
          {axis === "time" && <TickRow timeline={timeline} />}
        </div>
      </div>
    </section>
  );
}

function neighbour(
  key: string,
  { entries }: Timeline,
  selected: string | undefined,
): string | undefined {
  const at = entries.findIndex(({ entry }) => entry.id === selected);
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return entries[Math.min(entries.length - 1, at + 1)]?.entry.id;
    case "ArrowLeft":
    case "ArrowUp":
      return entries[Math.max(0, at - 1)]?.entry.id;
    case "Home":
      return entries[0]?.entry.id;
    case "End":
      return entries.at(-1)?.entry.id;
    default:
      return undefined;
  }
}

function AxisChoice({
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

function AxisNote({ timeline, axis }: { timeline: Timeline; axis: Axis }) {
  const t = useTranslations("timeline");
  if (timeline.range === undefined) return <span>{t("orderOnly")}</span>;
  const lacksTime = timeline.entries.some(({ entry }) => entry.time === undefined);
  return axis === "time" && lacksTime ? <span>{t("someWithoutTime")}</span> : undefined;
}

function LaneRows({
  lane,
  timeline,
  rights,
  positions,
  selected,
  onSelect,
}: {
  lane: Lane;
  timeline: Timeline;
  rights: JobDetail["rights"];
  positions: ReadonlyMap<string, number>;
  selected: string | undefined;
  onSelect: (id: string) => void;
}) {
  return (
    <div className="flex border-t border-line">
      <LaneName lane={lane} rights={rights} />
      <div className="min-w-0 flex-1">
        {lane.tracks.map((track) => (
          <TrackRow
            key={track.kind}
            track={track}
            timeline={timeline}
            positions={positions}
            selected={selected}
            onSelect={onSelect}
          />
        ))}
      </div>
    </div>
  );
}

function LaneName({ lane, rights }: { lane: Lane; rights: JobDetail["rights"] }) {
  const t = useTranslations("timeline");
  const isMine = lane.manager === undefined || rights.managers.includes(lane.manager);
  const why = rights.anyManager ? "lockedWhyAdmin" : "lockedWhy";
  return (
    <div className="sticky left-0 z-10 flex w-60 shrink-0 items-center gap-2 border-r border-line bg-canvas px-3 py-1 max-md:w-36">
      <ManagerMark manager={lane.manager} />
      <span className="min-w-0 flex-1 truncate" title={lane.manager ?? t("ownerlessHint")}>
        {lane.manager ?? t("ownerless")}
      </span>
      {!isMine && (
        <Tooltip text={t(why, { managers: rights.managers.join(", ") })}>
          <button type="button" aria-label={t("locked")} className="text-muted">
            <Lock aria-hidden className="size-3.5" />
          </button>
        </Tooltip>
      )}
    </div>
  );
}

function TickRow({ timeline }: { timeline: Timeline }) {
  return (
    <div aria-hidden className="flex border-t border-line text-xs text-muted">
      <div className="w-60 shrink-0 px-3 max-md:w-36">{timeline.range?.first.slice(0, 10)} UTC</div>
      <div className="flex flex-1">
        <div className="w-12 shrink-0" />
        <div className="relative h-5 flex-1">
          {timeTicks(timeline).map(({ percent, label }) => (
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
