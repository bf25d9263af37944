"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { CopyAs } from "#components/preview/copy-as.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { deleteJobSetAction } from "#lib/copy-as/copy-action.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { deleteJobSetOptions } from "#lib/queries/jobs.ts";
import { STATUS_REASONS } from "#lib/status/job-status.ts";
import { StateMark, toneOfState } from "./state-mark.tsx";

/** Everything that is wrong with the job, each with its reason and the next step. */
export function ReasonCard({ detail }: { detail: JobDetail }) {
  const t = useTranslations("job.reason");
  const { row, runtime, verdicts } = detail;
  const { current } = verdicts;
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {row.reason !== undefined && (
        <Notice
          tone={toneOfState(row.state)}
          title={
            <span className="flex flex-wrap items-center gap-2">
              <StateMark state={row.state} /> <span>{row.reason}</span>
            </span>
          }
        >
          <ReasonText reason={row.reason} message={row.message} />
        </Notice>
      )}
      {runtime.live === undefined && runtime.snapshot === undefined && (
        <Notice tone="bad" title={t("runtimeMissingTitle")}>
          <p>{runtime.missing}</p>
          <p>{t("runtimeMissing")}</p>
        </Notice>
      )}
      {!current.admitted && (
        <Notice tone="bad" title={t("refusedTitle")}>
          <p>{current.message}</p>
          <Causes causes={current.causes} />
        </Notice>
      )}
      {current.effect === "stuck" && <StuckNotice detail={detail} />}
    </div>
  );
}

function ReasonText({ reason, message }: { reason: string; message: string | undefined }) {
  const t = useTranslations("job.statusReasons");
  const known = STATUS_REASONS.find((each) => each === reason);
  return (
    <>
      {known !== undefined && <p>{t(known)}</p>}
      {message !== undefined && <p>{message}</p>}
    </>
  );
}

function Causes({ causes }: { causes: readonly { field: string; message: string }[] }) {
  return (
    <ul className="list-disc pl-4">
      {causes.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          <code className="font-mono text-xs">{field}</code> {message}
        </li>
      ))}
    </ul>
  );
}

function StuckNotice({ detail }: { detail: JobDetail }) {
  const t = useTranslations("job.reason");
  const common = useTranslations("job");
  const { row, rights, verdicts, jobSet } = detail;
  const remove = useMutation(deleteJobSetOptions(useQueryClient()));
  const uid = jobSet?.metadata.uid;
  const obstacle = !rights.deleteJobSet
    ? t("deleteJobSetForbidden")
    : row.suspended
      ? undefined
      : t("deleteJobSetRunning");
  const stuck = verdicts.current.stuck ?? [];
  const canRemake = stuck.some(({ way }) => way === "deleteJobSet");
  let action: ReactNode;
  if (canRemake && jobSet !== undefined && uid !== undefined) {
    action = (
      <>
        <Button
          variant="danger"
          disabled={obstacle !== undefined || remove.isPending}
          onClick={() => remove.mutate({ namespace: row.namespace, name: row.name, uid })}
        >
          {t("deleteJobSet")}
        </Button>
        {obstacle === undefined && <CopyAs action={deleteJobSetAction(jobSet)} />}
        <span className="self-center text-muted">{obstacle ?? t("deleteJobSetHint")}</span>
      </>
    );
  }
  return (
    <Notice tone="warn" title={t("stuckTitle")} action={action}>
      <p>{t("stuck")}</p>
      <ul className="list-disc pl-4">
        {stuck.map(({ field, way }) => (
          <li key={field}>
            <code className="font-mono text-xs break-all">{field}</code>{" "}
            {way === "deleteJobSet" ? t("wayDelete") : t("wayClone")}
          </li>
        ))}
      </ul>
      <p>{t("stuckEvent")}</p>
      {remove.error !== null && (
        <p role="alert" className="text-bad">
          {common("writeFailed")}: {remove.error.message}
        </p>
      )}
    </Notice>
  );
}
