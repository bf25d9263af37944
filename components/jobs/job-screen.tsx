"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslations } from "use-intl";
import { SequenceNotice } from "#components/overrides/sequence-notice.tsx";
import { Hotkeys } from "#components/shell/hotkeys.tsx";
import { ProblemScreen } from "#components/shell/problem-screen.tsx";
import { useUrlState } from "#components/shell/url-state.ts";
import { Announcer } from "#components/ui/announcer.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { isAppError } from "#lib/errors/app-error.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { jobDetailOptions } from "#lib/queries/jobs.ts";
import { useLiveTopic } from "#lib/react/live-provider.tsx";
import { JobHeader } from "./job-header.tsx";
import { JobOverview } from "./job-overview.tsx";

const OverridesTab = lazy(async () => {
  const { OverridesTab: component } = await import("#components/timeline/overrides-tab.tsx");
  return { default: component };
});
const EffectiveTab = lazy(async () => {
  const { EffectiveTab: component } = await import("#components/preview/effective-tab.tsx");
  return { default: component };
});
const JobYaml = lazy(async () => {
  const { JobYaml: component } = await import("./job-yaml.tsx");
  return { default: component };
});
const AppendSheet = lazy(async () => {
  const { AppendSheet: component } = await import("#components/overrides/append-sheet.tsx");
  return { default: component };
});

const TABS = ["overview", "overrides", "effective", "yaml"] as const;
type Tab = (typeof TABS)[number];

export function JobScreen({ namespace, name }: { namespace: string; name: string }) {
  const t = useTranslations("job");
  const { data, error, refetch } = useQuery(jobDetailOptions({ namespace, name }));
  useLiveTopic(`job:${namespace}/${name}`);
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
  return (
    <>
      {isAppError(error, "NOT_FOUND") && (
        <Notice tone="warn" role="alert" title={t("goneTitle")}>
          {t("gone")}
        </Notice>
      )}
      <LoadedJob detail={data} />
    </>
  );
}

function LoadedJob({ detail }: { detail: JobDetail }) {
  const t = useTranslations("job");
  const [params, setUrl] = useUrlState();
  const router = useRouter();
  const tab = TABS.find((each) => each === params.get("tab")) ?? "overview";
  const isAppending = params.get("append") !== null;
  const openAppend = () => setUrl({ append: "1" }, "push");
  const entries = detail.row.managers.reduce((sum, { entries: count }) => sum + count, 0);
  const pane = (content: () => ReactNode) => () => (
    <Suspense fallback={<Skeleton rows={8} label={detail.row.name} />}>{content()}</Suspense>
  );
  return (
    <>
      <JobHeader detail={detail} onAppend={openAppend} />
      <Announcer />
      {!isAppending && <SequenceNotice detail={detail} onShow={openAppend} />}
      <Tabs<Tab>
        fill
        label={t("tabs.label")}
        value={tab}
        onChange={(next) => setUrl({ tab: next === "overview" ? undefined : next }, "push")}
        items={[
          {
            id: "overview",
            label: t("tabs.overview"),
            content: () => <JobOverview detail={detail} />,
          },
          {
            id: "overrides",
            label: (
              <>
                {t("tabs.overrides")} <span className="text-muted">{entries}</span>
              </>
            ),
            content: pane(() => <OverridesTab detail={detail} onAppend={openAppend} />),
          },
          {
            id: "effective",
            label: t("tabs.effective"),
            content: pane(() => <EffectiveTab detail={detail} />),
          },
          {
            id: "yaml",
            label: t("tabs.yaml"),
            content: pane(() => <JobYaml trainJob={detail.trainJob} />),
          },
        ]}
      />
      <Hotkeys
        bindings={{
          a: detail.rights.patch ? openAppend : undefined,
          esc: () => router.push(`/jobs?namespace=${detail.row.namespace}`),
        }}
      />
      {isAppending && (
        <Suspense>
          <AppendSheet
            key={detail.row.uid}
            detail={detail}
            lane={params.get("lane") ?? undefined}
            onClose={() => setUrl({ append: undefined, lane: undefined })}
          />
        </Suspense>
      )}
    </>
  );
}
