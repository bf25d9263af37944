"use client";
import { useTranslations } from "use-intl";
import { Age, formatDuration } from "#components/shell/age.tsx";
import type { KubeObject } from "#lib/k8s/object.ts";
import { conditionsOf } from "./conditions.ts";

/** What happened when, as one line: creation and the conditions that are true, with the time in between. */
export function Phases({ trainJob }: { trainJob: KubeObject }) {
  const t = useTranslations("job.overview");
  const steps = [
    { label: t("created"), time: trainJob.metadata.creationTimestamp },
    ...conditionsOf(trainJob).map(({ type, status, reason, time }) => ({
      label: status === "True" ? type : `${type}: ${reason === "" ? status : reason}`,
      time,
    })),
  ];
  return (
    <ol className="flex flex-wrap items-center gap-y-1">
      {steps.map((step, index) => (
        <li key={step.label} className="flex items-center">
          {index > 0 && (
            <span className="flex items-center gap-1 px-2 text-xs text-muted">
              <span aria-hidden className="h-px w-4 bg-line-strong" />
              {gap(steps[index - 1]?.time, step.time)}
              <span aria-hidden className="h-px w-4 bg-line-strong" />
            </span>
          )}
          <span className="rounded-sm bg-panel px-2 py-1">
            {step.label}{" "}
            <span className="text-muted">
              <Age time={step.time} />
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function gap(from: string | undefined, to: string | undefined): string {
  if (from === undefined || to === undefined) return "";
  const ms = Date.parse(to) - Date.parse(from);
  return Number.isNaN(ms) ? "" : formatDuration(ms);
}
