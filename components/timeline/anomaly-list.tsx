"use client";
import clsx from "clsx";
import { useTranslations } from "use-intl";
import type { Anomaly, Timeline } from "#lib/timeline/timeline.ts";
import { EntryLink } from "./entry-name.tsx";

const COLOURS = { error: "text-bad", warning: "text-warn", info: "text-muted" } as const;

export function AnomalyList({
  timeline,
  onSelect,
}: {
  timeline: Timeline;
  onSelect: (id: string) => void;
}) {
  return (
    <ul className="flex flex-col gap-1">
      {timeline.anomalies.map((anomaly, index) => {
        const item = timeline.entries.find(({ entry }) => entry.id === anomaly.entryId);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two anomalies may be equal but for their place
          <li key={index} className="flex flex-wrap items-center gap-2">
            <Sentence anomaly={anomaly} />
            {item !== undefined && <EntryLink entry={item.entry} onSelect={onSelect} />}
          </li>
        );
      })}
    </ul>
  );
}

const NO_PARAMS = { manager: "", time: "", job: "", container: "", env: "", field: "" };

function Sentence({ anomaly }: { anomaly: Anomaly }) {
  const t = useTranslations("timeline.anomaly");
  return (
    <span className={clsx(COLOURS[anomaly.severity])}>
      ⚠ {t(anomaly.code, { ...NO_PARAMS, ...anomaly.params })}
    </span>
  );
}
