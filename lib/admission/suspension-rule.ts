import type { KubeObject } from "../k8s/object.ts";
import type { FieldError } from "../schema/field-error.ts";
import type { RuleContext } from "./rule-context.ts";

export type SuspensionRule = {
  /** As messages write it: `RuntimePatches`. */
  readonly noun: string;
  readonly field: string;
  /** False: only the new object counts (Trainer up to 2.2.0). */
  readonly beforeCounts: boolean;
};

/** Overrides change only while the TrainJob is suspended and no job of its JobSet has active pods. */
export function checkSuspension(context: RuleContext, rule: SuspensionRule): readonly FieldError[] {
  const { object, old, request } = context;
  const isSuspended = isSuspendedJob(object) || (rule.beforeCounts && isSuspendedJob(old));
  if (!isSuspended) {
    const when = rule.beforeCounts ? " before or after the update" : "";
    const message = `${rule.noun} can only be modified when the TrainJob is suspended${when}`;
    return [{ type: "Forbidden", field: rule.field, message }];
  }
  return request.activeJobs
    .filter((job) => job.active > 0)
    .map((job) => ({
      type: "Forbidden",
      field: rule.field,
      message: `${rule.noun} cannot be modified when the JobSet's ReplicatedJob ${job.name} is still active`,
    }));
}

function isSuspendedJob(trainJob: KubeObject | undefined): boolean {
  return trainJob?.spec?.["suspend"] === true;
}
