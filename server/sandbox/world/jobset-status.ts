import type { KubeObject } from "#lib/k8s/object.ts";
import type { ChildJob } from "#lib/reconcile/children.ts";
import { isConditionTrue } from "#lib/reconcile/conditions.ts";
import type { JsonObject } from "#lib/util/json.ts";

/** Counts of Jobs (not pods) per replicated job, in the JobSet's order. */
export function replicatedJobsStatus(
  wanted: readonly ChildJob[],
  jobs: readonly KubeObject[],
): readonly JsonObject[] {
  const names = [...new Set(wanted.map((child) => child.replicatedJob))];
  return names.map((name) => {
    const own = jobs.filter(
      (job) => job.metadata.labels?.["jobset.sigs.k8s.io/replicatedjob-name"] === name,
    );
    const count = (test: (job: KubeObject) => boolean) => own.filter(test).length;
    return {
      name,
      ready: count(isReady),
      succeeded: count((job) => isConditionTrue(job.status, "Complete")),
      failed: count((job) => isConditionTrue(job.status, "Failed")),
      active: count((job) => Number(job.status?.["active"] ?? 0) > 0),
      suspended: count((job) => isConditionTrue(job.status, "Suspended")),
    };
  });
}

function isReady(job: KubeObject): boolean {
  if (isConditionTrue(job.status, "Complete") || isConditionTrue(job.status, "Failed"))
    return false;
  const ready = Number(job.status?.["ready"] ?? 0) + Number(job.status?.["succeeded"] ?? 0);
  return ready > 0 && ready >= Number(job.spec?.["parallelism"] ?? 1);
}
