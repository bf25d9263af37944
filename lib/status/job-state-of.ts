import type { KubeObject } from "../k8s/object.ts";
import { asString } from "../util/json.ts";
import { applyFailure } from "./apply-failure.ts";
import { toMilliseconds, trueCondition } from "./condition.ts";
import type { EventFacts } from "./event-facts.ts";
import { type JobCounts, jobCounts } from "./job-counts.ts";
import type { JobFacts, JobStatus } from "./job-status.ts";
import { currentPods, worstPodTrouble } from "./pod-trouble.ts";
import { queueStatus } from "./queue-status.ts";
import { runStatus } from "./run-status.ts";
import { suspendWriters } from "./suspend-writers.ts";

const MULTIKUEUE = "kueue.x-k8s.io/multikueue";
/** A controller that is well needs seconds; a minute later something is wrong. */
const GRACE_MS = 60 * 1000;

/** Reasons of states in which nothing is wrong. */
const ORDINARY: readonly string[] = [
  "SuspendedByUser",
  "SuspendedByQueue",
  "PodsStillActive",
  "WaitingForController",
  "WaitingForPods",
  "WaitingForDependency",
];

/**
 * One honest word for a TrainJob. Not the printer column's: that shows the type of the last condition whatever its status.
 * Terminal conditions come first (the JobSet's count where the TrainJob's are late), then suspension and its reasons,
 * then what the pods do. Facts that are missing make the answer vaguer, never wrong.
 */
export function jobState(facts: JobFacts): JobStatus {
  const counts = jobCounts(facts.trainJob, facts.jobSet);
  const finished = finishedStatus(facts);
  if (finished !== undefined) return finished;
  const failure = applyFailure(facts.events, facts.jobSet, facts.now);
  const status = elsewhere(facts, counts) ?? unfinishedStatus(facts, counts, failure);
  return withDeletion(withStuck(status, facts, failure), facts.trainJob);
}

function unfinishedStatus(
  facts: JobFacts,
  counts: readonly JobCounts[] | undefined,
  failure: EventFacts | undefined,
): JobStatus {
  if (facts.trainJob.spec?.["suspend"] === true) return suspendedStatus(facts, counts);
  if (facts.jobSet === undefined) {
    const missing = runtimeMissing(facts);
    if (missing !== undefined) return missing;
    if (failure !== undefined) {
      return { state: "Pending", reason: failure.reason, message: failure.message };
    }
  }
  return runStatus(facts, counts);
}

function finishedStatus(facts: JobFacts): JobStatus | undefined {
  const { trainJob, jobSet } = facts;
  const complete = trueCondition(trainJob, "Complete");
  if (complete !== undefined) {
    return { state: "Complete", ...afterwards(facts, complete.since), message: complete.message };
  }
  const failed = trueCondition(trainJob, "Failed") ?? trueCondition(jobSet, "Failed");
  if (failed !== undefined) {
    const trouble = worstPodTrouble(facts.pods);
    const isMemory = trouble?.reason === "OOMKilled";
    return {
      state: "Failed",
      reason: isMemory ? trouble.reason : (failed.reason ?? "Failed"),
      message: failed.message,
      ...(trouble === undefined ? {} : { params: trouble.params }),
    };
  }
  const done = trueCondition(jobSet, "Completed");
  return done === undefined ? undefined : { state: "Complete", message: done.message };
}

/** A finished job without children is normal; one whose JobSet is younger than its end runs again in a loop. */
function afterwards(facts: JobFacts, end: number | undefined): { readonly reason?: string } {
  const made = toMilliseconds(facts.jobSet?.metadata.creationTimestamp);
  if (made !== undefined && end !== undefined && made > end) {
    return { reason: "RecreatedAfterFinish" };
  }
  const isGone = facts.jobSet === undefined && facts.pods?.length === 0;
  return isGone ? { reason: "ChildrenRemoved" } : {};
}

/** With MultiKueue the pods run in another cluster; what is seen here is a copy that may be late. */
function elsewhere(
  facts: JobFacts,
  counts: readonly JobCounts[] | undefined,
): JobStatus | undefined {
  if (facts.trainJob.spec?.["managedBy"] !== MULTIKUEUE) return undefined;
  const finished = trueCondition(facts.workload, "Finished");
  if (finished !== undefined) {
    const state = finished.reason === "Failed" ? "Failed" : "Complete";
    return { state, reason: "ManagedElsewhere", message: finished.message };
  }
  const isAdmitted = trueCondition(facts.workload, "Admitted") !== undefined;
  if (!isAdmitted && facts.trainJob.spec["suspend"] === true) return undefined;
  if (counts === undefined) return { state: "Unknown", reason: "ManagedElsewhere" };
  return { ...runStatus({ ...facts, jobSet: undefined }, counts), reason: "ManagedElsewhere" };
}

function suspendedStatus(facts: JobFacts, counts: readonly JobCounts[] | undefined): JobStatus {
  const active = activePods(facts, counts);
  if (active > 0) return suspendingStatus(facts, active);
  return queueStatus(facts) ?? suspendedByHand(facts.trainJob);
}

/** Whoever it was: managedFields name the field manager that wrote `suspend` last, where there are any. */
function suspendedByHand(trainJob: KubeObject): JobStatus {
  const by = suspendWriters(trainJob)
    .flatMap(({ manager }) => manager ?? [])
    .join(", ");
  const status: JobStatus = { state: "Suspended", reason: "SuspendedByUser" };
  return by === "" ? status : { ...status, params: { by } };
}

/** Jobs with active pods where the counts tell, else the pods themselves. */
function activePods(facts: JobFacts, counts: readonly JobCounts[] | undefined): number {
  const jobs = (counts ?? []).reduce((sum, { active }) => sum + active, 0);
  if (counts !== undefined) return jobs;
  const pods = currentPods(facts.pods ?? []);
  return pods.filter(({ status }) => status?.["phase"] === "Running").length;
}

function suspendingStatus(facts: JobFacts, active: number): JobStatus {
  const suspended = trueCondition(facts.trainJob, "Suspended");
  const age = facts.now - (suspended?.since ?? facts.now);
  const isIgnored = facts.jobSet?.spec?.["suspend"] === false && age > GRACE_MS;
  return {
    state: "Suspending",
    reason: isIgnored ? "SuspendNotApplied" : "PodsStillActive",
    params: { active: String(active) },
  };
}

function runtimeMissing(facts: JobFacts): JobStatus | undefined {
  if (facts.isRuntimeMissing !== true) return undefined;
  const ref = facts.trainJob.spec?.["runtimeRef"];
  const name = typeof ref === "object" && ref !== null && "name" in ref ? ref["name"] : undefined;
  return { state: "Pending", reason: "RuntimeNotFound", params: { runtime: asString(name) ?? "" } };
}

function withStuck(status: JobStatus, facts: JobFacts, failure: EventFacts | undefined): JobStatus {
  const isStuck = facts.isStuck ?? (facts.jobSet !== undefined && failure !== undefined);
  if (!isStuck) return status;
  // A pod's own trouble is nearer to the reader; an ordinary wait is not.
  if (status.reason !== undefined && !ORDINARY.includes(status.reason)) {
    return { ...status, stuck: true };
  }
  return { ...status, reason: "OverridesStuck", message: failure?.message, stuck: true };
}

function withDeletion(status: JobStatus, trainJob: KubeObject): JobStatus {
  if (trainJob.metadata.deletionTimestamp === undefined) return status;
  const finalizers = (trainJob.metadata.finalizers ?? []).join(", ");
  return { ...status, reason: "Deleting", params: { ...status.params, finalizers } };
}
