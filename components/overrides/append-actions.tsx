"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { suspendJobOptions } from "#lib/queries/jobs.ts";
import { isSendable, isSuspensionRefusal } from "./append-checks.ts";
import type { AppendPrediction } from "./predict-append.ts";
import type { AppendCalls } from "./use-append-calls.ts";

/** Suspend, append and resume stay three steps that one takes by hand; what is predicted to fail can still be sent. */
export function AppendActions({
  detail,
  calls,
  prediction,
  isConfirmed,
  onSaved,
  onDiscard,
}: {
  detail: JobDetail;
  calls: AppendCalls;
  prediction: AppendPrediction | undefined;
  isConfirmed: boolean;
  onSaved: () => void;
  onDiscard: () => void;
}) {
  const t = useTranslations("append");
  const manager = prediction?.plan.entry.manager;
  const isForeign = manager !== undefined && !detail.rights.managers.includes(manager);
  const isGood = isSendable(prediction) && (!isForeign || isConfirmed);
  const isRunning = detail.trainJob.spec?.["suspend"] !== true;
  const showsSteps =
    calls.saved !== undefined || (prediction !== undefined && isSuspensionRefusal(prediction));
  return (
    <div className="flex flex-wrap items-center gap-2">
      {showsSteps && isRunning && <SuspendStep detail={detail} suspend={true} />}
      {isGood || prediction === undefined ? (
        <Button
          variant="primary"
          disabled={!calls.canSend || !isGood}
          onClick={() => calls.save(onSaved)}
        >
          {calls.isSaving ? t("saving") : t("save")}
        </Button>
      ) : (
        <>
          <Button variant="primary" disabled title={t("fix")}>
            {t("save")}
          </Button>
          <Button variant="danger" disabled={!calls.canSend} onClick={() => calls.save(onSaved)}>
            {t("saveAnyway")}
          </Button>
        </>
      )}
      <Button disabled={!calls.canSend} onClick={calls.dryRun}>
        {calls.isAsking ? t("dryRunning") : t("dryRun")}
      </Button>
      {!isRunning && <SuspendStep detail={detail} suspend={false} />}
      <Button variant="quiet" className="ml-auto" onClick={onDiscard}>
        {t("discard")}
      </Button>
    </div>
  );
}

function SuspendStep({ detail, suspend }: { detail: JobDetail; suspend: boolean }) {
  const t = useTranslations("append");
  const write = useMutation(suspendJobOptions(useQueryClient()));
  const { namespace, name, uid } = detail.row;
  return (
    <>
      <Button
        disabled={write.isPending}
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
