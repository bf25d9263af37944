"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/field.tsx";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import { entryLabel } from "#lib/dialect/entry-label.ts";

/** `at` in the URL for the runtime without any override. */
export const RUNTIME_ALONE = "runtime";

/** How many entries apply as of a point; undefined = all of them. */
export function entryCountOf(
  at: string | undefined,
  entries: readonly OverrideEntry[],
): number | undefined {
  if (at === undefined) return undefined;
  if (at === RUNTIME_ALONE) return 0;
  const position = entries.findIndex(({ id }) => id === at);
  return position === -1 ? undefined : position + 1;
}

/** Chooses the point up to which entries apply. */
export function Scrubber({
  entries,
  at,
  onChange,
}: {
  entries: readonly OverrideEntry[];
  at: string | undefined;
  onChange: (at: string | undefined) => void;
}) {
  const t = useTranslations("job.effective");
  const count = entryCountOf(at, entries) ?? entries.length;
  const go = (next: number) => onChange(pointOf(next, entries));
  return (
    <div className="flex min-w-0 items-center gap-1">
      <span className="text-muted">{t("asOf")}</span>
      <Button
        size="icon"
        variant="quiet"
        aria-label={t("previous")}
        disabled={count === 0}
        onClick={() => go(count - 1)}
      >
        <ChevronLeft aria-hidden className="size-4" />
      </Button>
      <Select
        aria-label={t("asOf")}
        value={String(count)}
        onChange={({ target }) => go(Number(target.value))}
        className="max-w-80"
      >
        <option value={entries.length}>{t("now", { count: entries.length })}</option>
        {entries.slice(0, -1).map((entry, index) => (
          <option key={entry.id} value={index + 1}>
            {entryLabel(entry)}
          </option>
        ))}
        {entries.length > 0 && <option value={0}>{t("runtimeAlone")}</option>}
      </Select>
      <Button
        size="icon"
        variant="quiet"
        aria-label={t("next")}
        disabled={count === entries.length}
        onClick={() => go(count + 1)}
      >
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </div>
  );
}

function pointOf(count: number, entries: readonly OverrideEntry[]): string | undefined {
  if (count >= entries.length) return undefined;
  return entries[count - 1]?.id ?? RUNTIME_ALONE;
}
