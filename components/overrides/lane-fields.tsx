"use client";
import { useTranslations } from "use-intl";
import { Field, Input, Select } from "#components/ui/field.tsx";
import { readEntries } from "#lib/dialect/read-entries.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { type AppendDraft, startText } from "./append-draft.ts";

export type LaneChoice = { readonly draft: AppendDraft; readonly isConfirmed: boolean };

/** Where the entry goes: lane, kind, targets, time. What a dialect does not have is not asked. */
export function LaneFields({
  detail,
  draft,
  jobs,
  namesTargets,
  isConfirmed,
  onManager,
  onChange,
  onConfirm,
  onRestart,
}: {
  detail: JobDetail;
  draft: AppendDraft;
  jobs: readonly string[];
  /** The YAML names its own targets. */
  namesTargets: boolean;
  isConfirmed: boolean;
  onManager: (manager: string) => void;
  onChange: (draft: AppendDraft) => void;
  onConfirm: (isConfirmed: boolean) => void;
  /** The draft with another text to begin with. */
  onRestart: (draft: AppendDraft) => void;
}) {
  const t = useTranslations("append");
  const isHistory = detail.dialect === "templateOverrides";
  const hasManagers = isHistory || detail.dialect === "runtimePatches";
  if (!hasManagers) return <p className="px-3 py-2 text-muted">{t("managerOwnerless")}</p>;
  const isForeign = !detail.rights.managers.includes(draft.manager);
  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t("manager")}>
          <Select
            value={draft.manager}
            onChange={({ target }) => onManager(target.value)}
            className="max-w-80"
          >
            {managersFor(detail, draft.manager).map((manager) => (
              <option key={manager} value={manager}>
                {manager}
              </option>
            ))}
          </Select>
        </Field>
        {isHistory && (
          <KindChoice
            draft={draft}
            onChoose={(kind) => {
              const text = startText(detail.dialect, kind, jobs[0] ?? "");
              const isFresh = draft.text === startText(detail.dialect, draft.kind, jobs[0] ?? "");
              const next = { ...draft, kind };
              if (isFresh || draft.text.trim() === "") onRestart({ ...next, text });
              else onChange(next);
            }}
          />
        )}
      </div>
      {isForeign && (
        <label className="flex items-center gap-2 text-warn">
          <input
            type="checkbox"
            checked={isConfirmed}
            onChange={({ target }) => onConfirm(target.checked)}
          />
          {t("confirmForeign")}
          <span className="text-muted">{t("foreignHint", { manager: draft.manager })}</span>
        </label>
      )}
      {isHistory && (
        <TargetChoice draft={draft} jobs={jobs} namesTargets={namesTargets} onChange={onChange} />
      )}
      {isHistory && (
        <details>
          <summary className="text-xs text-muted">{t("time")}</summary>
          <div className="mt-2">
            <Field label={t("time")} hint={t("timeHint")}>
              <Input
                value={draft.time}
                spellCheck={false}
                placeholder="2026-03-18T10:05:00Z"
                className="w-56 font-mono text-xs"
                onChange={({ target }) => onChange({ ...draft, time: target.value })}
              />
            </Field>
          </div>
        </details>
      )}
    </div>
  );
}

/** One's own lanes; with the right to, also those that the job has. */
function managersFor({ rights, trainJob, dialect }: JobDetail, chosen: string): readonly string[] {
  const others = rights.anyManager
    ? readEntries(trainJob, dialect).flatMap(({ manager }) => manager ?? [])
    : [];
  return [...new Set([...rights.managers, ...others, chosen])].filter((each) => each !== "");
}

function KindChoice({
  draft,
  onChoose,
}: {
  draft: AppendDraft;
  onChoose: (kind: "job" | "pod") => void;
}) {
  const t = useTranslations("append");
  return (
    <fieldset className="flex h-8 items-center gap-3">
      <legend className="sr-only">{t("kind")}</legend>
      {(["pod", "job"] as const).map((kind) => (
        <label key={kind} className="flex items-center gap-1.5">
          <input
            type="radio"
            name="append-kind"
            checked={draft.kind === kind}
            onChange={() => onChoose(kind)}
          />
          {t(`kinds.${kind}`)}
        </label>
      ))}
    </fieldset>
  );
}

function TargetChoice({
  draft,
  jobs,
  namesTargets,
  onChange,
}: {
  draft: AppendDraft;
  jobs: readonly string[];
  namesTargets: boolean;
  onChange: (draft: AppendDraft) => void;
}) {
  const t = useTranslations("append");
  const toggle = (name: string, isOn: boolean) =>
    onChange({
      ...draft,
      targets: isOn ? [...draft.targets, name] : draft.targets.filter((each) => each !== name),
    });
  if (namesTargets) return <p className="text-muted">{t("targetsInYaml")}</p>;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <legend className="float-left mr-3 text-xs font-medium text-muted">{t("target")}</legend>
      {[...new Set([...jobs, ...draft.targets])].map((name) => (
        <label key={name} className="flex items-center gap-1.5">
          <input
            type="checkbox"
            checked={draft.targets.includes(name)}
            onChange={({ target }) => toggle(name, target.checked)}
          />
          {name}
        </label>
      ))}
      {jobs.length === 0 && <span className="text-muted">{t("unknownJobs")}</span>}
      {draft.targets.length === 0 && (
        <span className="text-muted">
          {draft.kind === "job" ? t("targetJobSet") : t("targetNone")}
        </span>
      )}
    </fieldset>
  );
}
