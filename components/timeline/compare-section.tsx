"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "use-intl";
import { EngineRemarks } from "#components/preview/engine-remarks.tsx";
import { ObjectDiff } from "#components/preview/object-diff.tsx";
import { jobSetOf, renderAsOf, renderNow } from "#components/preview/render-as-of.ts";
import { RUNTIME_ALONE } from "#components/preview/scrubber.tsx";
import { useUrlState } from "#components/shell/url-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Field, Select } from "#components/ui/field.tsx";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import { entryLabel } from "#lib/dialect/entry-label.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { idOfPoint, LIVE, NOW, type Point } from "./compare-points.ts";
import { DriftView } from "./drift-view.tsx";

/** The effective JobSet at two points of the history, and how they differ; both are in the URL. */
export function CompareSection({
  detail,
  entries,
  a,
  b,
}: {
  detail: JobDetail;
  entries: readonly OverrideEntry[];
  a: Point;
  b: Point;
}) {
  const t = useTranslations("timeline.compare");
  const [, setUrl] = useUrlState();
  const go = (count: number) => setUrl({ b: idOfPoint({ count }, entries) });
  const count = "live" in b ? entries.length : b.count;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t("from")}>
          <PointSelect
            entries={entries}
            value={"live" in b ? NOW : idOfPoint(a, entries)}
            disabled={"live" in b}
            onChange={(id) => setUrl({ a: id })}
          />
        </Field>
        <Field label={t("to")}>
          <PointSelect
            entries={entries}
            value={idOfPoint(b, entries)}
            live={detail.jobSet !== undefined}
            onChange={(id) => setUrl({ b: id })}
          />
        </Field>
        <div className="flex">
          <Button
            size="icon"
            variant="quiet"
            aria-label={t("earlier")}
            title={t("earlier")}
            disabled={count === 0}
            onClick={() => go("live" in b ? entries.length : count - 1)}
          >
            <ChevronLeft aria-hidden className="size-4" />
          </Button>
          <Button
            size="icon"
            variant="quiet"
            aria-label={t("later")}
            title={t("later")}
            disabled={"live" in b || count >= entries.length}
            onClick={() => go(count + 1)}
          >
            <ChevronRight aria-hidden className="size-4" />
          </Button>
        </div>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => setUrl({ a: undefined, b: undefined, compare: undefined })}
        >
          {t("close")}
        </Button>
      </div>
      <Difference detail={detail} a={a} b={b} />
    </div>
  );
}

function PointSelect({
  entries,
  value,
  live = false,
  disabled = false,
  onChange,
}: {
  entries: readonly OverrideEntry[];
  value: string;
  live?: boolean;
  disabled?: boolean;
  onChange: (id: string) => void;
}) {
  const t = useTranslations("timeline.compare");
  return (
    <Select
      disabled={disabled}
      value={value}
      className="max-w-80"
      onChange={({ target }) => onChange(target.value)}
    >
      <option value={RUNTIME_ALONE}>{t("runtime")}</option>
      {entries.slice(0, -1).map((entry) => (
        <option key={entry.id} value={entry.id}>
          {t("asOf", { entry: entryLabel(entry) })}
        </option>
      ))}
      <option value={NOW}>{t("now", { count: entries.length })}</option>
      {live && <option value={LIVE}>{t("live")}</option>}
    </Select>
  );
}

function Difference({ detail, a, b }: { detail: JobDetail; a: Point; b: Point }) {
  const t = useTranslations("timeline.compare");
  // A drift is looked at on the whole of the overrides, whatever stands in the other choice.
  if ("live" in b) return <Drift detail={detail} />;
  const from = renderAsOf(detail, { entryCount: "live" in a ? undefined : a.count, blame: true });
  const before = jobSetOf(from);
  const to = renderAsOf(detail, { entryCount: b.count, blame: true });
  const after = jobSetOf(to);
  if (after === undefined)
    return (
      <>
        <p className="text-warn">{t("broken")}</p>
        <EngineRemarks diagnostics={to.diagnostics} />
      </>
    );
  return (
    <ObjectDiff
      before={before}
      beforeBlame={from.blame}
      after={after}
      afterBlame={to.blame}
      label={t("title")}
      nothing={t("same")}
    />
  );
}

function Drift({ detail }: { detail: JobDetail }) {
  const t = useTranslations("timeline.compare");
  const rendered = jobSetOf(renderNow(detail));
  if (rendered === undefined || detail.jobSet === undefined)
    return <p className="text-muted">{t("noLive")}</p>;
  return <DriftView rendered={rendered} live={detail.jobSet} />;
}
