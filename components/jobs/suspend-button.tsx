"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { suspendJobOptions } from "#lib/queries/jobs.ts";

/** Suspends or resumes. Where pods are running it first says what becomes of them. */
export function SuspendButton({ detail }: { detail: JobDetail }) {
  const t = useTranslations("job");
  const common = useTranslations("common");
  const [isAsking, setAsking] = useState(false);
  const suspend = useMutation(suspendJobOptions(useQueryClient()));
  const { row, rights, activeJobs } = detail;
  const active = activeJobs.reduce((sum, job) => sum + job.active, 0);
  const isFinished = row.state === "Complete" || row.state === "Failed";
  const write = (value: boolean) =>
    suspend.mutate(
      { namespace: row.namespace, name: row.name, uid: row.uid, suspend: value },
      { onSuccess: () => setAsking(false) },
    );
  const needsAnswer = !row.suspended && (active > 0 || row.queue !== undefined);
  const Icon = row.suspended ? Play : Pause;
  if (isFinished) return undefined;
  return (
    <>
      <Button
        disabled={!rights.patch || suspend.isPending}
        title={rights.patch ? undefined : t("appendForbidden")}
        onClick={() => (needsAnswer ? setAsking(true) : write(!row.suspended))}
      >
        <Icon aria-hidden className="size-4" />
        {row.suspended ? t("resume") : t("suspend")}
      </Button>
      {suspend.error !== null && !isAsking && (
        <span
          role="alert"
          className="max-w-72 self-center truncate text-bad"
          title={suspend.error.message}
        >
          {t("writeFailed")}: {suspend.error.message}
        </span>
      )}
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t("confirmSuspend.title", { name: row.name })}
        closeLabel={common("close")}
      >
        <div className="flex flex-col gap-3 p-4">
          {active > 0 && <p>{t("confirmSuspend.running", { count: active })}</p>}
          {row.queue !== undefined && <p>{t("confirmSuspend.queued")}</p>}
          {suspend.error !== null && (
            <Notice tone="bad" role="alert" title={t("writeFailed")}>
              {suspend.error.message}
            </Notice>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsking(false)}>{common("cancel")}</Button>
            <Button variant="primary" disabled={suspend.isPending} onClick={() => write(true)}>
              {t("confirmSuspend.confirm")}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
