"use client";
import { useTranslations } from "use-intl";
import { Dialog } from "#components/ui/dialog.tsx";

const ROWS = [
  ["Ctrl K", "commands"],
  ["/", "search"],
  ["j  k", "rows"],
  ["Enter", "open"],
  ["Esc", "back"],
  ["g j", "goJobs"],
  ["g r", "goRuntimes"],
  ["a", "append"],
  ["← →", "entries"],
  ["?", "help"],
] as const;

/** The list of all keys. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.help");
  const common = useTranslations("common");
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t("title")}
      closeLabel={common("close")}
    >
      <dl className="grid grid-cols-[96px_1fr] gap-y-1 overflow-auto p-4">
        {ROWS.map(([keys, label]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-sm border border-line-strong px-1.5 font-mono text-xs">
                {keys}
              </kbd>
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
      <p className="px-4 pb-4 text-muted">{t("leaveEditor")}</p>
    </Dialog>
  );
}
