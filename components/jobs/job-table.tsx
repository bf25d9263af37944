"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Hotkeys } from "#components/shell/hotkeys.tsx";
import { NARROW, useMediaQuery } from "#components/shell/media-query.ts";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import type { JobRow } from "#lib/protocol/jobs.ts";
import { JobTableHead } from "./job-table-head.tsx";
import { JobTableRow } from "./job-table-row.tsx";

const ROW_PX = 32;
const NARROW_ROW_PX = 52;

/** A real table of which only the rows in view exist; the rows above and below are two tall empty ones. */
export function JobTable({
  total,
  rows,
  showNamespace,
  onRange,
}: {
  total: number;
  /** By position in the whole list; what is not loaded yet is missing. */
  rows: ReadonlyMap<number, JobRow>;
  showNamespace: boolean;
  onRange: (first: number, last: number) => void;
}) {
  const t = useTranslations("jobs");
  const scroller = useRef<HTMLElement>(null);
  const isNarrow = useMediaQuery(NARROW);
  const rowPx = isNarrow ? NARROW_ROW_PX : ROW_PX;
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 10,
    // The rows may follow the scroll one frame later; a synchronous render would hold it up.
    useFlushSync: false,
    onChange: ({ range }) => {
      if (range !== null) onRange(range.startIndex, range.endIndex);
    },
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <ScrollRegion ref={scroller} label={t("title")} className="min-h-0 flex-1">
      <RowKeys total={total} reveal={(index) => virtual.scrollToIndex(index)} />
      <table aria-rowcount={total + 1} className="w-full table-fixed border-collapse">
        <caption className="sr-only">{t("title")}</caption>
        <JobTableHead />
        <tbody>
          <Spacer px={before} />
          {items.map(({ index }) => (
            <JobTableRow
              key={rows.get(index)?.uid ?? `row ${index}`}
              index={index}
              row={rows.get(index)}
              heightPx={rowPx}
              showNamespace={showNamespace}
            />
          ))}
          <Spacer px={after} />
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Spacer({ px }: { px: number }) {
  if (px <= 0) return undefined;
  return (
    <tr aria-hidden>
      <td style={{ height: px }} className="p-0" />
    </tr>
  );
}

/** `j` and `k` walk the rows, Enter opens the focused one (it is a link), Escape lets go of it. */
function RowKeys({ total, reveal }: { total: number; reveal: (index: number) => void }) {
  const [active, setActive] = useState(-1);
  const go = (step: number) => {
    const from = focusedRow() ?? active;
    const index = Math.min(total - 1, Math.max(0, from + step));
    setActive(index);
    reveal(index);
    requestAnimationFrame(() => requestAnimationFrame(() => linkOfRow(index)?.focus()));
  };
  return (
    <Hotkeys
      bindings={{
        j: () => go(1),
        k: () => go(-1),
        esc: () => {
          const focused = document.activeElement;
          if (focused instanceof HTMLElement) focused.blur();
        },
      }}
    />
  );
}

function focusedRow(): number | undefined {
  const row = document.activeElement?.closest("tr[data-row]")?.getAttribute("data-row");
  return row == null ? undefined : Number(row);
}

function linkOfRow(index: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`tr[data-row="${index}"] a`);
}
