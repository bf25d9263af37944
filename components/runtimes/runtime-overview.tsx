"use client";
import { useTranslations } from "use-intl";
import { ObjectYaml } from "#components/preview/object-yaml.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { checkRuntime } from "#lib/impact/check-runtime.ts";
import { runtimeInjections } from "#lib/impact/runtime-injections.ts";
import { summarizeJobs } from "#lib/impact/runtime-summary.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { RuntimeRow } from "#lib/protocol/runtimes.ts";
import type { TrainerVersion } from "#lib/render/index.ts";
import { InjectionTable } from "./injection-table.tsx";
import { PolicyWords } from "./policy-words.tsx";
import { RuntimeChecks } from "./runtime-checks.tsx";
import { RuntimeJob } from "./runtime-job.tsx";

/** The runtime in words beside the runtime as stored. */
export function RuntimeOverview({
  runtime,
  row,
  version,
}: {
  runtime: KubeObject;
  row: RuntimeRow;
  version: TrainerVersion;
}) {
  const t = useTranslations("runtimes");
  return (
    <div className="flex min-h-full flex-col lg:h-full lg:min-h-0 lg:flex-row">
      <div className="flex min-w-0 flex-col gap-5 p-3 lg:min-h-0 lg:flex-3 lg:overflow-auto">
        {row.deprecated && (
          <Notice tone="warn" title={t("deprecatedTitle")}>
            {t("deprecatedHint")}
          </Notice>
        )}
        <RuntimeChecks title={t("checks.title")} findings={checkRuntime(runtime, version)} />
        <section className="flex flex-col gap-3">
          <h2 className="font-semibold">{t("summary.title")}</h2>
          <PolicyWords runtime={runtime} />
          {summarizeJobs(runtime).map((job) => (
            <RuntimeJob key={job.pointer} job={job} />
          ))}
        </section>
        <InjectionTable found={runtimeInjections(runtime, version)} />
      </div>
      <div className="flex h-[70vh] min-w-0 flex-col border-line max-lg:border-t lg:h-auto lg:min-h-0 lg:flex-2 lg:border-l">
        <h2 className="shrink-0 px-3 pt-2 font-semibold">{t("yaml")}</h2>
        <div className="min-h-0 flex-1">
          <ObjectYaml object={runtime} title={t("yaml")} />
        </div>
      </div>
    </div>
  );
}
