import type { AdmissionResult } from "#lib/admission/admission.ts";
import { explainRefusal } from "#lib/admission/explain-refusal.ts";
import type { Dialect } from "#lib/dialect/entry.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JsonPointer } from "#lib/util/pointer.ts";
import { withinOverride } from "./draft-text.ts";
import type { AppendPrediction } from "./predict-append.ts";

export type CheckId = "yaml" | "schema" | "rules" | "suspension" | "time" | "lane" | "effect";
export type CheckState = "ok" | "bad" | "warn" | "open";

/** A refusal with the place in the override that it is about, where it is about one. */
export type Refusal = {
  readonly message: string;
  readonly field: string;
  readonly pointer: JsonPointer | undefined;
};

/** What admission says against the draft itself, suspension left aside. */
export function refusalsOf(prediction: AppendPrediction, dialect: Dialect): readonly Refusal[] {
  const result = prediction.admissionSuspended;
  if (result === undefined || result.admitted) return [];
  return toRefusals(result, prediction.plan.object, prediction.plan.entry.path, dialect);
}

function toRefusals(
  result: Extract<AdmissionResult, { admitted: false }>,
  object: KubeObject,
  entryPath: JsonPointer,
  dialect: Dialect,
): readonly Refusal[] {
  if (result.causes.length === 0)
    return [{ message: result.message, field: "", pointer: undefined }];
  return explainRefusal(result.causes, object).map(({ message, field, pointer }) => ({
    message,
    field,
    pointer: withinOverride(pointer, entryPath, dialect),
  }));
}

/** Schema and CEL answer 422 (the decoder 400), webhook rules 403. */
export function isSchemaRefusal(result: AdmissionResult | undefined): boolean {
  return result !== undefined && !result.admitted && result.code !== 403;
}

export function isRuleRefusal(result: AdmissionResult | undefined): boolean {
  return result !== undefined && !result.admitted && result.code === 403;
}

/** Refused as the job is, admitted once it is suspended. */
export function isSuspensionRefusal({ admission, admissionSuspended }: AppendPrediction): boolean {
  return admission?.admitted === false && admissionSuspended?.admitted === true;
}

/** Would the server take it, as far as we know? Without the schema nobody knows, and it may be tried. */
export function isSendable(prediction: AppendPrediction | undefined): boolean {
  if (prediction === undefined) return false;
  if (prediction.time !== undefined && "error" in prediction.time) return false;
  return prediction.admission?.admitted !== false;
}
