"use client";
import { useTranslations } from "use-intl";
import { Notice } from "#components/ui/notice.tsx";
import type { AppendDraft } from "./append-draft.ts";
import type { AppendLimit } from "./append-limits.ts";

/** A limit that no wording of the draft gets around: what it is, and what can be done. */
export function LimitNotice({ limit, draft }: { limit: AppendLimit; draft: AppendDraft }) {
  const t = useTranslations("append.limits");
  const values = { limit: limit.limit, manager: draft.manager, kind: draft.kind };
  return (
    <div className="px-3 pt-3">
      <Notice
        tone={limit.code === "managedFields" ? "warn" : "bad"}
        role="alert"
        title={t(`${limit.code}.title`, values)}
      >
        <p>{t(`${limit.code}.why`, values)}</p>
        <p>{t(`${limit.code}.way`)}</p>
      </Notice>
    </div>
  );
}
