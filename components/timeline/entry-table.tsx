"use client";
import { useTranslations } from "use-intl";
import { Table, Td, Th } from "#components/ui/table.tsx";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import type { Timeline, TimelineEntry } from "#lib/timeline/timeline.ts";
import { EntryLink, EntryName } from "./entry-name.tsx";
import { hasReplacedField } from "./entry-positions.ts";
import { shortValue } from "./short-value.ts";

/** The content of the chart as text: for screen readers, for copying, and for those who prefer it. */
export function EntryTable({
  timeline,
  stuck,
  pending,
  selected,
  onSelect,
}: {
  timeline: Timeline;
  stuck: ReadonlySet<string>;
  pending: readonly OverrideEntry[];
  selected: string | undefined;
  onSelect: (id: string) => void;
}) {
  const t = useTranslations("timeline");
  return (
    <Table caption={t("table")}>
      <thead>
        <tr>
          <Th className="w-12">{t("columns.order")}</Th>
          <Th>{t("columns.manager")}</Th>
          <Th>{t("columns.targets")}</Th>
          <Th>{t("columns.fields")}</Th>
          <Th className="w-32">{t("columns.state")}</Th>
          <Th className="w-32">{t("columns.trust")}</Th>
        </tr>
      </thead>
      <tbody>
        {timeline.entries.map((item) => (
          <EntryRow
            key={item.entry.id}
            item={item}
            timeline={timeline}
            isSelected={item.entry.id === selected}
            isStuck={stuck.has(item.entry.id)}
            onSelect={onSelect}
          />
        ))}
        {pending.map((entry) => (
          <tr key={entry.id} className="text-muted">
            <Td />
            <Td>
              <EntryName entry={entry} />
            </Td>
            <Td>{entry.targetJobs?.join(", ")}</Td>
            <Td />
            <Td>{t("states.pending")}</Td>
            <Td />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function EntryRow({
  item,
  timeline,
  isSelected,
  isStuck,
  onSelect,
}: {
  item: TimelineEntry;
  timeline: Timeline;
  isSelected: boolean;
  isStuck: boolean;
  onSelect: (id: string) => void;
}) {
  const t = useTranslations("timeline");
  const { entry, fields, trust } = item;
  const labels = new Map(timeline.targets.map(({ key, label }) => [key, label]));
  return (
    <tr
      className={isSelected ? "bg-accent-soft" : undefined}
      aria-current={isSelected || undefined}
    >
      <Td className="text-muted">{entry.index + 1}</Td>
      <Td>
        <EntryLink entry={entry} onSelect={onSelect} />
      </Td>
      <Td>{entry.targetJobs?.join(", ") ?? t("wholeJobSet")}</Td>
      <Td className="font-mono text-xs">
        {fields.map((field) => (
          <div
            key={`${field.target} ${field.path}`}
            className={field.replacedBy === undefined ? undefined : "text-muted line-through"}
          >
            {labels.get(field.target) ?? field.target} = {shortValue(field.value)}
          </div>
        ))}
      </Td>
      <Td className={isStuck ? "text-warn" : ""}>
        {t(`states.${isStuck ? "stuck" : stateOf(item)}`)}
      </Td>
      <Td>{t(`trust.${trust.level}`)}</Td>
    </tr>
  );
}

function stateOf(item: TimelineEntry): "replaced" | "partly" | "counts" {
  if (item.isReplaced) return "replaced";
  return hasReplacedField(item) ? "partly" : "counts";
}
