"use client";
import clsx from "clsx";
import { useTranslations } from "use-intl";
import { useUrlState } from "#components/shell/url-state.ts";
import type { JobList } from "#lib/protocol/jobs.ts";
import { JOB_STATES } from "#lib/status/job-state.ts";
import { toggleInList } from "./list-query.ts";
import { StateMark } from "./state-mark.tsx";

/** Counts per state that are also filters. States without jobs are left out unless they are chosen. */
export function StateChips({ counts }: { counts: JobList["counts"] | undefined }) {
  const t = useTranslations("jobs");
  const [params, setUrl] = useUrlState();
  const chosen = params.get("state");
  const shown = JOB_STATES.filter(
    (state) => (counts?.[state] ?? 0) > 0 || (chosen ?? "").split(",").includes(state),
  );
  return (
    <fieldset
      aria-label={t("counts")}
      className="flex min-h-10 shrink-0 items-center gap-1 overflow-x-auto px-3 py-1"
    >
      {shown.map((state) => {
        const isChosen = (chosen ?? "").split(",").includes(state);
        return (
          <button
            key={state}
            type="button"
            aria-pressed={isChosen}
            onClick={() => setUrl({ state: toggleInList(chosen, state) }, "push")}
            className={clsx(
              "flex h-7 shrink-0 items-center gap-2 rounded-md border px-2 hover:bg-hover",
              isChosen ? "border-accent bg-accent-soft" : "border-line",
            )}
          >
            <StateMark state={state} />
            <span className="font-medium">{counts?.[state] ?? 0}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
