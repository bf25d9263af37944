"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { CopyAs } from "#components/preview/copy-as.tsx";
import { Button } from "#components/ui/button.tsx";
import { overrideAction } from "#lib/copy-as/copy-action.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { suspendJobOptions } from "#lib/queries/jobs.ts";
import { isSendable, isSuspensionRefusal } from "./append-checks.ts";
import { planSequence, type SequenceStep } from "./append-sequence.ts";
import type { AppendPrediction } from "./predict-append.ts";
import { factsOf, type JobSequence } from "./sequence-store.ts";
import type { AppendCalls } from "./use-append-calls.ts";

type Props = {
  detail: JobDetail;
  calls: AppendCalls;
  sequence: JobSequence;
  prediction: AppendPrediction | undefined;
  isConfirmed: boolean;
  onSaved: () => void;
  onDiscard: () => void;
};

/** Suspend, append and resume as one action or by hand; what is predicted to fail can still be sent. */
export function AppendActions(props: Props) {
  const { detail, calls, sequence, prediction, isConfirmed, onSaved, onDiscard } = props;
  const t = useTranslations("append");
  const manager = prediction?.plan.entry.manager;
  const isForeign = manager !== undefined && !detail.rights.managers.includes(manager);
  const isGood = isSendable(prediction) && (!isForeign || isConfirmed);
  const isRunning = detail.trainJob.spec?.["suspend"] !== true;
  const isBusy = sequence.state?.status === "running";
  const canSend = calls.canSend && !isBusy;
  const isOnlySuspension =
    prediction !== undefined && isSuspensionRefusal(prediction) && (!isForeign || isConfirmed);
  const showsSteps =
    calls.saved !== undefined || (prediction !== undefined && isSuspensionRefusal(prediction));
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isOnlySuspension && !isBusy && calls.saved === undefined && <SequenceStart {...props} />}
      {showsSteps && isRunning && !isBusy && <SuspendStep detail={detail} suspend={true} />}
      {isGood || prediction === undefined ? (
        <Button
          variant="primary"
          disabled={!canSend || !isGood}
          onClick={() => calls.save(onSaved)}
        >
          {calls.isSaving ? t("saving") : t("save")}
        </Button>
      ) : (
        <>
          <Button variant="primary" disabled title={t("fix")}>
            {t("save")}
          </Button>
          <Button variant="danger" disabled={!canSend} onClick={() => calls.save(onSaved)}>
            {t("saveAnyway")}
          </Button>
        </>
      )}
      {isGood && !isRunning && !isBusy && <RemakeStart {...props} />}
      <Button disabled={!canSend} onClick={calls.dryRun}>
        {calls.isAsking ? t("dryRunning") : t("dryRun")}
      </Button>
      {prediction !== undefined && isTimely(prediction) && (
        <CopyAs action={overrideAction(detail.row, { manager, patch: prediction.plan.patch })} />
      )}
      {!isRunning && !isBusy && <SuspendStep detail={detail} suspend={false} />}
      {detail.row.state === "Queued" && (
        <span className="text-xs text-muted">
          {t("sequence.queued", { queue: detail.row.queue ?? "" })}
        </span>
      )}
      <Button variant="quiet" className="ml-auto" disabled={isBusy} onClick={onDiscard}>
        {t("discard")}
      </Button>
    </div>
  );
}

/** False where the draft asks for a time that cannot be had: its patch then says another one. */
function isTimely({ time }: AppendPrediction): boolean {
  return time === undefined || "time" in time;
}

/** True where the JobSet that exists would refuse the change, and making it anew would let it in. */
function needsRemake(prediction: AppendPrediction | undefined): boolean {
  const stuck = prediction?.effect?.effect === "stuck" ? prediction.effect.stuck : undefined;
  return stuck?.some(({ way }) => way === "deleteJobSet") === true;
}

/** The whole way for a running job: what will happen stands beside the button. */
function SequenceStart({ detail, calls, sequence, prediction, onSaved }: Props) {
  const t = useTranslations("append.sequence");
  const isStuck = needsRemake(prediction);
  const [wantsRemake, setWantsRemake] = useState(true);
  const remake = isStuck && wantsRemake && detail.rights.deleteJobSet;
  const facts = factsOf(detail);
  const steps = planSequence({ ...facts, remake });
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        variant="primary"
        disabled={!calls.canSend}
        onClick={() => begin(sequence, steps, calls, onSaved)}
      >
        {facts.isSuspended ? t("startWaiting") : t("start")}
      </Button>
      <span className="text-xs text-muted">
        {!facts.isSuspended && t("explain", { count: facts.activePods })}{" "}
        {detail.row.queue !== undefined &&
          !facts.isSuspended &&
          t("explainQueue", { queue: detail.row.queue })}
      </span>
      {isStuck && detail.rights.deleteJobSet && (
        <label className="flex basis-full items-center gap-1.5">
          <input
            type="checkbox"
            checked={wantsRemake}
            onChange={({ target }) => setWantsRemake(target.checked)}
          />
          {t("alsoRemake")}
        </label>
      )}
      {isStuck && !detail.rights.deleteJobSet && (
        <span className="basis-full text-warn">{t("remakeForbidden")}</span>
      )}
    </div>
  );
}

/** For a suspended job: save and let the JobSet be made anew. */
function RemakeStart({ detail, calls, sequence, prediction, onSaved }: Props) {
  const t = useTranslations("append.sequence");
  if (!needsRemake(prediction) || detail.jobSet === undefined) return undefined;
  if (!detail.rights.deleteJobSet) return <span className="text-warn">{t("remakeForbidden")}</span>;
  const steps = planSequence({ ...factsOf(detail), remake: true });
  return (
    <Button
      variant="danger"
      disabled={!calls.canSend}
      title={t("remakeHint")}
      onClick={() => begin(sequence, steps, calls, onSaved)}
    >
      {t("startRemake")}
    </Button>
  );
}

function begin(
  sequence: JobSequence,
  steps: readonly SequenceStep[],
  calls: AppendCalls,
  onSaved: () => void,
): void {
  sequence.start(steps, async () => {
    await calls.send();
    onSaved();
  });
}

function SuspendStep({ detail, suspend }: { detail: JobDetail; suspend: boolean }) {
  const t = useTranslations("append");
  const job = useTranslations("job");
  const write = useMutation(suspendJobOptions(useQueryClient()));
  const { namespace, name, uid, state } = detail.row;
  return (
    <>
      <Button
        disabled={write.isPending}
        title={!suspend && state === "Queued" ? job("resumeQueued") : undefined}
        onClick={() => write.mutate({ namespace, name, uid, suspend })}
      >
        {suspend ? t("suspend") : t("resume")}
      </Button>
      {write.error !== null && (
        <span role="alert" className="text-bad">
          {write.error.message}
        </span>
      )}
    </>
  );
}
