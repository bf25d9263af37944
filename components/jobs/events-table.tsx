"use client";
import clsx from "clsx";
import { useTranslations } from "use-intl";
import { Age } from "#components/shell/age.tsx";
import { Table, Td, Th } from "#components/ui/table.tsx";
import type { EventRow } from "#lib/protocol/jobs.ts";

/** Newest first. */
export function EventsTable({ events }: { events: readonly EventRow[] }) {
  const t = useTranslations("job.overview");
  if (events.length === 0) return <p className="text-muted">{t("noEvents")}</p>;
  const sorted = [...events].sort((a, b) => (b.lastTime ?? "").localeCompare(a.lastTime ?? ""));
  return (
    <Table caption={t("events")}>
      <thead>
        <tr>
          <Th className="w-20">{t("last")}</Th>
          <Th className="w-20">{t("type")}</Th>
          <Th className="w-56">{t("reason")}</Th>
          <Th className="w-56">{t("object")}</Th>
          <Th>{t("message")}</Th>
          <Th className="w-16">{t("count")}</Th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((event) => (
          <tr key={event.uid}>
            <Td className="text-muted">
              <Age time={event.lastTime ?? event.firstTime} />
            </Td>
            <Td className={clsx(event.type === "Warning" && "font-medium text-warn")}>
              {event.type}
            </Td>
            <Td>{event.reason}</Td>
            <Td className="text-xs break-all">{event.object}</Td>
            <Td className="min-w-72 break-words">{event.message}</Td>
            <Td>{event.count}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
