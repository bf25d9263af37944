import { snapshotRuntime } from "#components/preview/job-runtime.ts";
import { jobSetOf, renderAsOf, renderNow } from "#components/preview/render-as-of.ts";
import type { AdmissionResult } from "#lib/admission/admission.ts";
import { admitTrainJob } from "#lib/admission/admit-train-job.ts";
import { type AppendPlan, buildAppend } from "#lib/dialect/append.ts";
import { type ChosenTime, chooseTime } from "#lib/dialect/append-time.ts";
import type { Change } from "#lib/diff/change.ts";
import { diffObjects } from "#lib/diff/diff-objects.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { type EffectResult, effectOf } from "#lib/reconcile/effect-of.ts";
import type { RenderResult } from "#lib/render/index.ts";
import type { StructuralSchema } from "#lib/schema/structural-schema.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import type { JsonObject } from "#lib/util/json.ts";
import type { AppendDraft } from "./append-draft.ts";

/** A write, the TrainJob after it, and the entry that it is about. */
export type WritePlan = Pick<AppendPlan, "patch" | "object" | "entry">;

/** What becomes of a draft if it is sent now, as far as this browser can know. */
export type AppendPrediction = {
  /** Undefined where the API has no time of its own, or the server sets it. */
  readonly time: ChosenTime | undefined;
  readonly plan: WritePlan;
  /** Undefined while the served schema is not known. */
  readonly admission: AdmissionResult | undefined;
  /** The same if the job were suspended with no pod active: tells suspension from all other obstacles. */
  readonly admissionSuspended: AdmissionResult | undefined;
  readonly before: RenderResult;
  readonly after: RenderResult;
  readonly changes: readonly Change[];
  /** Where only the suspension is missing: what it would be once the job is suspended. */
  readonly effect: EffectResult | undefined;
};

export function predictAppend(args: {
  readonly detail: JobDetail;
  readonly schema: StructuralSchema | undefined;
  readonly draft: AppendDraft;
  readonly override: JsonObject;
  /** Milliseconds since the epoch, on the cluster's clock. */
  readonly now: number;
}): AppendPrediction {
  const { detail, schema, draft, override, now } = args;
  const { trainJob, dialect } = detail;
  const isHistory = dialect === "templateOverrides";
  const time = isHistory
    ? chooseTime({
        trainJob,
        manager: draft.manager,
        kind: draft.kind,
        requested: draft.time.trim() === "" ? undefined : draft.time.trim(),
        now,
      })
    : undefined;
  const plan = buildAppend({
    trainJob,
    dialect,
    manager: draft.manager === "" ? undefined : draft.manager,
    kind: isHistory ? draft.kind : undefined,
    time: time !== undefined && "time" in time ? time.time : toKubeTime(now),
    override,
  });
  return { time, ...predictWrite({ detail, schema, plan, now }) };
}

/** The same for any write of the list: an entry that is changed or taken out. */
export function predictWrite(args: {
  readonly detail: JobDetail;
  readonly schema: StructuralSchema | undefined;
  readonly plan: WritePlan;
  readonly now: number;
}): Omit<AppendPrediction, "time"> {
  const { detail, schema, plan, now } = args;
  const admission = schema === undefined ? undefined : admitPlan(detail, schema, plan.object, now);
  const isRunning = detail.trainJob.spec?.["suspend"] !== true || detail.activeJobs.length > 0;
  const admissionSuspended =
    schema === undefined || admission?.admitted !== false || !isRunning
      ? admission
      : admitSuspended(detail, schema, plan.object, now);
  return {
    plan,
    admission,
    admissionSuspended,
    ...renderPlan(detail, plan, admission, admissionSuspended),
  };
}

function renderPlan(
  detail: JobDetail,
  plan: WritePlan,
  admission: AdmissionResult | undefined,
  admissionSuspended: AdmissionResult | undefined,
) {
  const stored = admission?.admitted === true ? admission.object : plan.object;
  const before = renderNow(detail);
  const after = renderAsOf(detail, { trainJob: stored, blame: true });
  const changes = diffObjects(
    [jobSetOf(before)].flatMap((object) => object ?? []),
    [jobSetOf(after)].flatMap((object) => object ?? []),
  );
  const renders = { renderBefore: before, renderAfter: after, controller: detail.controller };
  if (admission?.admitted !== true && admissionSuspended?.admitted === true) {
    const effect = effectOf({
      ...renders,
      trainJobBefore: suspended(detail.trainJob),
      trainJobAfter: admissionSuspended.object,
      jobSet: detail.jobSet === undefined ? undefined : suspended(detail.jobSet),
      activeJobs: [],
    });
    return { before, after, changes, effect };
  }
  const effect =
    admission?.admitted === true
      ? effectOf({
          ...renders,
          trainJobBefore: detail.trainJob,
          trainJobAfter: stored,
          jobSet: detail.jobSet,
          activeJobs: detail.activeJobs,
        })
      : undefined;
  return { before, after, changes, effect };
}

function admitPlan(
  detail: JobDetail,
  schema: StructuralSchema,
  object: KubeObject,
  now: number,
): AdmissionResult {
  return admitTrainJob(schema, {
    operation: "update",
    dialect: detail.dialect,
    trainerVersion: detail.trainerVersion,
    object,
    old: detail.trainJob,
    runtime: admissionRuntime(detail),
    activeJobs: detail.activeJobs,
    now,
  });
}

function admitSuspended(
  detail: JobDetail,
  schema: StructuralSchema,
  object: KubeObject,
  now: number,
): AdmissionResult {
  const paused = { ...detail, trainJob: suspended(detail.trainJob), activeJobs: [] };
  return admitPlan(paused, schema, suspended(object), now);
}

function suspended(object: KubeObject): KubeObject {
  return { ...object, spec: { ...object.spec, suspend: true } };
}

/** Released Trainer checks against the live runtime, templateOverrides against the snapshot where there is one. */
function admissionRuntime(detail: JobDetail): KubeObject | undefined {
  if (detail.dialect !== "templateOverrides") return detail.runtime.live;
  return snapshotRuntime(detail) ?? detail.runtime.live;
}
