"use client";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { Inbox, ListFilter, LockKeyhole } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ProblemScreen } from "#components/shell/problem-screen.tsx";
import { useUrlState } from "#components/shell/url-state.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { JobList, JobRow } from "#lib/protocol/jobs.ts";
import { jobListOptions } from "#lib/queries/jobs.ts";
import { namespacesOptions } from "#lib/queries/session.ts";
import { useLiveTopic } from "#lib/react/live-provider.tsx";
import { clearFilters } from "./clear-filters.ts";
import { JobTable } from "./job-table.tsx";
import { JobsFilters } from "./jobs-filters.tsx";
import { isFiltered, PAGE_SIZE, pagesFor, toListQuery } from "./list-query.ts";
import { StateChips } from "./state-chips.tsx";

export function JobsScreen() {
  const t = useTranslations("jobs");
  const [params] = useUrlState();
  const namespace = params.get("namespace") ?? undefined;
  useLiveTopic(namespace === undefined ? "jobs" : `jobs:${namespace}`);
  const [pages, setPages] = useState<readonly number[]>([0]);
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...jobListOptions(toListQuery(params, page)),
      placeholderData: keepPreviousData<JobList>,
    })),
  });
  const first = answers[0];
  const rows = new Map<number, JobRow>();
  for (const [index, { data }] of answers.entries()) {
    const start = (pages[index] ?? 0) * PAGE_SIZE;
    for (const [offset, row] of (data?.items ?? []).entries()) rows.set(start + offset, row);
  }
  return (
    <>
      <h1 className="sr-only">{t("title")}</h1>
      <StateChips counts={first?.data?.counts} />
      <JobsFilters list={first?.data} />
      {first?.error != null && first.data === undefined ? (
        <ProblemScreen error={first.error} onRetry={() => void first.refetch()} />
      ) : first?.data === undefined ? (
        <Skeleton rows={12} label={t("title")} />
      ) : (
        <>
          <StaleNotice list={first.data} />
          {first.data.total === 0 ? (
            <NothingHere namespace={namespace} filtered={isFiltered(params)} />
          ) : (
            <JobTable
              key={namespace ?? ""}
              total={first.data.total}
              rows={rows}
              showNamespace={namespace === undefined}
              onRange={(start, end) => {
                const next = pagesFor(start, end);
                if (next.join() !== pages.join()) setPages(next);
              }}
            />
          )}
        </>
      )}
    </>
  );
}

function StaleNotice({ list }: { list: JobList }) {
  const t = useTranslations("jobs");
  if (list.fresh.state !== "stale") return undefined;
  return (
    <Notice
      tone="warn"
      role="status"
      title={
        list.fresh.since === undefined
          ? t("staleNoticeNoTime")
          : t("staleNotice", { time: list.fresh.since })
      }
    />
  );
}

function NothingHere({
  namespace,
  filtered,
}: {
  namespace: string | undefined;
  filtered: boolean;
}) {
  const t = useTranslations("jobs");
  const { data } = useQuery(namespacesOptions());
  if (namespace !== undefined && data?.namespaces.includes(namespace) === false) {
    return (
      <EmptyState icon={<LockKeyhole aria-hidden />} title={t("forbiddenTitle", { namespace })}>
        {t("forbidden")}
      </EmptyState>
    );
  }
  if (filtered) {
    return (
      <EmptyState
        icon={<ListFilter aria-hidden />}
        title={t("filteredTitle")}
        action={<Button onClick={clearFilters}>{t("clearFilters")}</Button>}
      >
        {t("filtered")}
      </EmptyState>
    );
  }
  if (namespace === undefined && data?.namespaces.length === 0) {
    return (
      <EmptyState icon={<LockKeyhole aria-hidden />} title={t("noNamespaceTitle")}>
        {t("noNamespace")}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<Inbox aria-hidden />} title={t("emptyTitle")}>
      {namespace !== undefined && <p>{t("emptyNamespace", { namespace })}</p>}
      <p>{t("empty")}</p>
    </EmptyState>
  );
}
