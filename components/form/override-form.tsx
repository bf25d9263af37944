"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { applyEdit } from "#lib/form/apply-edit.ts";
import { checkForm } from "#lib/form/check-form.ts";
import { fieldVerdict } from "#lib/form/field-verdict.ts";
import { type FormModel, jobsOfForm, NO_PART } from "#lib/form/form-model.ts";
import { JOBS_OF_PATCH, layoutOf } from "#lib/form/layout.ts";
import { FORM_CODES, type ReadForm, readForm } from "#lib/form/read-form.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { joinPointer } from "#lib/util/pointer.ts";
import { jobFactsOf } from "./form-facts.ts";
import { type FormScope, FormScopeContext } from "./form-scope.ts";
import { FormSections } from "./form-sections.tsx";
import { UnknownSection } from "./unknown-section.tsx";

export type OverrideFormProps = {
  readonly detail: JobDetail;
  readonly manager: string;
  readonly kind: "job" | "pod";
  /** Jobs that are chosen beside the text; those in the text count before them. */
  readonly targets: readonly string[];
  readonly text: string;
  readonly onText: (text: string, group: string | undefined) => void;
  readonly onShowYaml: () => void;
};

/** The draft's text as controls; every act of the person is an edit of the text. */
export function OverrideForm(props: OverrideFormProps) {
  const { detail, kind, text } = props;
  const t = useTranslations("form");
  const [chosenPart, setPart] = useState(0);
  const read = readForm(text, { dialect: detail.dialect, kind });
  const { model } = read;
  if (model === undefined) return <Unreadable read={read} onShowYaml={props.onShowYaml} />;
  const partIndex = Math.min(chosenPart, Math.max(model.parts.length - 1, 0));
  const scope = scopeOf(props, model, partIndex);
  const names = jobsOfForm(model);
  return (
    <div className="min-w-0">
      {model.parts.length > 1 && (
        <label className="flex items-center gap-2 px-3 py-2">
          {t("part")}
          <select
            value={partIndex}
            onChange={({ target }) => setPart(Number(target.value))}
            className="h-8 rounded-md border border-line-strong bg-canvas px-2 text-sm"
          >
            {names.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is named by its place
              <option key={index} value={index}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <FormScopeContext value={scope}>
        <FormSections namesTargets={detail.dialect !== "templateOverrides" || names.length > 0} />
      </FormScopeContext>
      <UnknownSection unknown={read.unknown} text={text} onShowYaml={props.onShowYaml} />
    </div>
  );
}

function scopeOf(props: OverrideFormProps, model: FormModel, partIndex: number): FormScope {
  const { detail, manager, kind, targets, text, onText } = props;
  const { offers, facts } = jobFactsOf(detail);
  const part = model.parts[partIndex] ?? NO_PART;
  const isPatch = model.dialect === "runtimePatches";
  const layout = layoutOf(model, isPatch || part.targets.length > 0);
  const own = part.targets.map(({ name }) => name);
  const jobs = own.length > 0 || detail.dialect !== "templateOverrides" ? own : targets;
  const base = isPatch ? joinPointer("", ...JOBS_OF_PATCH, partIndex) : "";
  const problems = checkForm(model);
  return {
    trainJob: detail.row.name,
    model,
    part,
    partIndex,
    layout,
    jobs,
    partAt: base,
    podAt: joinPointer(base, ...(layout.podSpec ?? [])),
    offers,
    jobOffers: offers.jobs.filter(({ name }) => jobs.includes(name)),
    edit: (edit, group) =>
      onText(applyEdit(text, edit, { dialect: model.dialect, kind: model.kind }), group),
    problemsAt: (pointer) =>
      problems.filter((each) => each.pointer === pointer || each.pointer.startsWith(`${pointer}/`)),
    verdictOf: (group, container) =>
      fieldVerdict({ ...facts, kind, manager, jobs }, group, container),
  };
}

function Unreadable({ read, onShowYaml }: { read: ReadForm; onShowYaml: () => void }) {
  const t = useTranslations("form");
  return (
    <Notice
      tone="warn"
      title={t("unreadable")}
      action={
        <Button size="sm" onClick={onShowYaml}>
          {t("showYaml")}
        </Button>
      }
    >
      {read.diagnostics.map(({ code, message, source }) => {
        const own = FORM_CODES.find((each) => each === code);
        const words = own === undefined ? message : t(`codes.${own}`);
        return (
          <p key={`${source?.line}:${message}`}>
            {t("unreadableLine", { line: source?.line ?? 1, message: words })}
          </p>
        );
      })}
    </Notice>
  );
}
