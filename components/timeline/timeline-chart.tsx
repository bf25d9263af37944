"use client";
import { Zap } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useTranslations } from "use-intl";
import { useUrlState } from "#components/shell/url-state.ts";
import type { Timeline } from "#lib/timeline/timeline.ts";
import { AxisChoice, AxisNote, TickRow } from "./axis-parts.tsx";
import type { ChartFacts } from "./chart-facts.ts";
import { dotId } from "./dot-id.ts";
import { axesOf, entryPositions } from "./entry-positions.ts";
import { LaneRows } from "./lane-rows.tsx";
import { MarkerLines } from "./marker-lines.tsx";
import {
  formatView,
  parseView,
  placeIn,
  showing,
  type TimeView,
  WHOLE,
  zoomView,
} from "./time-view.ts";
import { isZoomKey, viewByKey, ZoomButtons, zoomByWheel } from "./zoom-controls.tsx";

/**
 * One lane per manager, top to bottom in the order that decides; a dot per entry. Arrow keys walk the entries, + - 0 zoom,
 * shift with arrows moves the shown part. Axis and shown part are in the URL.
 */
export function TimelineChart(facts: ChartFacts) {
  const { timeline, selected, onSelect } = facts;
  const t = useTranslations("timeline");
  const [params, setUrl] = useUrlState();
  const axes = axesOf(timeline);
  const wanted = params.get("axis") === "order" ? "order" : "time";
  const axis = axes.includes(wanted) ? wanted : "order";
  const view = parseView(params.get("zoom"));
  const show = (next: TimeView) => setUrl({ zoom: formatView(next) });
  const whole = entryPositions(timeline, axis);
  const positions = new Map(
    [...whole].flatMap(([id, place]) => {
      const at = placeIn(view, place);
      return at === undefined ? [] : [[id, at] as const];
    }),
  );
  // The entry that a key went to and that the shown part does not hold until the next rendering.
  const awaited = useRef<string | undefined>(undefined);
  const focusAwaited = () => {
    const id = awaited.current;
    const dot = id === undefined ? null : document.getElementById(dotId(id));
    if (dot === null) return;
    awaited.current = undefined;
    dot.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const current = focusedEntry(event.target, timeline) ?? selected;
    if (isZoomKey(event)) {
      event.preventDefault();
      const place = current === undefined ? undefined : whole.get(current);
      const next = viewByKey(event, view, place);
      // A dot that leaves the view would take the focus with it, and further keys would be lost.
      if (place === undefined || placeIn(next, place) === undefined) event.currentTarget.focus();
      show(next);
      return;
    }
    const id = neighbour(event.key, timeline, current);
    if (id === undefined) return;
    event.preventDefault();
    const next = showing(view, whole.get(id) ?? 0);
    if (next !== view) show(next);
    onSelect(id);
    const dot = document.getElementById(dotId(id));
    if (dot === null) {
      event.currentTarget.focus();
      awaited.current = id;
    } else dot.focus();
  };
  return (
    <section aria-label={t("chart")} className="border-b border-line">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 px-3 py-1 text-xs text-muted">
        <AxisChoice
          axes={axes}
          axis={axis}
          onChange={(next) => setUrl({ axis: next === "time" ? undefined : next, zoom: undefined })}
        />
        <ZoomButtons view={view} onChange={show} />
        <AxisNote timeline={timeline} axis={axis} />
        <span className="ml-auto flex items-center gap-1 max-md:hidden">
          <Zap aria-hidden className="size-3" />
          {t("legendReplaced")}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the dots inside are the controls, this only gathers their keys */}
      <div
        role="group"
        aria-label={t("chart")}
        tabIndex={-1}
        onKeyDown={onKey}
        ref={(element) => {
          if (element === null) return undefined;
          focusAwaited();
          return zoomByWheel(element, (factor, share) =>
            show(zoomView(view, factor, view.from + share * (view.to - view.from))),
          );
        }}
        className="overflow-x-auto"
      >
        <div className="relative min-w-[600px]">
          {timeline.lanes.map((lane) => (
            <LaneRows key={lane.key} lane={lane} facts={facts} positions={positions} />
          ))}
          <MarkerLines facts={facts} positions={whole} view={view} axis={axis} />
          {axis === "time" && <TickRow timeline={timeline} view={view} />}
        </div>
      </div>
      {view !== WHOLE && positions.size < timeline.entries.length && (
        <p role="status" className="px-3 py-1 text-xs text-muted">
          {t("outOfView", { count: timeline.entries.length - positions.size })}
        </p>
      )}
    </section>
  );
}

/** The entry whose dot has the focus: the selection in the URL lags behind keys that follow each other fast. */
function focusedEntry(target: EventTarget, { entries }: Timeline): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return entries.find(({ entry }) => dotId(entry.id) === target.id)?.entry.id;
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
