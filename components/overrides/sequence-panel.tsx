"use client";
import clsx from "clsx";
import { Ban, Check, Circle, LoaderCircle } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { SequenceState, SequenceStep } from "./append-sequence.ts";
import { factsOf, type JobSequence } from "./sequence-store.ts";

/** Each step with its state, what is being waited for, and how it ended. */
export function SequencePanel({ detail, sequence }: { detail: JobDetail; sequence: JobSequence }) {
  const t = useTranslations("append.sequence");
  const { state } = sequence;
  if (state === undefined) return undefined;
  const isRunning = state.status === "running";
  const isStuck = state.status === "done" && detail.verdicts.current.effect === "stuck";
  return (
    <Notice
      tone={isRunning ? "busy" : state.status === "done" && !isStuck ? "good" : "warn"}
      role={state.status === "stopped" ? "alert" : "status"}
      title={<Title state={state} detail={detail} />}
      action={
        isRunning ? (
          <Button size="sm" onClick={sequence.stop}>
            {t("stop")}
          </Button>
        ) : (
          <Button size="sm" onClick={sequence.dismiss}>
            {t("dismiss")}
          </Button>
        )
      }
    >
      <ol aria-label={t("steps")} className="flex flex-wrap gap-x-4 gap-y-1 py-1">
        {state.steps.map((step, index) => (
          <Step key={step} step={step} place={placeOf(state, index)} />
        ))}
      </ol>
      {isStuck && <p>{t("doneStuck")}</p>}
      {state.status === "stopped" && <Ending state={state} detail={detail} />}
    </Notice>
  );
}

type Place = "done" | "running" | "stopped" | "open";

function placeOf({ at, status }: SequenceState, index: number): Place {
  if (index < at) return "done";
  if (index > at || status === "done") return "open";
  return status;
}

const LOOKS = {
  done: { Icon: Check, colour: "text-good" },
  running: { Icon: LoaderCircle, colour: "text-busy" },
  stopped: { Icon: Ban, colour: "text-warn" },
  open: { Icon: Circle, colour: "text-muted" },
} as const;

function Step({ step, place }: { step: SequenceStep; place: Place }) {
  const t = useTranslations("append.sequence");
  const { Icon, colour } = LOOKS[place];
  return (
    <li className="flex items-center gap-1" aria-current={place === "running" ? "step" : undefined}>
      <Icon
        role="img"
        aria-label={t(`place.${place}`)}
        className={clsx(
          "size-3.5",
          colour,
          place === "running" && "animate-spin motion-reduce:animate-none",
        )}
      />
      {t(`step.${step}`)}
    </li>
  );
}

function Title({ state, detail }: { state: SequenceState; detail: JobDetail }) {
  const t = useTranslations("append.sequence");
  if (state.status === "done") return t(state.steps.includes("resume") ? "doneResumed" : "done");
  const step = state.steps[state.at] ?? "suspend";
  if (state.status === "stopped") return t("stoppedAt", { step: t(`step.${step}`) });
  const { isSuspended, activePods } = factsOf(detail);
  if (step === "wait")
    return isSuspended
      ? t("waitingForPods", {
          count: activePods,
          jobs: detail.activeJobs.map(({ name }) => name).join(", "),
        })
      : t("waitingForSuspend");
  return t(`now.${step}`);
}

/** Why it stopped, and how it leaves the job. */
function Ending({ state, detail }: { state: SequenceState; detail: JobDetail }) {
  const t = useTranslations("append.sequence");
  if (state.stop === undefined) return undefined;
  const { reason, message } = state.stop;
  const wasAppended = state.at > state.steps.indexOf("append");
  return (
    <>
      <p>{t(`stops.${reason}`)}</p>
      {message !== undefined && reason !== "refused" && <p>{message}</p>}
      <p>{t(wasAppended ? "appended" : "notAppended")}</p>
      <p>{factsOf(detail).isSuspended ? t("leftSuspended") : t("notSuspended")}</p>
    </>
  );
}
