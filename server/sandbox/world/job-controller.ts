import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { childPod } from "#lib/reconcile/children.ts";
import { findCondition, isConditionTrue, setCondition } from "#lib/reconcile/conditions.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import { isEqualJson, type JsonObject, type MutableJsonObject } from "#lib/util/json.ts";
import { childrenOf } from "./owners.ts";
import { restartCount } from "./pod-life.ts";
import { nameSuffix } from "./seeded-random.ts";
import type { WorldContext } from "./world-context.ts";

const MANAGER = { manager: "kube-controller-manager" };
const COMPONENT = "job-controller";
const DEFAULT_BACKOFF_LIMIT = 6;

/** Keeps one pod per completion index while the Job is not suspended, and sums them up in its status. */
export function reconcileJob(context: WorldContext, job: KubeObject): void {
  if (job.metadata.deletionTimestamp !== undefined || isFinishedJob(job)) return;
  const pods = childrenOf(context.sandbox.store, job, "Pod");
  if (job.spec?.["suspend"] === true) {
    suspend(context, job, pods);
    return;
  }
  const failure = failureOf(job, pods);
  if (failure !== undefined) {
    fail(context, job, pods, failure);
    return;
  }
  const started = isConditionTrue(job.status, "Suspended") ? resume(context, job) : job;
  const made = missingIndexes(job, pods).map((index) => makePod(context, job, index));
  writeStatus(context, started, [...pods, ...made]);
}

export function isFinishedJob(job: KubeObject): boolean {
  return isConditionTrue(job.status, "Complete") || isConditionTrue(job.status, "Failed");
}

/** Pods of the Job that are running or on their way. */
export function activePods(pods: readonly KubeObject[]): readonly KubeObject[] {
  return pods.filter((pod) => {
    const phase = pod.status?.["phase"];
    return phase !== "Succeeded" && phase !== "Failed";
  });
}

function completionsOf(job: KubeObject): number {
  return Number(job.spec?.["completions"] ?? job.spec?.["parallelism"] ?? 1);
}

function indexOf(pod: KubeObject): number {
  return Number(pod.metadata.labels?.["batch.kubernetes.io/job-completion-index"] ?? 0);
}

function missingIndexes(job: KubeObject, pods: readonly KubeObject[]): readonly number[] {
  const failed = (pod: KubeObject) => pod.status?.["phase"] === "Failed";
  const taken = new Set(pods.filter((pod) => !failed(pod)).map(indexOf));
  return Array.from({ length: completionsOf(job) }, (_, index) => index).filter(
    (index) => !taken.has(index),
  );
}

function makePod(context: WorldContext, job: KubeObject, index: number): KubeObject {
  const { sandbox, seed, record, clock } = context;
  const suffix = nameSuffix(`${seed}/${job.metadata.uid ?? ""}/${index}/${clock.now()}`);
  const pod = childPod(job, index, suffix);
  const made = sandbox.store.create(
    { ...pod, status: { phase: "Pending", qosClass: "Burstable" } },
    MANAGER,
  );
  const message = `Created pod: ${made.metadata.name ?? ""}`;
  record(job, { type: "Normal", reason: "SuccessfulCreate", message }, COMPONENT);
  return made;
}

function removePods(context: WorldContext, job: KubeObject, pods: readonly KubeObject[]): void {
  for (const pod of activePods(pods)) {
    context.sandbox.store.remove(KINDS.Pod, pod.metadata.namespace, pod.metadata.name ?? "");
    const message = `Deleted pod: ${pod.metadata.name ?? ""}`;
    context.record(job, { type: "Normal", reason: "SuccessfulDelete", message }, COMPONENT);
  }
}

function suspend(context: WorldContext, job: KubeObject, pods: readonly KubeObject[]): void {
  removePods(context, job, pods);
  if (isConditionTrue(job.status, "Suspended")) return;
  const time = toKubeTime(context.clock.now());
  const condition = {
    type: "Suspended",
    status: "True",
    reason: "JobSuspended",
    message: "Job suspended",
  } as const;
  const { startTime: _startTime, ...status } = job.status ?? {};
  setStatus(context, job, {
    ...status,
    active: 0,
    ready: 0,
    conditions: setCondition(status["conditions"], condition, time),
  });
  context.record(job, { type: "Normal", reason: "Suspended", message: "Job suspended" }, COMPONENT);
}

