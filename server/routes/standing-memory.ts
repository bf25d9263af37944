import type { Verdict } from "#lib/admission/verdict.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { standingOf, surroundingsOf } from "./predict.ts";
import type { Services } from "./services.ts";

type Remembered = { readonly seen: readonly unknown[]; readonly standing: Verdict };

/**
 * How TrainJobs stand (see standingOf). Rows and details are asked for again and again; two renders are only done where an object that
 * they read is another one than before. A job with thousands of entries takes seconds to render.
 */
export function createStandingMemory(
  services: Pick<Services, "cluster" | "hub">,
): (trainJob: KubeObject) => Verdict {
  const known = new WeakMap<KubeObject, Remembered>();
  return (trainJob) => {
    const { jobSet, runtime, snapshot, existing } = surroundingsOf(services, trainJob);
    const seen = [jobSet, runtime, snapshot, ...existing];
    const old = known.get(trainJob);
    if (old !== undefined && isSameList(old.seen, seen)) return old.standing;
    const standing = standingOf(services, trainJob);
    known.set(trainJob, { seen, standing });
    return standing;
  };
}

/**
 * Whether the next reconcile fails at the JobSet. While both run the controller leaves the JobSet alone: rendering would tell
 * nothing. A resumed job meets its JobSet as long as that is still suspended.
 */
export function isStuck(
  { hub, standing }: Pick<Services, "hub" | "standing">,
  trainJob: KubeObject,
): boolean {
  const { jobSet } = hub.catalog.parts(trainJob.metadata.uid ?? "") ?? {};
  const mayReconcile = [trainJob, jobSet].some((object) => object?.spec?.["suspend"] === true);
  return mayReconcile && standing(trainJob).effect === "stuck";
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
