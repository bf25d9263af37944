"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslations } from "use-intl";
import { Hotkeys } from "#components/shell/hotkeys.tsx";
import { ProblemScreen } from "#components/shell/problem-screen.tsx";
import { useUrlState } from "#components/shell/url-state.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { RuntimeRow } from "#lib/protocol/runtimes.ts";
import type { Session } from "#lib/protocol/session.ts";
import { type RuntimeRef, runtimeDetailOptions } from "#lib/queries/runtimes.ts";
import { sessionOptions } from "#lib/queries/session.ts";

const RuntimeOverview = lazy(async () => {
  const { RuntimeOverview: component } = await import("./runtime-overview.tsx");
  return { default: component };
});
const RuntimeUsers = lazy(async () => {
  const { RuntimeUsers: component } = await import("./runtime-users.tsx");
  return { default: component };
});
const RuntimeImpact = lazy(async () => {
  const { RuntimeImpact: component } = await import("./runtime-impact.tsx");
  return { default: component };
});

const TABS = ["overview", "jobs", "impact"] as const;
type Tab = (typeof TABS)[number];

export function RuntimeScreen({ namespace, name }: RuntimeRef) {
  const { data, error, refetch } = useQuery(runtimeDetailOptions({ namespace, name }));
  const session = useQuery(sessionOptions());
  if (data === undefined || session.data === undefined) {
    const problem = error ?? (data === undefined ? undefined : session.error);
    return (
      <>
        <h1 className="sr-only">{name}</h1>
        {problem === null || problem === undefined ? (
          <Skeleton rows={8} label={name} />
        ) : (
          <ProblemScreen error={problem} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  const runtime = withoutManagedFields(data.runtime);
  return <LoadedRuntime runtime={runtime} row={data.row} cluster={session.data.cluster} />;
}

function LoadedRuntime({
  runtime,
  row,
  cluster,
}: {
  runtime: KubeObject;
  row: RuntimeRow;
  cluster: Session["cluster"];
}) {
  const t = useTranslations("runtimes");
  const [params, setUrl] = useUrlState();
  const router = useRouter();
  const tab = TABS.find((each) => each === params.get("tab")) ?? "overview";
  const pane = (content: () => ReactNode) => () => (
    <Suspense fallback={<Skeleton rows={8} label={row.name} />}>{content()}</Suspense>
  );
  return (
    <>
      <Hotkeys bindings={{ esc: () => router.push("/runtimes") }} />
      <RuntimeHeader row={row} />
      <Tabs<Tab>
        fill
        label={t("tabs.label")}
        value={tab}
        onChange={(next) => setUrl({ tab: next === "overview" ? undefined : next }, "push")}
        items={[
          {
            id: "overview",
            label: t("tabs.overview"),
            content: pane(() => (
              <RuntimeOverview runtime={runtime} row={row} version={cluster.trainerVersion} />
            )),
          },
          {
            id: "jobs",
            label: (
              <>
                {t("tabs.jobs")} <span className="text-muted">{row.usedBy.total}</span>
              </>
            ),
            content: pane(() => <RuntimeUsers row={row} />),
          },
          {
            id: "impact",
            label: t("tabs.impact"),
            content: pane(() => (
              <RuntimeImpact key={row.uid} runtime={runtime} row={row} cluster={cluster} />
            )),
          },
        ]}
      />
    </>
  );
}

function RuntimeHeader({ row }: { row: RuntimeRow }) {
  const t = useTranslations("runtimes");
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <h1 className="min-w-0 text-lg font-semibold break-all">{row.name}</h1>
      <span className="text-muted">
        {row.kind}, {row.namespace ?? t("cluster")}
      </span>
      {row.framework !== undefined && <Badge>{row.framework}</Badge>}
      {row.framework !== row.policy && <Badge>{row.policy}</Badge>}
      {row.deprecated && <Badge tone="warn">{t("deprecated")}</Badge>}
      <span className="text-muted md:ml-auto">
        {t("columns.usedBy")} {t("usedBy", row.usedBy)}
      </span>
    </div>
  );
}

function withoutManagedFields(object: KubeObject): KubeObject {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata };
}
