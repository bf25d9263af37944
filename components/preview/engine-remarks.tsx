"use client";
import clsx from "clsx";
import { useTranslations } from "use-intl";
import type { Diagnostic, Severity } from "#lib/util/diagnostic.ts";

const COLOURS: Record<Severity, string> = {
  error: "text-bad",
  warning: "text-warn",
  info: "text-muted",
};

/** What the engine found while rendering. */
export function EngineRemarks({ diagnostics }: { diagnostics: readonly Diagnostic[] }) {
  const t = useTranslations("job.effective");
  if (diagnostics.length === 0) return undefined;
  return (
    <ul
      aria-label={t("diagnostics")}
      className="max-h-28 shrink-0 overflow-auto border-b border-line px-3 py-1 text-xs"
    >
      {diagnostics.map(({ code, severity, path, message }) => (
        <li key={`${code} ${path} ${message}`} className="flex gap-2">
          <span className={clsx("shrink-0 font-medium", COLOURS[severity])}>{code}</span>
          <span className="min-w-0 break-words">
            {message} {path !== "" && <code className="font-mono text-muted">{path}</code>}
          </span>
        </li>
      ))}
    </ul>
  );
}
