"use client";
import { useTranslations } from "use-intl";
import { Table, Td, Th } from "#components/ui/table.tsx";
import type { Conflict, FieldTarget, Timeline } from "#lib/timeline/timeline.ts";
import { EntryLink } from "./entry-name.tsx";

/** Fields written by more than one manager: who wins, and why. */
export function ConflictTable({
  timeline,
  onSelect,
}: {
  timeline: Timeline;
  onSelect: (id: string) => void;
}) {
  const t = useTranslations("timeline");
  if (timeline.conflicts.length === 0) return <p className="text-muted">{t("conflictsNone")}</p>;
  return (
    <Table caption={t("conflicts")}>
      <thead>
        <tr>
          <Th>{t("conflict.field")}</Th>
          <Th>{t("conflict.winner")}</Th>
          <Th>{t("conflict.writers")}</Th>
          <Th>{t("conflict.why")}</Th>
        </tr>
      </thead>
      <tbody>
        {timeline.conflicts.map((conflict) => (
          <ConflictRow
            key={conflict.target.key}
            conflict={conflict}
            timeline={timeline}
            onSelect={onSelect}
          />
        ))}
      </tbody>
    </Table>
  );
}

function ConflictRow({
  conflict,
  timeline,
  onSelect,
}: {
  conflict: Conflict;
  timeline: Timeline;
  onSelect: (id: string) => void;
}) {
  const t = useTranslations("timeline.conflict");
  const entryOf = (id: string) => timeline.entries.find(({ entry }) => entry.id === id)?.entry;
  const winner = entryOf(conflict.winner);
  return (
    <tr>
      <Td className="font-mono text-xs break-words">
        {conflict.target.label} <PlaceName target={conflict.target} />
      </Td>
      <Td>{winner !== undefined && <EntryLink entry={winner} onSelect={onSelect} />}</Td>
      <Td>
        {conflict.losers.map((id) => {
          const entry = entryOf(id);
          return (
            entry !== undefined && (
              <div key={id}>
                <EntryLink entry={entry} onSelect={onSelect} />
              </div>
            )
          );
        })}
      </Td>
      <Td>
        {t(conflict.reason.code)}
        {conflict.isSameValue && <span className="text-muted"> ({t("same")})</span>}
      </Td>
    </tr>
  );
}

function PlaceName({ target }: { target: FieldTarget }) {
  const t = useTranslations("timeline.conflict");
  return (
    <span className="font-sans text-muted">
      {t(`${target.place}Place`, { job: target.job ?? "" })}
    </span>
  );
}
