"use client";
import { useTranslations } from "use-intl";
import { Table, Td, Th } from "#components/ui/table.tsx";
import type { Injection, RuntimeInjections } from "#lib/impact/runtime-injections.ts";
import { SAMPLE_NAME } from "#lib/impact/sample-job.ts";

/** What policies, gang and controller add to TrainJobs of the runtime. */
export function InjectionTable({ found }: { found: RuntimeInjections }) {
  const t = useTranslations("runtimes.injected");
  const hasFailed = found.diagnostics.some(({ severity }) => severity === "error");
  return (
    <section className="flex flex-col gap-1">
      <h2 className="font-semibold">{t("title")}</h2>
      <p className="text-muted">{hasFailed ? t("failed") : t("hint", { name: SAMPLE_NAME })}</p>
      {!hasFailed && found.injections.length === 0 && <p>{t("none")}</p>}
      {found.injections.length > 0 && (
        <Table caption={t("title")}>
          <thead>
            <tr>
              <Th>{t("source")}</Th>
              <Th>{t("where")}</Th>
              <Th>{t("what")}</Th>
              <Th>{t("value")}</Th>
            </tr>
          </thead>
          <tbody>
            {found.injections.map((injection) => (
              <InjectionRow key={keyOf(injection)} injection={injection} />
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

function InjectionRow({ injection }: { injection: Injection }) {
  const t = useTranslations("runtimes.injected");
  const { source, kind, name, job, container, value } = injection;
  const where = [job, container].filter((part) => part !== undefined).join(" / ");
  return (
    <tr>
      <Td>{source}</Td>
      <Td className="whitespace-nowrap">
        {where === "" ? (kind === "object" ? "" : t("whole")) : where}
      </Td>
      <Td className="max-w-72 break-words">{t(`kinds.${kind}`, { name })}</Td>
      <Td className="max-w-96 font-mono text-xs break-all text-muted">
        {value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value)}
      </Td>
    </tr>
  );
}

function keyOf({ source, kind, name, job, container }: Injection): string {
  return [source, kind, name, job, container].join("\n");
}
