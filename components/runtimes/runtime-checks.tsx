"use client";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "use-intl";
import type { RuntimeFinding } from "#lib/impact/runtime-finding.ts";

/** What will fail later, each with the place in the runtime. */
export function RuntimeChecks({
  title,
  findings,
}: {
  title: string;
  findings: readonly RuntimeFinding[];
}) {
  const t = useTranslations("runtimes.checks");
  return (
    <section className="flex flex-col gap-1">
      <h2 className="font-semibold">{title}</h2>
      {findings.length === 0 ? (
        <p className="flex items-center gap-1.5 text-muted">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          {t("none")}
        </p>
      ) : (
        <ul className="flex flex-col">
          {findings.map((finding) => (
            <FindingItem key={`${finding.code} ${finding.path}`} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FindingItem({ finding }: { finding: RuntimeFinding }) {
  const t = useTranslations("runtimes.checks");
  const { code, severity, path, values } = finding;
  const isError = severity === "error";
  const Icon = isError ? CircleAlert : TriangleAlert;
  const tone = isError ? "text-bad" : "text-warn";
  return (
    <li className="flex gap-2 border-b border-line py-1.5">
      <span className={`flex w-28 shrink-0 items-start gap-1.5 ${tone}`}>
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t(severity)}
      </span>
      <span className="min-w-0">
        <span className="break-words">{t(`codes.${code}`, { ...NO_VALUES, ...values })}</span>
        <code className="block font-mono text-xs break-all text-muted">{path}</code>
      </span>
    </li>
  );
}

/** Each finding brings the values that its own sentence needs. */
const NO_VALUES = {
  message: "",
  name: "",
  job: "",
  ancestor: "",
  replicas: "",
  container: "",
  ports: "",
  path: "",
  count: 0,
  length: 0,
};
