"use client";
import { useTranslations } from "use-intl";
import type { JobRow } from "#lib/protocol/jobs.ts";
import { ManagerMark } from "./manager-mark.tsx";

const SHOWN = 3;

/** The managers of a job in list order, and how many entries they hold together. */
export function ManagerMarks({ managers }: { managers: JobRow["managers"] }) {
  const t = useTranslations("jobs");
  const count = managers.reduce((sum, { entries }) => sum + entries, 0);
  if (count === 0 && managers.length === 0) return undefined;
  const names = managers.map(({ manager }) => manager ?? t("ownerless")).join(", ");
  const label = t("entries", { count, managers: names });
  return (
    <span title={label} className="inline-flex items-center gap-1">
      {managers.slice(0, SHOWN).map(({ manager }, index) => (
        <ManagerMark key={manager ?? `nobody ${index}`} manager={manager} />
      ))}
      {managers.length > SHOWN && <span aria-hidden>+{managers.length - SHOWN}</span>}
      <span aria-hidden>{count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
