import type { KubeObject } from "../k8s/object.ts";
import { findCondition, toMilliseconds } from "./condition.ts";
import { newestWarning } from "./event-facts.ts";
import type { JobCounts } from "./job-counts.ts";
import type { JobState } from "./job-state.ts";
import type { JobFacts, JobStatus } from "./job-status.ts";
import { currentPods, type PodTrouble, worstPodTrouble } from "./pod-trouble.ts";
import { suspendWriters } from "./suspend-writers.ts";

/** A controller that is well needs seconds; a minute later something is wrong. */
const GRACE_MS = 60 * 1000;

/** The state of a TrainJob that should be running: from the counts of its Jobs, then from its pods. */
export function runStatus(facts: JobFacts, counts: readonly JobCounts[] | undefined): JobStatus {
  if (facts.jobSet?.spec?.["suspend"] === true) return resuming(facts);
  const pods = currentPods(facts.pods ?? []);
  const trouble = worstPodTrouble(facts.pods);
  const state = stateOf(counts, pods);
  if (trouble !== undefined) return inTrouble(state, pods, trouble);
  if (state === "Running") return { state };
  return { state, ...waitingFor(facts, counts, pods) };
}

/** Resumed, but the JobSet is still suspended. The condition tells since when only once the controller has seen it. */
function resuming(facts: JobFacts): JobStatus {
  const condition = findCondition(facts.trainJob, "Suspended");
  const since = condition?.status === "False" ? condition.since : lastSuspendWrite(facts.trainJob);
  const isLate = since !== undefined && facts.now - since > GRACE_MS;
  return { state: "Starting", reason: isLate ? "SuspendNotApplied" : "WaitingForController" };
}

function lastSuspendWrite(trainJob: KubeObject): number | undefined {
  const times = suspendWriters(trainJob).flatMap(({ time }) => toMilliseconds(time) ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

function stateOf(counts: readonly JobCounts[] | undefined, pods: readonly KubeObject[]): JobState {
  const main = (counts ?? []).filter(({ isInitializer }) => !isInitializer);
  const isUp = main.length > 0 && main.every(({ ready, succeeded }) => ready + succeeded > 0);
  if (isUp) return "Running";
  const isActive = (counts ?? []).some((job) => job.active + job.ready > 0);
  if (counts !== undefined) return isActive ? "Starting" : "Pending";
  return stateOfPods(pods);
}

function stateOfPods(pods: readonly KubeObject[]): JobState {
  if (pods.length === 0) return "Pending";
  const isRunning = (pod: KubeObject) => pod.status?.["phase"] === "Running";
  const isDone = (pod: KubeObject) => pod.status?.["phase"] === "Succeeded";
  if (pods.some(isRunning) && pods.every((pod) => isRunning(pod) || isDone(pod))) return "Running";
  return "Starting";
}

/** Jobs count as active as soon as they have pods: a start whose pods all wait for a node is only pending. */
function inTrouble(state: JobState, pods: readonly KubeObject[], trouble: PodTrouble): JobStatus {
  const isNowhere = pods.every((pod) => findCondition(pod, "PodScheduled")?.status === "False");
  return {
    state: state === "Starting" && isNowhere ? "Pending" : state,
    reason: trouble.reason,
    message: trouble.message,
    params: trouble.params,
  };
}

function waitingFor(
  facts: JobFacts,
  counts: readonly JobCounts[] | undefined,
  pods: readonly KubeObject[],
): Omit<JobStatus, "state"> {
  const refused = newestWarning(
    facts.events,
    ({ reason, kind }) => reason === "FailedCreate" && (kind === "Job" || kind === "JobSet"),
  );
  if (refused !== undefined && pods.length === 0) {
    return { reason: refused.reason, message: refused.message };
  }
  const running = (counts ?? []).filter((job) => job.isInitializer && job.active > 0);
  if (running.length > 0) {
    const job = running.map(({ name }) => name).join(", ");
    return { reason: "WaitingForDependency", params: { job } };
  }
  const created = toMilliseconds(facts.trainJob.metadata.creationTimestamp) ?? facts.now;
  if (facts.jobSet === undefined && counts === undefined) {
    const seconds = String(Math.max(0, Math.floor((facts.now - created) / 1000)));
    return { reason: "WaitingForController", params: { seconds } };
  }
  return { reason: "WaitingForPods" };
}
