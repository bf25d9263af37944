"use client";
import { Lightbulb } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { NO_TIPS, useSettings } from "./stored-settings.ts";

const TIPS = ["list", "lanes", "append", "keys"] as const;

/** Four tips for the first visit. A bar below everything: it covers nothing, takes no focus, and can be sent away for good. */
export function TipsBar() {
  const t = useTranslations("shell.tips");
  const [{ tip }, change] = useSettings();
  const name = TIPS[tip];
  if (name === undefined) return undefined;
  return (
    <aside
      aria-label={t("label")}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-accent-soft px-3 py-1 text-xs"
    >
      <Lightbulb aria-hidden className="size-4 shrink-0 text-accent" />
      <span className="min-w-0 flex-1 basis-56">{t(name)}</span>
      <span className="flex items-center gap-2">
        <span className="text-muted">{t("position", { at: tip + 1, count: TIPS.length })}</span>
        {tip + 1 < TIPS.length && (
          <Button size="sm" onClick={() => change({ tip: tip + 1 })}>
            {t("next")}
          </Button>
        )}
        <Button size="sm" onClick={() => change({ tip: NO_TIPS })}>
          {t("never")}
        </Button>
      </span>
    </aside>
  );
}
