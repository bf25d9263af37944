"use client";
import { CloudOff, LockKeyhole, PackageX, SearchX, TriangleAlert } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { isAppError } from "#lib/errors/app-error.ts";

type Kind = "forbidden" | "notFound" | "notInstalled" | "offline" | "upstream" | "broken";

const ICONS = {
  forbidden: LockKeyhole,
  notFound: SearchX,
  notInstalled: PackageX,
  offline: CloudOff,
  upstream: CloudOff,
  broken: TriangleAlert,
} as const;

/** The screen in place of data that could not be had: each cause says which it is and what to do. */
export function ProblemScreen({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useTranslations("common");
  const kind = kindOf(error);
  const Icon = ICONS[kind];
  const detail = error instanceof Error ? error.message : String(error);
  return (
    <div role="alert">
      <EmptyState
        icon={<Icon aria-hidden />}
        title={t(`problem.${kind}Title`)}
        action={onRetry !== undefined && <Button onClick={onRetry}>{t("retry")}</Button>}
      >
        <p>{t(`problem.${kind}`)}</p>
        <details className="mt-3 text-left text-xs">
          <summary>{t("problem.details")}</summary>
          <pre className="mt-1 whitespace-pre-wrap">{detail}</pre>
        </details>
      </EmptyState>
    </div>
  );
}

function kindOf(error: unknown): Kind {
  if (isAppError(error, "FORBIDDEN", "UNAUTHENTICATED", "READ_ONLY")) return "forbidden";
  if (isAppError(error, "NOT_FOUND")) return "notFound";
  if (isAppError(error, "NOT_INSTALLED")) return "notInstalled";
  if (isAppError(error, "OFFLINE")) return "offline";
  if (isAppError(error, "UPSTREAM_FAILED", "UPSTREAM_UNAVAILABLE", "UPSTREAM_TIMEOUT"))
    return "upstream";
  return "broken";
}
