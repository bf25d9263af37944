"use client";
import { Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { StateMark } from "./state-mark.tsx";
import { SuspendButton } from "./suspend-button.tsx";

export function JobHeader({ detail, onAppend }: { detail: JobDetail; onAppend: () => void }) {
  const t = useTranslations("job");
  const { row, rights } = detail;
  const runtimeNamespace = row.runtimeKind === "TrainingRuntime" ? row.namespace : "-";
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 px-3 pt-2 pb-1">
      <h1 className="truncate text-lg font-semibold">{row.name}</h1>
      <StateMark state={row.state} />
      {row.nodes !== undefined && (
        <span className="text-muted">
          {row.procPerNode === undefined
            ? t("nodes", { nodes: row.nodes })
            : t("nodesByProc", { nodes: row.nodes, proc: String(row.procPerNode) })}
        </span>
      )}
      <Link
        href={`/runtimes/${runtimeNamespace}/${encodeURIComponent(row.runtime)}`}
        className="truncate text-accent hover:underline"
        title={row.runtimeKind}
      >
        {row.runtime}
      </Link>
      <div className="ml-auto flex gap-2">
        <SuspendButton detail={detail} />
        <Button
          variant="primary"
          onClick={onAppend}
          disabled={!rights.patch}
          title={rights.patch ? undefined : t("appendForbidden")}
        >
          <Plus aria-hidden className="size-4" />
          {t("append")}
        </Button>
      </div>
    </div>
  );
}