function resume(context: WorldContext, job: KubeObject): KubeObject {
  const time = toKubeTime(context.clock.now());
  const condition = {
    type: "Suspended",
    status: "False",
    reason: "JobResumed",
    message: "Job resumed",
  } as const;
  const conditions = setCondition(job.status?.["conditions"], condition, time);
  context.record(job, { type: "Normal", reason: "Resumed", message: "Job resumed" }, COMPONENT);
  return { ...job, status: { ...job.status, startTime: time, conditions } };
}

/** Restarts in place and failed pods count together against the back-off limit. */
function failureOf(job: KubeObject, pods: readonly KubeObject[]): string | undefined {
  const limit = Number(job.spec?.["backoffLimit"] ?? DEFAULT_BACKOFF_LIMIT);
  const failed = pods.filter((pod) => pod.status?.["phase"] === "Failed").length;
  const restarts = pods.reduce((sum, pod) => sum + restartCount(pod.status ?? {}), 0);
  return failed + restarts > limit ? "Job has reached the specified backoff limit" : undefined;
}

function fail(
  context: WorldContext,
  job: KubeObject,
  pods: readonly KubeObject[],
  message: string,
): void {
  const time = toKubeTime(context.clock.now());
  const reason = "BackoffLimitExceeded";
  const target = { type: "FailureTarget", status: "True", reason, message } as const;
  const failed = { type: "Failed", status: "True", reason, message } as const;
  const conditions = setCondition(
    setCondition(job.status?.["conditions"], target, time),
    failed,
    time,
  );
  const lost = pods.filter((pod) => pod.status?.["phase"] === "Failed").length;
  context.record(job, { type: "Warning", reason, message }, COMPONENT);
  setStatus(context, job, {
    ...job.status,
    active: 0,
    ready: 0,
    failed: Math.max(1, lost),
    conditions,
  });
  removePods(context, job, pods);
}

function writeStatus(context: WorldContext, job: KubeObject, pods: readonly KubeObject[]): void {
  const { clock, record } = context;
  const time = toKubeTime(clock.now());
  const count = (phase: string) => pods.filter((pod) => pod.status?.["phase"] === phase).length;
  const succeeded = new Set(
    pods.filter((pod) => pod.status?.["phase"] === "Succeeded").map(indexOf),
  );
  const ready = pods.filter((pod) => findCondition(pod.status, "Ready")?.["status"] === "True");
  const next: MutableJsonObject = {
    ...job.status,
    startTime: job.status?.["startTime"] ?? time,
    active: activePods(pods).length,
    ready: ready.length,
    succeeded: succeeded.size,
    failed: count("Failed"),
    ...(succeeded.size > 0 ? { completedIndexes: toRanges([...succeeded]) } : {}),
  };
  if (succeeded.size >= completionsOf(job)) {
    const message = "Reached expected number of succeeded pods";
    const reason = "CompletionsReached";
    const complete = { type: "Complete", status: "True", reason, message } as const;
    next["conditions"] = setCondition(next["conditions"], complete, time);
    next["completionTime"] = time;
    record(job, { type: "Normal", reason: "Completed", message: "Job completed" }, COMPONENT);
  }
  if (!isEqualJson(next, job.status) || job.status === undefined) setStatus(context, job, next);
}

function setStatus(context: WorldContext, job: KubeObject, status: JsonObject): void {
  const { namespace, name } = job.metadata;
  const stored = context.sandbox.store.get(KINDS.Job, namespace, name ?? "");
  if (isEqualJson(stored?.status, status)) return;
  context.sandbox.store.setStatus(KINDS.Job, namespace, name ?? "", status, MANAGER);
}

/** `0-2,4`, as Indexed Jobs write it. */
function toRanges(indexes: readonly number[]): string {
  const sorted = [...indexes].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let at = 0; at < sorted.length; ) {
    let end = at;
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end++;
    parts.push(end === at ? `${sorted[at]}` : `${sorted[at]}-${sorted[end]}`);
    at = end + 1;
  }
  return parts.join(",");
}
