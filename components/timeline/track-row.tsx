"use client";
import clsx from "clsx";
import { TriangleAlert, Zap } from "lucide-react";
import { useTranslations } from "use-intl";
import { hueOf } from "#components/overrides/manager-mark.tsx";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import type { TimelineEntry, Track } from "#lib/timeline/timeline.ts";
import type { ChartFacts } from "./chart-facts.ts";
import { dotId } from "./dot-id.ts";
import { fanOf, hasReplacedField } from "./entry-positions.ts";

const FAN_PX = 9;

/** The entries of one manager of one kind. Only the selected dot (else the first that is shown) is in the tab order. */
export function TrackRow({
  track,
  facts,
  pending,
  positions,
}: {
  track: Track;
  facts: ChartFacts;
  pending: readonly OverrideEntry[];
  /** Of the entries that are shown. */
  positions: ReadonlyMap<string, number>;
}) {
  const t = useTranslations("timeline");
  const { timeline, selected, onSelect, stuck, appliedCount } = facts;
  const shown = track.entryIds.filter((id) => positions.has(id));
  const fan = fanOf(shown, positions);
  const isSelectable = selected !== undefined && positions.has(selected);
  const inTabOrder = isSelectable
    ? selected
    : timeline.entries.find(({ entry }) => positions.has(entry.id))?.entry.id;
  return (
    <div className="flex h-7 items-center">
      <span className="w-12 shrink-0 pl-3 text-xs text-muted">{t(`kinds.${track.kind}`)}</span>
      <div data-track className="relative h-full flex-1 overflow-x-clip">
        <span aria-hidden className="absolute inset-x-0 top-1/2 h-px bg-line" />
        {shown.map((id) => {
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
                isStuck={stuck.has(id)}
                isBeyond={found.entry.index >= appliedCount}
                onSelect={() => onSelect(id)}
              />
            )
          );
        })}
        {pending.map((entry) => (
          <PendingDot key={entry.id} entry={entry} />
        ))}
      </div>
    </div>
  );
}

/** Saved, but not yet brought by the watch: hollow, at the end of its track. */
function PendingDot({ entry }: { entry: OverrideEntry }) {
  const t = useTranslations("timeline");
  const label = t("pendingEntry", { time: entry.time ?? t("noTime") });
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      style={{ borderColor: hueOf(entry.manager).fill }}
      className="absolute top-1/2 right-1 size-4 -translate-y-1/2 rounded-full border-2 border-dashed"
    />
  );
}

function Dot({
  item,
  count,
  left,
  isSelected,
  isInTabOrder,
  isStuck,
  isBeyond,
  onSelect,
}: {
  item: TimelineEntry;
  count: number;
  left: string;
  isSelected: boolean;
  isInTabOrder: boolean;
  isStuck: boolean;
  /** It does not apply as of the chosen point. */
  isBeyond: boolean;
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
    stuck: String(isStuck),
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
      className="absolute top-1/2 z-[1] flex size-6 -translate-x-1/2 -translate-y-1/2 items-center justify-center"
    >
      <span
        aria-hidden
        style={{ backgroundColor: fill, color: ink }}
        className={clsx(
          "flex items-center justify-center rounded-full border",
          isSelected
            ? "size-5 border-transparent ring-2 ring-accent ring-offset-1 ring-offset-canvas"
            : "size-4 border-line-strong",
          isBeyond ? "opacity-30" : item.isReplaced && "opacity-60",
        )}
      >
        {isStuck ? <TriangleAlert className="size-3" /> : isReplaced && <Zap className="size-3" />}
      </span>
    </button>
  );
}
