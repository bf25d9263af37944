"use client";
import { useTranslations } from "use-intl";
import { ManagerMark } from "#components/overrides/manager-mark.tsx";
import type { OverrideEntry } from "#lib/dialect/entry.ts";

/** An entry in one line: mark, manager, kind, time. */
export function EntryName({ entry }: { entry: OverrideEntry }) {
  const t = useTranslations("timeline");
  return (
    <span className="inline-flex max-w-full min-w-0 flex-wrap items-center gap-x-1.5">
      <ManagerMark manager={entry.manager} size="sm" />
      <span className="truncate">{entry.manager ?? `${t("ownerless")} #${entry.index + 1}`}</span>
      {entry.kind !== "patch" && <span className="text-muted">{t(`kinds.${entry.kind}`)}</span>}
      {entry.time !== undefined && (
        <span className="whitespace-nowrap text-muted">{entry.time}</span>
      )}
    </span>
  );
}

/** The same as a button that selects the entry. */
export function EntryLink({
  entry,
  onSelect,
}: {
  entry: OverrideEntry;
  onSelect: (id: string) => void;
}) {
  return (
    <button
      type="button"
      onClick={() => onSelect(entry.id)}
      className="max-w-full text-left text-accent hover:underline"
    >
      <EntryName entry={entry} />
    </button>
  );
}
