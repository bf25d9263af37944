"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl";
import { ObjectYaml } from "#components/preview/object-yaml.tsx";
import { Hotkeys } from "#components/shell/hotkeys.tsx";
import { ProblemScreen } from "#components/shell/problem-screen.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { KubeObject } from "#lib/k8s/object.ts";
import { runtimeDetailOptions } from "#lib/queries/runtimes.ts";

export function RuntimeScreen({
  namespace,
  name,
}: {
  namespace: string | undefined;
  name: string;
}) {
  const t = useTranslations("runtimes");
  const router = useRouter();
  const { data, error, refetch } = useQuery(runtimeDetailOptions({ namespace, name }));
  if (data === undefined) {
    return (
      <>
        <h1 className="sr-only">{name}</h1>
        {error === null ? (
          <Skeleton rows={8} label={name} />
        ) : (
          <ProblemScreen error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  const { row } = data;
  return (
    <>
      <Hotkeys bindings={{ esc: () => router.push("/runtimes") }} />
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2">
        <h1 className="text-lg font-semibold">{row.name}</h1>
        <span className="text-muted">
          {row.kind}, {row.namespace ?? t("cluster")}
        </span>
        {row.framework !== undefined && <Badge>{row.framework}</Badge>}
        <Badge>{row.policy}</Badge>
        {row.deprecated && <Badge tone="warn">{t("deprecated")}</Badge>}
        <span className="text-muted">{row.jobs.join(", ")}</span>
        <Link
          href={`/jobs?runtime=${encodeURIComponent(row.name)}`}
          className="ml-auto text-accent hover:underline"
        >
          {t("jobsUsing")}: {t("usedBy", row.usedBy)}
        </Link>
      </div>
      <div className="min-h-0 flex-1">
        <ObjectYaml object={withoutManagedFields(data.runtime)} title={t("yaml")} />
      </div>
    </>
  );
}

function withoutManagedFields(object: KubeObject): KubeObject {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata };
}
