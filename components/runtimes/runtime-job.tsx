"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { longestTrainJobName } from "#lib/impact/check-pods.ts";
import { type ContainerSummary, type JobSummary, podFacts } from "#lib/impact/runtime-summary.ts";
import type { Json } from "#lib/util/json.ts";

/** One job of the template: what fills it, its containers, its volumes. */
export function RuntimeJob({ job }: { job: JobSummary }) {
  const t = useTranslations("runtimes.summary");
  return (
    <section className="rounded-md border border-line">
      <header className="flex flex-wrap items-baseline gap-x-3 border-b border-line bg-panel px-3 py-1.5">
        <h3 className="font-semibold">{t("job", { name: job.name })}</h3>
        <span className="text-muted">{useStepWords(job)}</span>
        {job.dependsOn.length > 0 && (
          <span className="text-muted">{t("after", { names: job.dependsOn.join(", ") })}</span>
        )}
      </header>
      {job.containers.map((container) => (
        <Container key={container.pointer} container={container} />
      ))}
      <Facts>
        {job.volumes.length > 0 && (
          <Fact name={t("volumes")}>
            <Lines items={job.volumes.map(({ name, source }) => `${name}: ${source}`)} />
          </Fact>
        )}
        {podFacts(job).map(({ name, value }) => (
          <Fact key={name} name={name}>
            <Mono>{valueText(value)}</Mono>
          </Fact>
        ))}
        <Fact name={t("pod")}>
          {t("nameLimit", { count: Math.max(0, longestTrainJobName(job.name, undefined)) })}
        </Fact>
      </Facts>
    </section>
  );
}

const STEPS = ["trainer", "dataset-initializer", "model-initializer"] as const;

function useStepWords({ ancestor }: JobSummary): string {
  const t = useTranslations("runtimes.summary.ancestors");
  if (ancestor === undefined) return t("none");
  const step = STEPS.find((one) => one === ancestor);
  return step === undefined ? t("unknown", { value: ancestor }) : t(step);
}

function Container({ container }: { container: ContainerSummary }) {
  const t = useTranslations("runtimes.summary");
  const { name, isInit, image, command, resources, env, ports, mounts } = container;
  return (
    <div className="border-b border-line">
      <h4 className="px-3 pt-2 font-medium">
        {t("container")} {name}{" "}
        {isInit && <span className="text-muted">({t("initContainer")})</span>}
      </h4>
      <Facts>
        <Fact name={t("image")}>
          {image === undefined || image === "" ? t("noImage") : <Mono>{image}</Mono>}
        </Fact>
        <Fact name={t("command")}>
          {command.length === 0 ? t("noCommand") : <Mono>{command.join(" ")}</Mono>}
        </Fact>
        {resources.length > 0 && (
          <Fact name={t("resources")}>
            <Lines items={resources.map((one) => `${one.name} ${one.amount}`)} />
          </Fact>
        )}
        {env.length > 0 && (
          <Fact name={t("env")}>
            <Lines items={env.map((one) => `${one.name}=${valueText(one.value)}`)} />
          </Fact>
        )}
        {ports.length > 0 && (
          <Fact name={t("ports")}>
            <Lines
              items={ports.map((port) =>
                [port["containerPort"], port["name"]]
                  .filter((part) => part !== undefined)
                  .join(" "),
              )}
            />
          </Fact>
        )}
        {mounts.length > 0 && (
          <Fact name={t("mounts")}>
            <Lines items={mounts.map((mount) => `${mount.path}: ${mount.name}`)} />
          </Fact>
        )}
      </Facts>
    </div>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid gap-x-3 gap-y-0.5 px-3 py-2 sm:grid-cols-[104px_minmax(0,1fr)]">
      {children}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words max-sm:mb-1">{children}</dd>
    </>
  );
}

function Mono({ children }: { children: ReactNode }) {
  return <code className="font-mono text-xs break-all whitespace-pre-wrap">{children}</code>;
}

function Lines({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {[...new Set(items)].map((item) => (
        <li key={item}>
          <Mono>{item}</Mono>
        </li>
      ))}
    </ul>
  );
}

function valueText(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}
