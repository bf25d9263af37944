"use client";
import clsx from "clsx";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { memo } from "react";
import { useTranslations } from "use-intl";
import { ManagerMarks } from "#components/overrides/manager-marks.tsx";
import { Age } from "#components/shell/age.tsx";
import { TONE_TEXT } from "#components/ui/tone.ts";
import type { JobRow } from "#lib/protocol/jobs.ts";
import { jobHref } from "./job-href.ts";
import { ProgressCell } from "./progress-cell.tsx";
import { StateMark, toneOfState } from "./state-mark.tsx";

/** State and name: the columns that no layout leaves out. A cell may not span more, or it would make columns of its own. */
const ALWAYS_SHOWN = 2;

/**
 * One row; the link in the name cell covers it whole. A row that is not loaded yet keeps its place.
 * Memoised: scrolling renders the table at each frame, and without it all rows in view with it (a frame of 10,000 jobs
 * took 89 ms at the median in a headless browser).
 */
export const JobTableRow = memo(function JobTableRow({
  index,
  row,
  heightPx,
  showNamespace,
}: {
  index: number;
  row: JobRow | undefined;
  heightPx: number;
  showNamespace: boolean;
}) {
  const t = useTranslations("jobs");
  if (row === undefined) {
    return (
      <tr aria-rowindex={index + 2} style={{ height: heightPx }} className="border-b border-line">
        <td colSpan={ALWAYS_SHOWN} className="px-2">
          <div
            role="img"
            aria-label={t("loadingRow")}
            className="appear-late h-3 w-1/2 rounded-sm bg-hover"
          />
        </td>
      </tr>
    );
  }
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      style={{ height: heightPx }}
      className="relative border-b border-line hover:bg-hover focus-within:bg-hover"
    >
      <td className="truncate px-2">
        <StateMark state={row.state} />
      </td>
      <NameCell row={row} showNamespace={showNamespace} />
      <td className="truncate px-2 max-lg:hidden" title={`${row.runtime} (${row.runtimeKind})`}>
        {row.runtime}
      </td>
      <td className="truncate px-2 max-md:hidden">
        <ProgressCell row={row} />
      </td>
      <td className="px-2 max-lg:hidden">{nodesText(row)}</td>
      <td className="truncate px-2 max-xl:hidden">{row.queue}</td>
      <td className="truncate px-2">
        <ManagerMarks managers={row.managers} />
      </td>
      <td className="px-2 text-muted">
        <Age time={row.createdAt} />
      </td>
    </tr>
  );
});

function NameCell({ row, showNamespace }: { row: JobRow; showNamespace: boolean }) {
  const t = useTranslations("jobs");
  return (
    <td className="px-2">
      <div className="flex min-w-0 items-center gap-2">
        <Link
          href={jobHref(row)}
          prefetch={false}
          className="truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {row.name}
        </Link>
        {showNamespace && (
          <span className="truncate text-muted max-lg:hidden">{row.namespace}</span>
        )}
        {row.stuck === true && (
          <span
            title={t("stuckHint")}
            className="flex shrink-0 items-center gap-1 text-xs text-warn"
          >
            <TriangleAlert aria-hidden className="size-3.5" />
            {t("stuck")}
          </span>
        )}
      </div>
      <div
        className={clsx(
          "truncate text-xs md:hidden",
          row.reason === undefined ? "text-muted" : TONE_TEXT[toneOfState(row.state)],
        )}
      >
        {row.reason ?? (showNamespace ? row.namespace : row.runtime)}
      </div>
    </td>
  );
}

function nodesText({ nodes, procPerNode }: JobRow): string {
  if (nodes === undefined) return "";
  return procPerNode === undefined ? String(nodes) : `${nodes}×${procPerNode}`;
}
