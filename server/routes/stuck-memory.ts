import type { KubeObject } from "#lib/k8s/object.ts";
import { standingOf, surroundingsOf } from "./predict.ts";
import type { Services } from "./services.ts";

type Verdict = { readonly seen: readonly unknown[]; readonly isStuck: boolean };

/**
 * Whether the next reconcile fails at the JobSet. While both run the controller leaves the JobSet alone: rendering would tell
 * nothing. A resumed job meets its JobSet as long as that is still suspended. Rows are looked at again every few seconds; rendering is
 * only done where an object that it reads is another one than before.
 */
export function createStuckMemory(
  services: Pick<Services, "cluster" | "hub">,
): (trainJob: KubeObject) => boolean {
  const known = new WeakMap<KubeObject, Verdict>();
  return (trainJob) => {
    const { jobSet, runtime, snapshot, existing } = surroundingsOf(services, trainJob);
    const mayReconcile = [trainJob, jobSet].some((object) => object?.spec?.["suspend"] === true);
    if (!mayReconcile) return false;
    const seen = [jobSet, runtime, snapshot, ...existing];
    const old = known.get(trainJob);
    if (old !== undefined && isSameList(old.seen, seen)) return old.isStuck;
    const isStuck = standingOf(services, trainJob).effect === "stuck";
    known.set(trainJob, { seen, isStuck });
    return isStuck;
  };
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
