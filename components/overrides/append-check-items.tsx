"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import {
  type CheckId,
  isRuleRefusal,
  isSchemaRefusal,
  isSuspensionRefusal,
  type Refusal,
  refusalsOf,
} from "./append-checks.ts";
import type { AppendDraft } from "./append-draft.ts";
import { type CheckItem, CheckList } from "./check-list.tsx";
import { type DraftText, markAt } from "./draft-text.ts";
import type { AppendPrediction } from "./predict-append.ts";

type Translate = ReturnType<typeof useTranslations<"append">>;

export type ChecksProps = {
  readonly detail: JobDetail;
  readonly draft: AppendDraft;
  readonly text: DraftText;
  readonly prediction: AppendPrediction | undefined;
  readonly isConfirmed: boolean;
};

/** Each thing that decides about the draft, with its state and what to do. */
export function AppendCheckItems(props: ChecksProps) {
  const t = useTranslations("append");
  const { prediction } = props;
  const items: CheckItem[] = [yamlItem(props, t)];
  if (prediction !== undefined) {
    items.push(
      schemaItem(props, prediction, t),
      rulesItem(props, prediction, t),
      suspensionItem(props, prediction, t),
    );
    if (prediction.time !== undefined) items.push(timeItem(prediction, t));
    if (props.draft.manager !== "") items.push(laneItem(props, t));
    items.push(effectItem(prediction, t));
  }
  return <CheckList items={items} />;
}

function item(
  id: CheckId,
  state: CheckItem["state"],
  text: string,
  details?: readonly ReactNode[],
): CheckItem {
  return { id, state, text, details };
}

function yamlItem({ text }: ChecksProps, t: Translate): CheckItem {
  const errors = text.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    const details = errors.map(
      ({ message, source }) => `${t("line", { line: source?.line ?? 1 })}: ${message}`,
    );
    return item("yaml", "bad", "", details);
  }
  return text.trouble === undefined
    ? item("yaml", "ok", t("yamlOk"))
    : item("yaml", "bad", t(text.trouble));
}

/** `line 4: message`; without a place the field as the API server writes it. */
function refusalLine(refusal: Refusal, { text }: ChecksProps, t: Translate): string {
  const mark = markAt(text.document, refusal.pointer, refusal.message);
  const where = mark === undefined ? refusal.field : t("line", { line: mark.line });
  return where === "" ? refusal.message : `${where}: ${refusal.message}`;
}

function schemaItem(props: ChecksProps, prediction: AppendPrediction, t: Translate): CheckItem {
  const result = prediction.admissionSuspended;
  if (result === undefined) return item("schema", "open", t("schemaUnknown"));
  if (!isSchemaRefusal(result)) return item("schema", "ok", t("schemaOk"));
  const lines = refusalsOf(prediction, props.detail.dialect).map((each) =>
    refusalLine(each, props, t),
  );
  return item("schema", "bad", "", lines);
}

function rulesItem(props: ChecksProps, prediction: AppendPrediction, t: Translate): CheckItem {
  const result = prediction.admissionSuspended;
  if (result === undefined || isSchemaRefusal(result)) return item("rules", "open", t("rulesOpen"));
  if (!isRuleRefusal(result)) return item("rules", "ok", t("rulesOk"));
  const lines = refusalsOf(prediction, props.detail.dialect).map((each) =>
    refusalLine(each, props, t),
  );
  return item("rules", "bad", "", lines);
}

function suspensionItem(
  { detail }: ChecksProps,
  prediction: AppendPrediction,
  t: Translate,
): CheckItem {
  if (detail.trainJob.spec?.["suspend"] === true && detail.activeJobs.length === 0)
    return item("suspension", "ok", t("suspensionOk"));
  if (isSuspensionRefusal(prediction)) {
    return detail.trainJob.spec?.["suspend"] === true
      ? item(
          "suspension",
          "bad",
          t("suspensionActive", { jobs: detail.activeJobs.map(({ name }) => name).join(", ") }),
        )
      : item("suspension", "bad", t("suspensionBad"));
  }
  return prediction.admission?.admitted === true
    ? item("suspension", "ok", t("suspensionNotNeeded"))
    : item("suspension", "open", t("suspensionOpen"));
}

function timeItem({ time }: AppendPrediction, t: Translate): CheckItem {
  if (time === undefined) return item("time", "ok", t("timeNone"));
  return "time" in time
    ? item("time", "ok", t("timeOk", { time: time.time }))
    : item("time", "bad", t(`timeErrors.${time.error}`, { newest: time.newest ?? "" }));
}

function laneItem({ detail, draft, isConfirmed }: ChecksProps, t: Translate): CheckItem {
  if (detail.rights.managers.includes(draft.manager)) return item("lane", "ok", t("laneOk"));
  return item("lane", isConfirmed ? "warn" : "bad", t("laneForeign", { manager: draft.manager }));
}

function effectItem(prediction: AppendPrediction, t: Translate): CheckItem {
  const { effect } = prediction;
  if (effect === undefined) return item("effect", "open", t("effects.unknown"));
  const isQuiet =
    effect.effect === "stuck" || effect.effect === "none" || effect.effect === "afterSuspend";
  return item(
    "effect",
    isQuiet ? "warn" : "ok",
    isSuspensionRefusal(prediction)
      ? t("effectOnceSuspended", { effect: t(`effects.${effect.effect}`) })
      : t(`effects.${effect.effect}`),
    effect.stuck?.map(({ field, way }) => t("stuckField", { field, way: t(`ways.${way}`) })),
  );
}
