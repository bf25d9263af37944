"use client";
import { useTranslations } from "use-intl";
import { Age, formatDuration } from "#components/shell/age.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { asString, getIn, objectsIn } from "#lib/util/json.ts";
import { ProgressBar } from "./progress-cell.tsx";

/** What the training itself reports: percent, remaining time, last values of metrics. Absent where it reports nothing. */
export function TrainerStatus({ detail }: { detail: JobDetail }) {
  const t = useTranslations("job.overview");
  const status = detail.trainJob.status?.["trainerStatus"];
  const metrics = objectsIn(getIn(status, "metrics"));
  const percent = detail.row.progress?.percent;
  const left = detail.row.progress?.remainingSeconds;
  const isFinished = detail.row.state === "Complete" || detail.row.state === "Failed";
  const updated = detail.row.progress?.updatedAt;
  if (percent === undefined && metrics.length === 0) return undefined;
  return (
    <section aria-label={t("progress")} className="flex flex-wrap items-center gap-x-6 gap-y-1">
      {percent !== undefined && (
        <span className="flex items-center gap-2">
          <span className="text-muted">{t("progress")}</span>
          <ProgressBar percent={percent} />
          <span className="font-medium">{Math.round(percent)}%</span>
          {left !== undefined && !isFinished && (
            <span className="text-muted">
              {t("remaining", { time: formatDuration(left * 1000) })}
            </span>
          )}
        </span>
      )}
      {metrics.map((metric) => (
        <span key={asString(metric["name"]) ?? ""} className="flex items-center gap-2">
          <span className="text-muted">{asString(metric["name"])}</span>
          <span className="font-medium">{String(metric["value"] ?? "")}</span>
        </span>
      ))}
      {updated !== undefined && (
        <span className="text-xs text-muted">
          <Age time={updated} />
        </span>
      )}
    </section>
  );
}
