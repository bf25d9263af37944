import type { Dialect } from "../dialect/entry.ts";
import { diffObjects } from "../diff/diff-objects.ts";
import type { KubeObject } from "../k8s/object.ts";
import type { ControllerKind } from "../reconcile/controller-kind.ts";
import { isFinished } from "../reconcile/effect-of.ts";
import { jobSetRefusals } from "../reconcile/jobset-refusals.ts";
import { type RenderResult, render, type TrainerVersion } from "../render/index.ts";

/**
 * What a change of the runtime does to one TrainJob:
 * - `same`: it renders as before
 * - `changes`: it takes the change with its next reconcile
 * - `remakes`: the JobSet is deleted and made anew for it
 * - `stuck`: the existing JobSet refuses it, and from then on every later change
 * - `running`: untouched while it runs; it meets the change when it is suspended
 * - `snapshot`: it keeps the runtime that it started with
 * - `finished`: nothing is rendered any more, so nothing is compared
 * - `breaks`, `mends`: cannot be rendered after it, or could not before
 */
export const IMPACT_OUTCOMES = [
  "breaks",
  "stuck",
  "changes",
  "remakes",
  "mends",
  "running",
  "snapshot",
  "finished",
  "same",
] as const;
export type ImpactOutcome = (typeof IMPACT_OUTCOMES)[number];

/** `unknown` where the person may not read it. */
export type JobSetStanding = "none" | "suspended" | "running" | "unknown";

export type ImpactJob = {
  readonly trainJob: KubeObject;
  readonly jobSet: JobSetStanding;
  /** Whether the controller keeps the runtime as it was at the job's first reconcile. */
  readonly hasSnapshot: boolean;
};

export type ImpactSetting = {
  readonly before: KubeObject;
  readonly after: KubeObject;
  readonly trainerVersion: TrainerVersion;
  readonly dialect: Dialect;
  readonly controller: ControllerKind;
};

export type JobImpact = {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly outcome: ImpactOutcome;
  /** Changed leaves of the render from the live runtime, whether or not the job meets them; of finished jobs unknown. */
  readonly count?: number | undefined;
  /** Labels of the first of them. */
  readonly fields: readonly string[];
  /** Why it breaks, or what is stuck. */
  readonly reason?: string | undefined;
};

const SHOWN_FIELDS = 3;

/** The two renders that are compared: from the runtime as it is, and as it would be. Provenance only on request. */
export function impactRenders(
  trainJob: KubeObject,
  { before, after, trainerVersion, dialect }: ImpactSetting,
  blame = false,
): { readonly before: RenderResult; readonly after: RenderResult } {
  const from = (runtime: KubeObject) =>
    render({ trainJob, runtime, trainerVersion, dialect, blame });
  return { before: from(before), after: from(after) };
}

export function jobImpact(job: ImpactJob, setting: ImpactSetting): JobImpact {
  const { uid = "", namespace = "", name = "" } = job.trainJob.metadata;
  // Most jobs of an old cluster are finished: not rendering them is most of the speed.
  if (isFinished(job.trainJob)) return { uid, namespace, name, outcome: "finished", fields: [] };
  const renders = impactRenders(job.trainJob, setting);
  const changes = diffObjects(renders.before.objects, renders.after.objects);
  const verdict = judge(job, setting, renders, changes.length);
  return {
    uid,
    namespace,
    name,
    ...verdict,
    count: changes.length,
    fields: changes.slice(0, SHOWN_FIELDS).map(({ label }) => label),
  };
}

type Verdict = Pick<JobImpact, "outcome" | "reason">;

function judge(
  { trainJob, jobSet, hasSnapshot }: ImpactJob,
  { controller }: ImpactSetting,
  { before, after }: { readonly before: RenderResult; readonly after: RenderResult },
  count: number,
): Verdict {
  const [oldError, newError] = [errorOf(before), errorOf(after)];
  if (count === 0 && oldError === newError) return { outcome: "same" };
  if (hasSnapshot) return { outcome: "snapshot" };
  if (newError !== undefined)
    return oldError === undefined
      ? { outcome: "breaks", reason: newError }
      : { outcome: "same", reason: newError };
  if (oldError !== undefined) return { outcome: "mends" };
  const isSuspended = trainJob.spec?.["suspend"] === true;
  if (jobSet === "running" || (jobSet === "unknown" && !isSuspended)) return { outcome: "running" };
  return jobSet === "none" ? { outcome: "changes" } : againstJobSet(before, after, controller);
}

function errorOf({ diagnostics }: RenderResult): string | undefined {
  return diagnostics.find(({ severity }) => severity === "error")?.message;
}

/** The existing JobSet is what the runtime made of the job: its API decides leaf by leaf. */
function againstJobSet(
  before: RenderResult,
  after: RenderResult,
  controller: ControllerKind,
): Verdict {
  const [old, next] = [before, after].map(({ objects }) =>
    objects.find(({ kind }) => kind === "JobSet"),
  );
  if (old === undefined || next === undefined) return { outcome: "changes" };
  const [first] = jobSetRefusals(old, next);
  if (first === undefined) return { outcome: "changes" };
  return controller === "dashboard"
    ? { outcome: "remakes" }
    : { outcome: "stuck", reason: `${first.field}: ${first.message}` };
}
