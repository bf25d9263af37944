"use client";
import { useTranslations } from "use-intl";
import { CopyAs } from "#components/preview/copy-as.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { suspendAction } from "#lib/copy-as/copy-action.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { activePodCount } from "./active-pods.ts";

/** What suspending does to a job that runs or holds a place in a queue. */
export function SuspendDialog({
  detail,
  error,
  isPending,
  onConfirm,
  onClose,
}: {
  detail: JobDetail;
  error: Error | null;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const t = useTranslations("job");
  const common = useTranslations("common");
  const { row } = detail;
  const active = activePodCount(detail);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t("confirmSuspend.title", { name: row.name })}
      closeLabel={common("close")}
    >
      <div className="flex flex-col gap-3 p-4">
        {active > 0 && <p>{t("confirmSuspend.running", { count: active })}</p>}
        {row.queue !== undefined && <p>{t("confirmSuspend.queued")}</p>}
        {error !== null && (
          <Notice tone="bad" role="alert" title={t("writeFailed")}>
            {error.message}
          </Notice>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <div className="mr-auto">
            <CopyAs action={suspendAction(row, true)} />
          </div>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="primary" disabled={isPending} onClick={onConfirm}>
            {t("confirmSuspend.confirm")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
