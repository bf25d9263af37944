"use client";
import { GitCompareArrows, Layers } from "lucide-react";
import { useTranslations } from "use-intl";
import { Section } from "#components/jobs/job-overview.tsx";
import { useSavedEntries } from "#components/overrides/pending-store.ts";
import { runtimeNamesOf, snapshotRuntime } from "#components/preview/job-runtime.ts";
import { renderNow } from "#components/preview/render-as-of.ts";
import { currentTime } from "#components/shell/now.tsx";
import { useUrlState } from "#components/shell/url-state.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { buildTimeline } from "#lib/timeline/build-timeline.ts";
import type { Timeline } from "#lib/timeline/timeline.ts";
import { AnomalyList } from "./anomaly-list.tsx";
import { type Point, pointOf } from "./compare-points.ts";
import { CompareSection } from "./compare-section.tsx";
import { ConflictTable } from "./conflict-table.tsx";
import { EntryInspector } from "./entry-inspector.tsx";
import { EntryTable } from "./entry-table.tsx";
import { stuckEntries } from "./stuck-entries.ts";
import { TimelineChart } from "./timeline-chart.tsx";

/** Who overrode what, when, who wins: as a chart, as lists, and as a plain table with the same content. */
export function OverridesTab({ detail, onAppend }: { detail: JobDetail; onAppend: () => void }) {
  const t = useTranslations("timeline");
  const [params, setUrl] = useUrlState();
  const saved = useSavedEntries(detail.row.uid);
  const timeline = timelineOf(detail);
  const entries = timeline.entries.map(({ entry }) => entry);
  const selected = params.get("entry") ?? undefined;
  const item = timeline.entries.find(({ entry }) => entry.id === selected);
  const select = (id: string) => setUrl({ entry: id });
  const appendButton = detail.rights.patch && <Button onClick={onAppend}>{t("appendMine")}</Button>;
  const pending = saved.filter(({ id }) => !entries.some((entry) => entry.id === id));
  const isComparing = ["compare", "a", "b"].some((key) => params.get(key) !== null);
  const a = pointOf(params.get("a") ?? undefined, entries, { count: 0 });
  const b = pointOf(params.get("b") ?? undefined, entries, { count: entries.length });
  const { current } = detail.verdicts;
  const stuck = stuckEntries(current.stuck ?? [], renderNow(detail).blame, entries);
  if (entries.length === 0 && pending.length === 0) {
    return (
      <EmptyState icon={<Layers aria-hidden />} title={t("empty")} action={appendButton}>
        {t("emptyHint")}
      </EmptyState>
    );
  }
  return (
    <>
      <TimelineChart
        timeline={withPendingLanes(timeline, pending)}
        rights={detail.rights}
        pending={pending}
        stuck={stuck}
        marks={isComparing && !("live" in b) ? marksOf(a, b) : []}
        appliedCount={isComparing && !("live" in b) ? b.count : entries.length}
        selected={selected}
        onSelect={select}
      />
      {item === undefined ? (
        <p className="border-b border-line px-3 py-3 text-muted">{t("choose")}</p>
      ) : (
        <EntryInspector
          key={item.entry.id}
          detail={detail}
          timeline={timeline}
          item={item}
          isStuck={stuck.has(item.entry.id)}
          onSelect={select}
        />
      )}
      <div className="flex flex-col gap-5 p-3">
        {isComparing ? (
          <Section title={t("compare.title")}>
            <CompareSection detail={detail} entries={entries} a={a} b={b} />
          </Section>
        ) : (
          <div>
            <Button onClick={() => setUrl({ compare: "1", b: selected })}>
              <GitCompareArrows aria-hidden className="size-4" />
              {t("compare.open")}
            </Button>
          </div>
        )}
        <Section title={t("conflictSummary", { count: timeline.conflicts.length })}>
          <ConflictTable timeline={timeline} onSelect={select} />
        </Section>
        {timeline.anomalies.length > 0 && (
          <Section title={t("anomalies")}>
            <AnomalyList timeline={timeline} onSelect={select} />
          </Section>
        )}
        <Section title={t("table")}>
          <EntryTable
            timeline={timeline}
            stuck={stuck}
            pending={pending}
            selected={selected}
            onSelect={select}
          />
        </Section>
        <div>{appendButton}</div>
      </div>
    </>
  );
}

function timelineOf(detail: JobDetail): Timeline {
  return buildTimeline({
    trainJob: detail.trainJob,
    dialect: detail.dialect,
    runtimeNames: runtimeNamesOf(detail),
    runtime: { live: detail.runtime.live, snapshot: snapshotRuntime(detail) },
    now: currentTime(),
    blame: renderNow(detail).blame,
  });
}

/** A manager's first entry has no lane yet while it waits for the watch. */
function withPendingLanes(
  timeline: Timeline,
  pending: ReturnType<typeof useSavedEntries>,
): Timeline {
  const known = new Set(timeline.lanes.map(({ manager }) => manager));
  const fresh = pending.filter(({ manager }) => !known.has(manager));
  if (fresh.length === 0) return timeline;
  const lanes = [...Map.groupBy(fresh, ({ manager }) => manager)].map(([manager, own]) => ({
    key: `pending ${manager ?? ""}`,
    manager,
    tracks: [...new Set(own.map(({ kind }) => kind))].map((kind) => ({ kind, entryIds: [] })),
  }));
  return { ...timeline, lanes: [...timeline.lanes, ...lanes] };
}

function marksOf(a: Point, b: Point) {
  return [
    ...("live" in a ? [] : [{ label: "a", count: a.count }]),
    ...("live" in b ? [] : [{ label: "b", count: b.count }]),
  ];
}
