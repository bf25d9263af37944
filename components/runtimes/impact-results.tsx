"use client";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { IMPACT_OUTCOMES, type ImpactOutcome, type JobImpact } from "#lib/impact/job-impact.ts";
import type { ImpactState } from "./impact-run.ts";
import { ImpactTable } from "./impact-table.tsx";

const ImpactDiff = lazy(async () => {
  const { ImpactDiff: component } = await import("./impact-diff.tsx");
  return { default: component };
});

const UNHURT: ReadonlySet<ImpactOutcome> = new Set(["running", "snapshot", "finished", "same"]);

/** Progress, then one row for each TrainJob, the worst outcome first. */
export function ImpactResults({ state }: { state: ImpactState }) {
  const t = useTranslations("runtimes.impact");
  const [only, setOnly] = useState<ImpactOutcome | undefined>(undefined);
  const [opened, setOpened] = useState<JobImpact | undefined>(undefined);
  const job = opened && state.jobs.get(opened.uid);
  const counts = Map.groupBy(state.found, ({ outcome }) => outcome);
  const shown = IMPACT_OUTCOMES.flatMap((outcome) =>
    only === undefined || only === outcome ? (counts.get(outcome) ?? []) : [],
  );
  return (
    <section className="flex flex-col gap-2">
      <Progress state={state} />
      {state.found.length > 0 && (
        <fieldset aria-label={t("filter")} className="flex flex-wrap gap-1">
          <Chip isOn={only === undefined} onPress={() => setOnly(undefined)}>
            {t("all")} {state.found.length}
          </Chip>
          {IMPACT_OUTCOMES.map((outcome) => {
            const count = counts.get(outcome)?.length ?? 0;
            if (count === 0) return undefined;
            return (
              <Chip key={outcome} isOn={only === outcome} onPress={() => setOnly(outcome)}>
                {t(`outcomes.${outcome}`)} {count}
              </Chip>
            );
          })}
        </fieldset>
      )}
      {shown.length > 0 && <ImpactTable key={only} impacts={shown} onOpen={setOpened} />}
      {job !== undefined && state.setting !== undefined && (
        <Suspense>
          <ImpactDiff job={job} setting={state.setting} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

function Chip({
  isOn,
  onPress,
  children,
}: {
  isOn: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      size="sm"
      aria-pressed={isOn}
      onClick={onPress}
      className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
    >
      {children}
    </Button>
  );
}

function Progress({ state }: { state: ImpactState }) {
  const t = useTranslations("runtimes.impact");
  const { phase, total, read, found, took } = state;
  if (phase === "failed")
    return (
      <Notice tone="bad" role="alert" title={t("failedTitle")}>
        {state.error instanceof Error ? state.error.message : String(state.error)}
      </Notice>
    );
  const hit = found.filter(({ outcome }) => !UNHURT.has(outcome)).length;
  const text =
    phase === "stopped"
      ? t("stopped", { done: found.length, total })
      : phase === "done"
        ? total === 0
          ? t("noJobs")
          : t("done", { hit, total: found.length, ms: Math.round(took) })
        : read < total || total === 0
          ? t("reading", { done: read, total })
          : t("rendering", { done: found.length, total });
  return (
    <div className="flex flex-col gap-1">
      <p role="status">{text}</p>
      {phase === "running" && (
        <progress
          aria-label={text}
          max={Math.max(1, total)}
          value={found.length}
          className="h-2 w-full"
        />
      )}
    </div>
  );
}
