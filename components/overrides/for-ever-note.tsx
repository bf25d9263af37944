"use client";
import { Info } from "lucide-react";
import { useTranslations } from "use-intl";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { cannotBeUndone } from "./neutral-drafts.ts";
import type { AppendPrediction } from "./predict-append.ts";

const MOST_NAMES = 4;

/** In a plain sentence what of the draft can be taken back after saving, and what cannot. */
export function ForEverNote({
  detail,
  prediction,
}: {
  detail: JobDetail;
  prediction: AppendPrediction | undefined;
}) {
  const t = useTranslations("append");
  const fields = prediction === undefined ? undefined : cannotBeUndone(prediction, detail);
  return (
    <p className="flex items-start gap-1.5 text-xs text-muted">
      <Info aria-hidden className="mt-px size-3.5 shrink-0" />
      <span>
        {detail.dialect === "templateOverrides"
          ? t("neverBack")
          : detail.dialect === "runtimePatches"
            ? t("patchBack")
            : t("listBack")}{" "}
        {fields !== undefined &&
          (fields.length === 0 ? (
            t("undoAll")
          ) : (
            <span className="text-warn">
              {t("undoSome", {
                fields: fields
                  .slice(0, MOST_NAMES)
                  .map(({ label }) => label)
                  .join(", "),
                more: Math.max(0, fields.length - MOST_NAMES),
              })}
            </span>
          ))}
      </span>
    </p>
  );
}
