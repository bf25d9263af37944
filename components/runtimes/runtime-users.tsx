"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "use-intl";
import { jobHref } from "#components/jobs/job-href.ts";
import { StateMark } from "#components/jobs/state-mark.tsx";
import { Age } from "#components/shell/age.tsx";
import { focusRow } from "#components/shell/focus-row.ts";
import { Hotkeys } from "#components/shell/hotkeys.tsx";
import { ProblemScreen } from "#components/shell/problem-screen.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Table, Td, Th } from "#components/ui/table.tsx";
import type { JobRow } from "#lib/protocol/jobs.ts";
import type { RuntimeRow } from "#lib/protocol/runtimes.ts";
import { jobListOptions } from "#lib/queries/jobs.ts";
import { useLiveTopic } from "#lib/react/live-provider.tsx";

const SHOWN = 200;

/** The TrainJobs of the runtime that the person may see, live. */
export function RuntimeUsers({ row }: { row: RuntimeRow }) {
  const t = useTranslations("runtimes");
  const { namespace, name, kind } = row;
  useLiveTopic(namespace === undefined ? "jobs" : `jobs:${namespace}`);
  const { data, error, refetch } = useQuery(
    jobListOptions({
      ...(namespace === undefined ? {} : { namespace }),
      runtime: name,
      pageSize: SHOWN,
      page: 0,
    }),
  );
  if (data === undefined)
    return error === null ? (
      <Skeleton rows={8} label={t("jobsUsing")} />
    ) : (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    );
  // The list goes by the runtime's name, which runtimes of both kinds may have.
  const rows = data.items.filter(({ runtimeKind }) => runtimeKind === kind);
  const search = new URLSearchParams({
    ...(namespace === undefined ? {} : { namespace }),
    runtime: name,
  });
  return (
    <>
      <Hotkeys bindings={{ j: () => focusRow(1), k: () => focusRow(-1) }} />
      <div className="flex items-center gap-3 px-3 py-2">
        <Link href={`/jobs?${search}`} className="text-accent hover:underline">
          {t("users.openList")}
        </Link>
        {data.total > data.items.length && (
          <span className="text-muted">
            {t("users.more", { shown: data.items.length, total: data.total })}
          </span>
        )}
      </div>
      {rows.length === 0 ? <p className="px-3 py-2">{t("users.none")}</p> : <Users rows={rows} />}
    </>
  );
}

function Users({ rows }: { rows: readonly JobRow[] }) {
  const t = useTranslations("runtimes");
  return (
    <Table caption={t("jobsUsing")}>
      <thead>
        <tr>
          <Th>{t("users.state")}</Th>
          <Th>{t("users.name")}</Th>
          <Th className="max-sm:hidden">{t("users.namespace")}</Th>
          <Th className="max-sm:hidden">{t("users.nodes")}</Th>
          <Th>{t("users.age")}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.uid} className="hover:bg-hover focus-within:bg-hover">
            <Td className="whitespace-nowrap">
              <StateMark state={row.state} />
            </Td>
            <Td>
              <Link
                href={jobHref(row)}
                prefetch={false}
                className="font-medium break-all hover:underline"
              >
                {row.name}
              </Link>
            </Td>
            <Td className="max-sm:hidden">{row.namespace}</Td>
            <Td className="max-sm:hidden">{row.nodes}</Td>
            <Td className="text-muted">
              <Age time={row.createdAt} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
