import { useTranslations } from "use-intl";
import { originText } from "#components/preview/origin-text.ts";
import { Button } from "#components/ui/button.tsx";
import type { ValueOffer } from "#lib/form/offers.ts";

export type EffectRow = {
  readonly name: string;
  readonly text: string;
  readonly offer: ValueOffer;
  /** Takes the value into the draft. */
  readonly onTake?: (() => void) | undefined;
};

/** What the job has now, from whom, and a way to change it. */
export function InEffect({ rows }: { rows: readonly EffectRow[] }) {
  const t = useTranslations("form");
  const job = useTranslations("job");
  if (rows.length === 0) return undefined;
  return (
    <details>
      <summary className="cursor-pointer text-xs text-muted">
        {t("inEffect", { count: rows.length })}
      </summary>
      <ul className="mt-1 flex flex-col gap-1 text-xs">
        {rows.map(({ name, text, offer, onTake }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two jobs may have the same name and value
          <li key={index} className="flex flex-wrap items-center gap-x-2">
            <span className="min-w-0 font-mono break-all">{text}</span>
            {offer.owner !== undefined && (
              <span className="text-muted">{t("by", { owner: originText(offer.owner, job) })}</span>
            )}
            {onTake !== undefined && (
              <Button
                size="sm"
                variant="quiet"
                aria-label={t("takeNamed", { name })}
                onClick={({ currentTarget }) => {
                  // The button goes away under the focus.
                  currentTarget.closest("details")?.querySelector("summary")?.focus();
                  onTake();
                }}
              >
                {t("take")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
