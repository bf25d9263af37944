"use client";
import clsx from "clsx";
import { useTranslations } from "use-intl";
import { formatDuration } from "#components/shell/age.tsx";
import { TONE_TEXT } from "#components/ui/tone.ts";
import type { JobRow } from "#lib/protocol/jobs.ts";
import { toneOfState } from "./state-mark.tsx";

/** The reason where the state is a bad one, else how far the training is. */
export function ProgressCell({ row }: { row: JobRow }) {
  const t = useTranslations("jobs");
  if (row.reason !== undefined) {
    const full = row.message === undefined ? row.reason : `${row.reason}: ${row.message}`;
    return (
      <span title={full} className={clsx("truncate", TONE_TEXT[toneOfState(row.state)])}>
        {full}
      </span>
    );
  }
  const percent = row.progress?.percent;
  const left = row.progress?.remainingSeconds;
  if (percent === undefined) return undefined;
  return (
    <span className="flex items-center gap-2">
      <ProgressBar percent={percent} />
      <span>{t("percent", { percent: Math.round(percent) })}</span>
      {left !== undefined && row.state !== "Complete" && (
        <span className="text-muted">{t("remaining", { time: formatDuration(left * 1000) })}</span>
      )}
    </span>
  );
}

/** The number stands beside it, so the bar itself is decoration. */
export function ProgressBar({ percent }: { percent: number }) {
  return (
    <span
      aria-hidden
      className="inline-block h-1.5 w-16 shrink-0 overflow-hidden rounded-sm bg-line"
    >
      <span
        className="block h-full bg-accent"
        style={{ width: `${Math.min(100, Math.max(0, percent))}%` }}
      />
    </span>
  );
}
