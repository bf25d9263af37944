"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { suspendJobOptions } from "#lib/queries/jobs.ts";
import { activePodCount } from "./active-pods.ts";

const SuspendDialog = lazy(async () => {
  const { SuspendDialog: component } = await import("./suspend-dialog.tsx");
  return { default: component };
});

/** Suspends or resumes. Where pods are running it first says what becomes of them. */
export function SuspendButton({ detail }: { detail: JobDetail }) {
  const t = useTranslations("job");
  const [isAsking, setAsking] = useState(false);
  const suspend = useMutation(suspendJobOptions(useQueryClient()));
  const { row, rights } = detail;
  const active = activePodCount(detail);
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
        title={
          rights.patch
            ? row.state === "Queued"
              ? t("resumeQueued")
              : undefined
            : t("appendForbidden")
        }
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
      {isAsking && (
        <Suspense>
          <SuspendDialog
            detail={detail}
            error={suspend.error}
            isPending={suspend.isPending}
            onConfirm={() => write(true)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
