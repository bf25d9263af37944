"use client";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "use-intl";
import type { AppendWarning } from "./append-warnings.ts";

export function WarningList({ warnings }: { warnings: readonly AppendWarning[] }) {
  const t = useTranslations("append");
  if (warnings.length === 0) return undefined;
  return (
    <ul aria-label={t("warnings")} className="flex flex-col gap-0.5 text-warn">
      {warnings.map((warning) => (
        <li key={JSON.stringify(warning)} className="flex gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <WarningText warning={warning} />
        </li>
      ))}
    </ul>
  );
}

function WarningText({ warning }: { warning: AppendWarning }) {
  const t = useTranslations("append");
  switch (warning.code) {
    case "tolerationsReplace":
      return (
        <span>
          {warning.job}: {t("tolerationsReplace", { count: warning.count })}
        </span>
      );
    case "pruned":
      return <span>{t("pruned", { field: warning.field })}</span>;
    case "text":
      return <span>{warning.text}</span>;
  }
}
