"use client";
import { Lock } from "lucide-react";
import { useTranslations } from "use-intl";
import { ManagerMark } from "#components/overrides/manager-mark.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { Lane } from "#lib/timeline/timeline.ts";
import type { ChartFacts } from "./chart-facts.ts";
import { TrackRow } from "./track-row.tsx";

export function LaneRows({
  lane,
  facts,
  positions,
}: {
  lane: Lane;
  facts: ChartFacts;
  positions: ReadonlyMap<string, number>;
}) {
  return (
    <div className="flex border-t border-line">
      <LaneName lane={lane} rights={facts.rights} />
      <div className="min-w-0 flex-1">
        {lane.tracks.map((track) => (
          <TrackRow
            key={track.kind}
            track={track}
            facts={facts}
            pending={facts.pending.filter(
              ({ manager, kind }) => manager === lane.manager && kind === track.kind,
            )}
            positions={positions}
          />
        ))}
      </div>
    </div>
  );
}

function LaneName({ lane, rights }: { lane: Lane; rights: JobDetail["rights"] }) {
  const t = useTranslations("timeline");
  const isMine = lane.manager === undefined || rights.managers.includes(lane.manager);
  const why = rights.anyManager ? "lockedWhyAdmin" : "lockedWhy";
  return (
    <div className="sticky left-0 z-10 flex w-60 shrink-0 items-center gap-2 border-r border-line bg-canvas px-3 py-1 max-md:w-36">
      <ManagerMark manager={lane.manager} />
      <span className="min-w-0 flex-1 truncate" title={lane.manager ?? t("ownerlessHint")}>
        {lane.manager ?? t("ownerless")}
      </span>
      {!isMine && (
        <Tooltip text={t(why, { managers: rights.managers.join(", ") })}>
          <button type="button" aria-label={t("locked")} className="text-muted">
            <Lock aria-hidden className="size-3.5" />
          </button>
        </Tooltip>
      )}
    </div>
  );
}
