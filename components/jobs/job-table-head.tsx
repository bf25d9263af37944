"use client";
import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "use-intl";
import { useUrlState } from "#components/shell/url-state.ts";
import { JOB_SORTS } from "#lib/protocol/jobs.ts";
import { nextSort } from "./list-query.ts";

type Column = {
  readonly id: "state" | "name" | "runtime" | "progress" | "nodes" | "queue" | "overrides" | "age";
  readonly className: string;
};

/** Widths of the columns; the narrow layout keeps state, name, overrides and age. */
const COLUMNS: readonly Column[] = [
  { id: "state", className: "w-32 max-md:w-28" },
  { id: "name", className: "w-auto" },
  { id: "runtime", className: "w-44 max-lg:hidden" },
  { id: "progress", className: "w-64 max-xl:w-48 max-md:hidden" },
  { id: "nodes", className: "w-16 max-lg:hidden" },
  { id: "queue", className: "w-32 max-xl:hidden" },
  { id: "overrides", className: "w-36 max-lg:w-28 max-md:w-24" },
  { id: "age", className: "w-16 max-md:w-14" },
];

export function JobTableHead() {
  const t = useTranslations("jobs");
  const [params, setUrl] = useUrlState();
  const sort = params.get("sort") ?? undefined;
  return (
    <thead className="sticky top-0 z-10 bg-canvas">
      <tr>
        {COLUMNS.map(({ id, className }) => {
          const direction =
            sort === id ? "ascending" : sort === `-${id}` ? "descending" : undefined;
          const canSort = JOB_SORTS.some((each) => each === id);
          return (
            <th
              key={id}
              scope="col"
              aria-sort={direction}
              className={clsx(
                "h-7 px-2 text-left text-xs font-medium text-muted shadow-[inset_0_-1px_var(--line)]",
                className,
              )}
            >
              {canSort ? (
                <button
                  type="button"
                  className="inline-flex items-center gap-1 hover:text-ink"
                  onClick={() => setUrl({ sort: nextSort(sort, id) }, "push")}
                >
                  {t(`columns.${id}`)}
                  {direction === "ascending" && <ArrowUp aria-hidden className="size-3" />}
                  {direction === "descending" && <ArrowDown aria-hidden className="size-3" />}
                </button>
              ) : (
                t(`columns.${id}`)
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
