"use client";
import { useTranslations } from "use-intl";
import { EngineRemarks } from "#components/preview/engine-remarks.tsx";
import { ObjectDiff } from "#components/preview/object-diff.tsx";
import { jobSetOf } from "#components/preview/render-as-of.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { AppendPrediction } from "./predict-append.ts";

/** The effective JobSet before and after the draft, changed lines only, each with who wrote it. */
export function AppendPreview({ prediction }: { prediction: AppendPrediction | undefined }) {
  const t = useTranslations("append");
  const after = prediction === undefined ? undefined : jobSetOf(prediction.after);
  return (
    <section aria-label={t("preview")} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <h3 className="flex items-center gap-2 border-b border-line bg-panel px-3 py-1 text-xs font-medium">
        {t("preview")}
        <span role="status" className="ml-auto font-normal text-muted">
          {prediction !== undefined && t("previewChanges", { count: prediction.changes.length })}
        </span>
      </h3>
      {prediction === undefined ? (
        <p className="p-3 text-muted">{t("previewUnreadable")}</p>
      ) : after === undefined ? (
        <div className="p-3">
          <Notice tone="warn" title={t("previewBroken")} />
          <EngineRemarks diagnostics={prediction.after.diagnostics} />
        </div>
      ) : (
        <div className="min-h-0 flex-1 overflow-auto">
          <ObjectDiff
            before={jobSetOf(prediction.before)}
            beforeBlame={prediction.before.blame}
            after={after}
            afterBlame={prediction.after.blame}
            label={t("preview")}
            nothing={t("previewNothing")}
          />
        </div>
      )}
    </section>
  );
}
