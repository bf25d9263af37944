import type { Effect, StuckField } from "../admission/verdict.ts";
import type { KubeObject } from "../k8s/object.ts";
import type { RenderResult } from "../render/render-input.ts";
import { asObject, getIn, objectsIn, toCanonicalJson } from "../util/json.ts";
import { parsePointer } from "../util/pointer.ts";
import { isConditionTrue } from "./conditions.ts";
import type { ControllerKind } from "./controller-kind.ts";
import { applyToJobSet } from "./jobset-apply.ts";
import { defaultJobSet } from "./jobset-defaults.ts";
import { jobSetRefusals } from "./jobset-refusals.ts";

export type EffectArgs = {
  readonly controller: ControllerKind;
  readonly trainJobBefore: KubeObject | undefined;
  readonly trainJobAfter: KubeObject;
  readonly renderBefore: RenderResult | undefined;
  readonly renderAfter: RenderResult;
  /** The JobSet that exists. */
  readonly jobSet?: KubeObject | undefined;
  /** Jobs of the JobSet with active pods. */
  readonly activeJobs: readonly { readonly name: string; readonly active: number }[];
};

export type EffectResult = {
  readonly effect: Effect;
  readonly stuck?: readonly StuckField[] | undefined;
};

/**
 * When an admitted change shows in the JobSet. The whole render is compared with the JobSet that exists, not only the
 * change: one refused field of an earlier entry blocks every later one. With equal objects before and after it
 * answers for the TrainJob as it is. Both renders are made without the existing JobSet in their `existing` (the
 * engine leaves a running JobSet out); a runtime snapshot belongs there.
 *
 * - none: nothing to render differently, or the TrainJob has finished
 * - atCreation: there is no JobSet yet
 * - afterSuspend: the controller leaves a running JobSet alone
 * - now: the next reconcile writes it
 * - remake: this project's controller deletes and remakes the JobSet
 * - stuck: the next reconcile fails; each field with a way out
 */
export function effectOf(args: EffectArgs): EffectResult {
  if (isFinished(args.trainJobAfter)) return { effect: "none" };
  const next = renderedJobSet(args.renderAfter);
  const changed = isChange(args, next);
  if (args.jobSet === undefined) return { effect: changed ? "atCreation" : "none" };
  if (next === undefined) return { effect: "none" };
  if (!isSuspended(args.trainJobAfter) && !isSuspended(args.jobSet))
    return { effect: changed ? "afterSuspend" : "none" };
  const refusals = jobSetRefusals(args.jobSet, next);
  if (refusals.length === 0) return { effect: changed ? "now" : "none" };
  if (args.controller === "dashboard")
    return { effect: isSuspended(args.trainJobAfter) ? "remake" : "afterSuspend" };
  return {
    effect: "stuck",
    stuck: refusals.map(({ field }) => ({
      field,
      way: isRunnable(next, field) ? "deleteJobSet" : "clone",
    })),
  };
}

/** Complete, or Failed for good: no reconcile touches the objects any more. */
export function isFinished(trainJob: KubeObject): boolean {
  return isConditionTrue(trainJob.status, "Complete") || isConditionTrue(trainJob.status, "Failed");
}

function isSuspended(object: KubeObject): boolean {
  return object.spec?.["suspend"] === true;
}

function renderedJobSet(render: RenderResult | undefined): KubeObject | undefined {
  return render?.objects.find((object) => object.kind === "JobSet");
}

/** Between the renders; where there was none before (the engine leaves a running JobSet out), from what exists. */
function isChange({ renderBefore, jobSet }: EffectArgs, next: KubeObject | undefined): boolean {
  const before = renderedJobSet(renderBefore);
  if (before !== undefined || jobSet === undefined || next === undefined)
    return contentOf(before) !== contentOf(next);
  return contentOf(defaultJobSet(jobSet)) !== contentOf(defaultJobSet(applyToJobSet(jobSet, next)));
}

/** What an override can change of a JobSet: everything but `suspend`. As text, key order apart. */
function contentOf(jobSet: KubeObject | undefined): string {
  if (jobSet === undefined) return "";
  const { labels, annotations } = jobSet.metadata;
  const { suspend: _suspend, ...spec } = jobSet.spec ?? {};
  return toCanonicalJson({ labels, annotations, spec });
}

/** A job that a remade JobSet could not run either (a name that the runtime does not have) needs another TrainJob. */
function isRunnable(next: KubeObject, field: string): boolean {
  const [, list, index] = parsePointer(field);
  if (list !== "replicatedJobs" || index === undefined) return true;
  const job = objectsIn(next.spec?.["replicatedJobs"])[Number(index)];
  const podSpec = asObject(getIn(job, "template", "spec", "template", "spec"));
  const containers = objectsIn(podSpec?.["containers"]);
  return (
    containers.length > 0 &&
    [...containers, ...objectsIn(podSpec?.["initContainers"])].every(
      (container) => typeof container["image"] === "string",
    )
  );
}
