"use client";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { SequencePanel } from "./sequence-panel.tsx";
import { useJobSequence } from "./sequence-store.ts";

/** The same steps on the job's page while the sheet that started them is closed. */
export function SequenceNotice({ detail, onShow }: { detail: JobDetail; onShow: () => void }) {
  const t = useTranslations("append.sequence");
  const sequence = useJobSequence(detail);
  if (sequence.state === undefined) return undefined;
  return (
    <div className="flex shrink-0 items-start gap-2 border-b border-line px-3 py-2">
      <div className="min-w-0 flex-1">
        <SequencePanel detail={detail} sequence={sequence} />
      </div>
      <Button size="sm" onClick={onShow}>
        {t("show")}
      </Button>
    </div>
  );
}
