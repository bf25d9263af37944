"use client";
import { useTranslations } from "use-intl";
import { Table, Td, Th } from "#components/ui/table.tsx";
import type { Injection, RuntimeInjections } from "#lib/impact/runtime-injections.ts";
import { SAMPLE_NAME } from "#lib/impact/sample-job.ts";
import type { Json } from "#lib/util/json.ts";

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
        {value === undefined ? "" : shortText(value)}
      </Td>
    </tr>
  );
}

/** `fieldRef.fieldPath: metadata.name`: leaves with their way, as far as fits; names that stand beside are left out. */
function shortText(value: Json): string {
  const leaves = leavesOf(value, "").filter(([path]) => path !== "name");
  const text = leaves.map(([path, leaf]) => (path === "" ? leaf : `${path}: ${leaf}`)).join(", ");
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

const SHOWN = 160;

function leavesOf(value: Json | undefined, path: string): readonly (readonly [string, string])[] {
  if (typeof value !== "object" || value === null) return [[path, String(value ?? "")]];
  return Object.entries(value).flatMap(([key, child]) =>
    leavesOf(child, path === "" ? key : `${path}.${key}`),
  );
}

function keyOf({ source, kind, name, job, container }: Injection): string {
  return [source, kind, name, job, container].join("\n");
}
