"use client";
import { useTranslations } from "use-intl";
import { ObjectDiff } from "#components/preview/object-diff.tsx";
import { jobSetOf, renderAsOf } from "#components/preview/render-as-of.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { TimelineEntry } from "#lib/timeline/timeline.ts";

/** The effective JobSet with the entries before this one, against the same with this one. */
export function EntryDiff({ detail, item }: { detail: JobDetail; item: TimelineEntry }) {
  const t = useTranslations("timeline");
  const { index } = item.entry;
  const before = renderAsOf(detail, { entryCount: index, blame: true });
  const after = renderAsOf(detail, { entryCount: index + 1, blame: true });
  const next = jobSetOf(after);
  if (next === undefined) return <p className="p-3 text-muted">{t("diffBroken")}</p>;
  return (
    <ObjectDiff
      before={jobSetOf(before)}
      beforeBlame={before.blame}
      after={next}
      afterBlame={after.blame}
      label={t("diffTitle")}
      nothing={t("diffNone")}
    />
  );
}
