"use client";
import clsx from "clsx";
import { Zap } from "lucide-react";
import { useTranslations } from "use-intl";
import { hueOf } from "#components/overrides/manager-mark.tsx";
import type { Timeline, TimelineEntry, Track } from "#lib/timeline/timeline.ts";
import { dotId } from "./dot-id.ts";
import { fanOf, hasReplacedField } from "./entry-positions.ts";

const FAN_PX = 9;

/** The entries of one manager of one kind. Only the selected dot (else the first of all) is in the tab order. */
export function TrackRow({
  track,
  timeline,
  positions,
  selected,
  onSelect,
}: {
  track: Track;
  timeline: Timeline;
  positions: ReadonlyMap<string, number>;
  selected: string | undefined;
  onSelect: (id: string) => void;
}) {
  const t = useTranslations("timeline");
  const fan = fanOf(track.entryIds, positions);
  const isSelectable = timeline.entries.some(({ entry }) => entry.id === selected);
  const inTabOrder = isSelectable ? selected : timeline.entries[0]?.entry.id;
  return (
    <div className="flex h-7 items-center">
      <span className="w-12 shrink-0 pl-3 text-xs text-muted">{t(`kinds.${track.kind}`)}</span>
      <div className="relative h-full flex-1">
        <span aria-hidden className="absolute inset-x-0 top-1/2 h-px bg-line" />
        {track.entryIds.map((id) => {
          const found = timeline.entries.find(({ entry }) => entry.id === id);
          return (
            found !== undefined && (
              <Dot
                key={id}
                item={found}
                count={timeline.entries.length}
                left={`calc(${positions.get(id) ?? 0}% + ${(fan.get(id) ?? 0) * FAN_PX}px)`}
                isSelected={id === selected}
                isInTabOrder={id === inTabOrder}
                onSelect={() => onSelect(id)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

function Dot({
  item,
  count,
  left,
  isSelected,
  isInTabOrder,
  onSelect,
}: {
  item: TimelineEntry;
  count: number;
  left: string;
  isSelected: boolean;
  isInTabOrder: boolean;
  onSelect: () => void;
}) {
  const t = useTranslations("timeline");
  const { entry } = item;
  const isReplaced = hasReplacedField(item);
  const { fill, ink } = hueOf(entry.manager);
  const label = t("entryLabel", {
    manager: entry.manager ?? t("ownerless"),
    kind: t(`kinds.${entry.kind}`),
    time: entry.time ?? t("noTime"),
    position: entry.index + 1,
    count,
    replaced: String(isReplaced),
  });
  return (
    <button
      id={dotId(entry.id)}
      type="button"
      tabIndex={isInTabOrder ? 0 : -1}
      aria-label={label}
      aria-pressed={isSelected}
      title={label}
      onClick={onSelect}
      style={{ left }}
      className="absolute top-1/2 flex size-6 -translate-x-1/2 -translate-y-1/2 items-center justify-center"
    >
      <span
        aria-hidden
        style={{ backgroundColor: fill, color: ink }}
        className={clsx(
          "flex items-center justify-center rounded-full border",
          isSelected
            ? "size-5 border-transparent ring-2 ring-accent ring-offset-1 ring-offset-canvas"
            : "size-4 border-line-strong",
          item.isReplaced && "opacity-60",
        )}
      >
        {isReplaced && <Zap className="size-3" />}
      </span>
    </button>
  );
}
