"use client";
import { useTranslations } from "use-intl";
import { ObjectDiff } from "#components/preview/object-diff.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { type ImpactJob, type ImpactSetting, impactRenders } from "#lib/impact/job-impact.ts";
import type { RenderResult } from "#lib/render/index.ts";

/** One TrainJob's JobSet before and after the change, with who wrote each line. */
export function ImpactDiff({
  job,
  setting,
  onClose,
}: {
  job: ImpactJob;
  setting: ImpactSetting;
  onClose: () => void;
}) {
  const t = useTranslations("runtimes.impact");
  const { before, after } = impactRenders(job.trainJob, setting, true);
  const next = jobSetOf(after);
  const title = t("diffTitle", { name: job.trainJob.metadata.name ?? "" });
  const others = after.objects.filter(({ kind }) => kind !== "JobSet");
  const errors = after.diagnostics.filter(({ severity }) => severity === "error");
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      variant="sheet"
      title={title}
      closeLabel={t("closeDiff")}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-auto p-3">
        {errors.map(({ code, path, message }) => (
          <Notice key={`${code}${path}`} tone="bad" title={message}>
            {path}
          </Notice>
        ))}
        {next !== undefined && (
          <ObjectDiff
            before={jobSetOf(before)}
            beforeBlame={before.blame}
            after={next}
            afterBlame={after.blame}
            label={title}
            nothing={t("noDiff")}
          />
        )}
        {others.length > 0 && (
          <p className="text-muted">
            {t("otherObjects", {
              names: others
                .map(({ kind, metadata }) => `${kind} ${metadata.name ?? ""}`)
                .join(", "),
            })}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function jobSetOf({ objects }: RenderResult) {
  return objects.find(({ kind }) => kind === "JobSet");
}
