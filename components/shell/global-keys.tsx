"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "#components/ui/dialog.tsx";
import { Hotkeys } from "./hotkeys.tsx";

export const HELP_BUTTON_ID = "keyboard-help";

const ROWS = [
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

/** Keys that work on every screen, and the list of all keys. */
export function GlobalKeys() {
  const t = useTranslations("shell");
  const common = useTranslations("common");
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Hotkeys
        bindings={{
          "?": () => setOpen(true),
          "g j": () => router.push("/jobs"),
          "g r": () => router.push("/runtimes"),
          "/": () => document.querySelector<HTMLElement>('input[type="search"]')?.focus(),
        }}
      />
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t("help.title")}
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
              <dd>{t(`help.${label}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="px-4 pb-4 text-muted">{t("help.leaveEditor")}</p>
      </Dialog>
    </>
  );
}
