"use client";
import { useQuery } from "@tanstack/react-query";
import { Boxes } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "use-intl";
import { Age } from "#components/shell/age.tsx";
import { focusRow } from "#components/shell/focus-row.ts";
import { Hotkeys } from "#components/shell/hotkeys.tsx";
import { ProblemScreen } from "#components/shell/problem-screen.tsx";
import { useUrlState } from "#components/shell/url-state.ts";
import { Badge } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Input } from "#components/ui/field.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Table, Td, Th } from "#components/ui/table.tsx";
import type { RuntimeRow } from "#lib/protocol/runtimes.ts";
import { runtimeListOptions } from "#lib/queries/runtimes.ts";

export function RuntimesScreen() {
  const t = useTranslations("runtimes");
  const [params, setUrl] = useUrlState();
  const { data, error, refetch } = useQuery(
    runtimeListOptions(params.get("namespace") ?? undefined),
  );
  const search = params.get("q") ?? "";
  const rows = (data?.items ?? []).filter((row) => isMatch(row, search.toLowerCase()));
  return (
    <>
      <Hotkeys bindings={{ j: () => focusRow(1), k: () => focusRow(-1) }} />
      <div className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line px-3 py-2">
        <h1 className="text-lg font-semibold">{t("title")}</h1>
        <Input
          type="search"
          aria-label={t("search")}
          placeholder={`/  ${t("search")}`}
          className="w-72"
          value={search}
          onChange={({ target }) => setUrl({ q: target.value })}
        />
        <span role="status" className="ml-auto text-muted">
          {data !== undefined && t("total", { count: rows.length })}
        </span>
      </div>
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={8} label={t("title")} />
        ) : (
          <ProblemScreen error={error} onRetry={() => void refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<Boxes aria-hidden />}
          title={data.items.length === 0 ? t("emptyTitle") : t("filteredTitle")}
        >
          {data.items.length === 0 ? t("empty") : t("filtered")}
        </EmptyState>
      ) : (
        <div className="min-h-0 flex-1 overflow-auto">
          <RuntimeTable rows={rows} />
        </div>
      )}
    </>
  );
}

function isMatch({ name, framework, policy, namespace }: RuntimeRow, needle: string): boolean {
  return [name, framework, policy, namespace].some(
    (text) => text?.toLowerCase().includes(needle) === true,
  );
}

function RuntimeTable({ rows }: { rows: readonly RuntimeRow[] }) {
  const t = useTranslations("runtimes");
  return (
    <Table caption={t("title")}>
      <thead>
        <tr>
          <Th>{t("columns.name")}</Th>
          <Th className="max-md:hidden">{t("columns.kind")}</Th>
          <Th className="max-md:hidden">{t("columns.framework")}</Th>
          <Th>{t("columns.policy")}</Th>
          <Th className="max-lg:hidden">{t("columns.jobs")}</Th>
          <Th>{t("columns.usedBy")}</Th>
          <Th className="max-sm:hidden">{t("columns.age")}</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.uid} className="hover:bg-hover">
            <Td>
              <Link
                href={`/runtimes/${row.namespace ?? "-"}/${encodeURIComponent(row.name)}`}
                prefetch={false}
                className="font-medium break-words hover:underline"
              >
                {row.name}
              </Link>{" "}
              {row.deprecated && <Badge tone="warn">{t("deprecated")}</Badge>}
              <div className="text-xs text-muted md:hidden">{row.namespace ?? t("cluster")}</div>
            </Td>
            <Td className="max-md:hidden">
              {row.kind} <span className="text-muted">{row.namespace ?? t("cluster")}</span>
            </Td>
            <Td className="max-md:hidden">{row.framework}</Td>
            <Td>{row.policy}</Td>
            <Td className="max-lg:hidden">{row.jobs.join(", ")}</Td>
            <Td>{t("usedBy", row.usedBy)}</Td>
            <Td className="text-muted max-sm:hidden">
              <Age time={row.createdAt} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
