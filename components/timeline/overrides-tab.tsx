"use client";
import { Layers } from "lucide-react";
import { useTranslations } from "use-intl";
import { Section } from "#components/jobs/job-overview.tsx";
import { runtimeNamesOf } from "#components/preview/job-runtime.ts";
import { renderNow } from "#components/preview/render-as-of.ts";
import { useUrlState } from "#components/shell/url-state.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { buildTimeline } from "#lib/timeline/build-timeline.ts";
import { AnomalyList } from "./anomaly-list.tsx";
import { ConflictTable } from "./conflict-table.tsx";
import { EntryInspector } from "./entry-inspector.tsx";
import { EntryTable } from "./entry-table.tsx";
import { TimelineChart } from "./timeline-chart.tsx";

/** Who overrode what, when, who wins: as a chart, as lists, and as a plain table with the same content. */
export function OverridesTab({ detail, onAppend }: { detail: JobDetail; onAppend: () => void }) {
  const t = useTranslations("timeline");
  const [params, setUrl] = useUrlState();
  const { blame } = renderNow(detail);
  const timeline = buildTimeline({
    trainJob: detail.trainJob,
    dialect: detail.dialect,
    runtimeNames: runtimeNamesOf(detail),
    blame,
  });
  const selected = params.get("entry") ?? undefined;
  const item = timeline.entries.find(({ entry }) => entry.id === selected);
  const select = (id: string) => setUrl({ entry: id });
  const appendButton = detail.rights.patch && <Button onClick={onAppend}>{t("appendMine")}</Button>;
  if (timeline.entries.length === 0) {
    return (
      <EmptyState icon={<Layers aria-hidden />} title={t("empty")} action={appendButton}>
        {t("emptyHint")}
      </EmptyState>
    );
  }
  return (
    <>
      <TimelineChart
        timeline={timeline}
        rights={detail.rights}
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
          onSelect={select}
        />
      )}
      <div className="flex flex-col gap-5 p-3">
        <Section title={t("conflictSummary", { count: timeline.conflicts.length })}>
          <ConflictTable timeline={timeline} onSelect={select} />
        </Section>
        {timeline.anomalies.length > 0 && (
          <Section title={t("anomalies")}>
            <AnomalyList timeline={timeline} onSelect={select} />
          </Section>
        )}
        <Section title={t("table")}>
          <EntryTable timeline={timeline} selected={selected} onSelect={select} />
        </Section>
        <div>{appendButton}</div>
      </div>
    </>
  );
}
