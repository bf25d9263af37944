"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Table, Td, Th } from "#components/ui/table.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { ImpactOutcome, JobImpact } from "#lib/impact/job-impact.ts";

/** A table of two thousand rows takes longer than the comparison: more on request. */
const STEP = 100;

const TONES: Record<ImpactOutcome, Tone> = {
  breaks: "bad",
  stuck: "bad",
  changes: "warn",
  remakes: "warn",
  mends: "good",
  running: "neutral",
  snapshot: "neutral",
  finished: "neutral",
  same: "neutral",
};

export function ImpactTable({
  impacts,
  onOpen,
}: {
  impacts: readonly JobImpact[];
  onOpen: (impact: JobImpact) => void;
}) {
  const t = useTranslations("runtimes.impact");
  const [limit, setLimit] = useState(STEP);
  const rest = impacts.length - limit;
  return (
    <>
      <Table caption={t("results")}>
        <thead>
          <tr>
            <Th>{t("outcome")}</Th>
            <Th>{t("job")}</Th>
            <Th className="max-sm:hidden">{t("fields")}</Th>
          </tr>
        </thead>
        <tbody>
          {impacts.slice(0, limit).map((impact) => (
            <ImpactRow key={impact.uid} impact={impact} onOpen={() => onOpen(impact)} />
          ))}
        </tbody>
      </Table>
      {rest > 0 && (
        <div>
          <Button size="sm" onClick={() => setLimit(limit + STEP)}>
            {t("more", { count: rest })}
          </Button>
        </div>
      )}
    </>
  );
}

function ImpactRow({ impact, onOpen }: { impact: JobImpact; onOpen: () => void }) {
  const t = useTranslations("runtimes.impact");
  const { outcome, namespace, name, fields, count, reason } = impact;
  const hidden = (count ?? 0) - fields.length;
  return (
    <tr className="hover:bg-hover">
      <Td className="w-40">
        <Badge tone={TONES[outcome]} title={t(`hints.${outcome}`)}>
          {t(`outcomes.${outcome}`)}
        </Badge>
      </Td>
      <Td>
        {count === 0 ? (
          <span className="break-all">{name}</span>
        ) : (
          <button
            type="button"
            aria-label={t("showDiff", { name })}
            onClick={onOpen}
            className="text-left font-medium break-all text-accent hover:underline"
          >
            {name}
          </button>
        )}
        <div className="text-xs text-muted">{namespace}</div>
      </Td>
      <Td className="max-sm:hidden">
        {reason !== undefined && <div className="text-xs break-words text-bad">{reason}</div>}
        {fields.map((field) => (
          <code key={field} className="block font-mono text-xs break-all">
            {shorten(field)}
          </code>
        ))}
        {hidden > 0 && <span className="text-xs text-muted">{t("more", { count: hidden })}</span>}
      </Td>
    </tr>
  );
}

/** The way to a pod is the same for all fields of a pod. */
function shorten(label: string): string {
  return label.replace(/^spec\.replicatedJobs\[(.*?)\]\.template\.spec\.template\.spec\./, "$1: ");
}
