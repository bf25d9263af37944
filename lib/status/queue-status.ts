import type { KubeObject } from "../k8s/object.ts";
import { asString, objectsIn } from "../util/json.ts";
import { findCondition, toMilliseconds, trueCondition } from "./condition.ts";
import type { JobFacts, JobStatus } from "./job-status.ts";

export const QUEUE_LABEL = "kueue.x-k8s.io/queue-name";

/** A queue needs a moment for its own objects; only then is a missing one worth telling. */
const GRACE_MS = 60 * 1000;

/** The local queue of a TrainJob, from its label. */
export function queueOf(trainJob: KubeObject): string | undefined {
  const label = trainJob.metadata.labels?.[QUEUE_LABEL];
  return label === undefined || label === "" ? undefined : label;
}

/** Why a suspended TrainJob of a queue does not run; undefined when no queue has to do with it. */
export function queueStatus(facts: JobFacts): JobStatus | undefined {
  const queue = queueOf(facts.trainJob) ?? asString(facts.workload?.spec?.["queueName"]);
  if (queue === undefined && facts.workload === undefined) return undefined;
  const params = { queue: queue ?? "" };
  if (facts.workload === undefined) return withoutWorkload(facts, params);
  return workloadStatus(facts.workload, facts, params);
}

type Params = { readonly [name: string]: string };

function withoutWorkload(facts: JobFacts, params: Params): JobStatus {
  const created = toMilliseconds(facts.trainJob.metadata.creationTimestamp) ?? facts.now;
  const isMissing = facts.isWorkloadMissing === true && facts.now - created > GRACE_MS;
  return { state: "Queued", reason: isMissing ? "NoWorkload" : "SuspendedByQueue", params };
}

function workloadStatus(workload: KubeObject, facts: JobFacts, queue: Params): JobStatus {
  const params = { ...queue, workload: workload.metadata.name ?? "" };
  const finished = trueCondition(workload, "Finished");
  if (finished !== undefined) {
    return { state: "Suspended", reason: "WorkloadFinished", message: finished.message, params };
  }
  const evicted = trueCondition(workload, "Evicted");
  if (workload.spec?.["active"] === false) {
    return { state: "Suspended", reason: "Deactivated", message: evicted?.message, params };
  }
  const admitted = trueCondition(workload, "Admitted");
  if (admitted !== undefined) return admittedStatus(admitted.since, facts.now, params);
  if (trueCondition(workload, "QuotaReserved") !== undefined) {
    return checksStatus(workload, params);
  }
  const quota = findCondition(workload, "QuotaReserved");
  if (evicted !== undefined) {
    const reason = evicted.reason ?? "Evicted";
    const placed = withPosition(params, facts.queuePosition);
    return { state: "Queued", reason, message: evicted.message, params: placed };
  }
  const isPending = quota?.reason === undefined || quota.reason === "Pending";
  return {
    state: "Queued",
    reason: isPending ? "WaitingForQuota" : (quota?.reason ?? "WaitingForQuota"),
    message: quota?.message,
    params: withPosition(params, facts.queuePosition),
  };
}

/** Kueue resumes a job right after its admission; one that stays suspended was suspended by someone else. */
function admittedStatus(since: number | undefined, now: number, params: Params): JobStatus {
  const isFresh = since !== undefined && now - since <= GRACE_MS;
  return isFresh
    ? { state: "Starting", reason: "WaitingForController", params }
    : { state: "Suspended", reason: "AdmittedButSuspended", params };
}

function checksStatus(workload: KubeObject, params: Params): JobStatus {
  const open = objectsIn(workload.status?.["admissionChecks"]).filter(
    (check) => check["state"] !== "Ready",
  );
  const checks = open.flatMap((check) => asString(check["name"]) ?? []).join(", ");
  const message = open.map((check) => asString(check["message"])).find((text) => text);
  return {
    state: "Queued",
    reason: "WaitingForAdmissionChecks",
    message,
    params: { ...params, checks },
  };
}

function withPosition(params: Params, position: number | undefined): Params {
  return position === undefined ? params : { ...params, position: String(position) };
}
