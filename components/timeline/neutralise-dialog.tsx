"use client";
import { useTranslations } from "use-intl";
import { readDraft, writeDraft } from "#components/overrides/draft-store.ts";
import { neutralDrafts } from "#components/overrides/neutral-drafts.ts";
import { changeSearch } from "#components/shell/url-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { FieldTarget } from "#lib/timeline/timeline.ts";

/** Drafts that undo an entry as far as a later one can, and what no entry can undo. */
export function NeutraliseDialog({
  detail,
  entry,
  onClose,
}: {
  detail: JobDetail;
  entry: OverrideEntry;
  onClose: () => void;
}) {
  const t = useTranslations("timeline.neutralise");
  const common = useTranslations("common");
  const plan = neutralDrafts(detail, entry);
  return (
    <Dialog
      open
      title={t("title")}
      description={t("description")}
      closeLabel={common("close")}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <div className="flex flex-col gap-3 overflow-auto p-4">
        {plan === undefined ? (
          <Notice tone="bad" title={t("broken")} />
        ) : (
          <>
            {plan.isBeaten && <Notice tone="warn" title={t("beaten")} />}
            {plan.drafts.length === 0 && !plan.isBeaten && <p>{t("nothing")}</p>}
            {plan.drafts.length > 1 && <p>{t("several", { count: plan.drafts.length })}</p>}
            {plan.drafts.map((draft) => (
              <section key={`${draft.kind} ${draft.targets.join()}`}>
                <h3 className="font-medium">
                  {t(`parts.${draft.kind}`, { targets: draft.targets.join(", ") || "JobSet" })}
                </h3>
                <pre className="max-h-48 overflow-auto border border-line p-2 font-mono text-xs">
                  {draft.text}
                </pre>
                <div className="flex flex-wrap items-center gap-2 pt-1">
                  <Button
                    variant="primary"
                    onClick={() => {
                      writeDraft(detail.row.uid, draft);
                      onClose();
                      changeSearch({ append: "1", lane: draft.manager }, "push");
                    }}
                  >
                    {t("open")}
                  </Button>
                  {readDraft(detail.row.uid, draft.manager) !== undefined && (
                    <span className="text-warn">{t("replacesDraft")}</span>
                  )}
                </div>
              </section>
            ))}
            <Remaining fields={plan.remaining} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Remaining({ fields }: { fields: readonly FieldTarget[] }) {
  const t = useTranslations("timeline.neutralise");
  if (fields.length === 0) return undefined;
  return (
    <Notice tone="warn" title={t("remaining")}>
      <ul className="list-disc pl-4">
        {fields.map(({ key, label, job }) => (
          <li key={key}>
            <code className="font-mono text-xs">{label}</code> {job}
          </li>
        ))}
      </ul>
      <p>{t("remainingWay")}</p>
    </Notice>
  );
}
