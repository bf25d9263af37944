"use client";
import { useTranslations } from "use-intl";
import { Notice } from "#components/ui/notice.tsx";
import { isAppError } from "#lib/errors/app-error.ts";

/** How the last try ended; heard as well as seen. */
export function EditAnswer({
  error,
  done,
}: {
  error: Error | null;
  done: "saved" | "removed" | undefined;
}) {
  const t = useTranslations("timeline.edit");
  if (done !== undefined)
    return (
      <Notice tone="good" role="status" title={t(done)}>
        {t("done")}
      </Notice>
    );
  if (error === null) return undefined;
  if (isAppError(error, "LIST_CHANGED", "CONFLICT", "CONTENDED"))
    return (
      <Notice tone="warn" role="alert" title={t("conflict")}>
        {t("conflictHint")}
      </Notice>
    );
  const errors = isAppError(error) ? (error.meta.errors ?? []) : [];
  return (
    <Notice tone="bad" role="alert" title={t("failed")}>
      <p>{isAppError(error, "NOT_FOUND") ? t("gone") : error.message}</p>
      {errors.length > 0 && (
        <ul className="list-disc pl-4">
          {errors.map(({ pointer, objectField, message }) => (
            <li key={`${pointer} ${message}`}>
              <code className="font-mono text-xs">{objectField ?? pointer}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
