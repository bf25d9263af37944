import { chooseTime } from "#lib/dialect/append-time.ts";
import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { isConditionTrue, type NewCondition, setCondition } from "#lib/reconcile/conditions.ts";
import { isFinished } from "#lib/reconcile/effect-of.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import { asString, isEqualJson, type JsonObject, objectsIn } from "#lib/util/json.ts";
import { evict, withAll } from "./eviction.ts";
import { childrenOf, ownerOf } from "./owners.ts";
import { findQueue, QUEUE_LABEL, QUEUE_MANAGER, type WorldQueue } from "./queues.ts";
import { aWorkload, podSetsOf, usageOf } from "./workload.ts";
import type { WorldContext } from "./world-context.ts";
import { withEmptyLane, withOverride } from "./write-override.ts";

const MANAGER = { manager: "kueue-admission" };
const COMPONENT = "kueue-admission";
const LOOK_AGAIN = 15_000;
const RECOVERED = ["Evicted", "Preempted"].map(
  (type): NewCondition => ({
    type,
    status: "False",
    reason: "QuotaReserved",
    message: "Previously: Preempted",
  }),
);

/**
 * Holds a new TrainJob that names a queue: suspends it and marks the queue's lane, as Kueue's webhook does on create.
 * True when it wrote something. A TrainJob that was admitted once may be suspended and resumed by its user; it keeps
 * its quota meanwhile.
 */
export function holdForQueue(context: WorldContext, trainJob: KubeObject): boolean {
  if (!context.hasQueues || !isQueued(trainJob) || isFinished(trainJob)) return false;
  if (workloadOf(context, trainJob) !== undefined) return false;
  const { namespace, name } = trainJob.metadata;
  const held = withEmptyLane(
    { ...trainJob, spec: { ...trainJob.spec, suspend: true } },
    context.sandbox.options.dialect,
    QUEUE_MANAGER,
  );
  if (isEqualJson(held.spec, trainJob.spec)) return false;
  context.sandbox.store.update(KINDS.TrainJob, namespace, name ?? "", () => held, {
    manager: QUEUE_MANAGER,
  });
  return true;
}

/** Makes the Workload once there is a JobSet to count, and ends it with the TrainJob. */
export function ensureWorkload(context: WorldContext, trainJob: KubeObject): void {
  if (!context.hasQueues || !isQueued(trainJob)) return;
  const { store } = context.sandbox;
  const workload = workloadOf(context, trainJob);
  if (workload !== undefined) {
    if (isFinished(trainJob)) endWorkload(context, trainJob, workload);
    return;
  }
  const jobSet = childrenOf(store, trainJob, "JobSet")[0];
  if (jobSet === undefined || isFinished(trainJob)) return;
  store.create(aWorkload(trainJob, queueNameOf(trainJob), podSetsOf(jobSet)), MANAGER);
}

/**
 * Admits what fits: higher priority first, then older. One that does not fit takes the quota of lower priorities, else it
 * blocks its queue.
 */
export function reconcileQueues(context: WorldContext): void {
  const open = context.sandbox.store
    .list(KINDS.Workload)
    .filter((workload) => !isConditionTrue(workload.status, "Finished"));
  const admitted = new Set(open.filter((item) => isConditionTrue(item.status, "Admitted")));
  for (const workload of admitted) {
    if (isActive(workload)) continue;
    evict(context, workload, { reason: "Deactivated", message: "The workload is deactivated" });
    admitted.delete(workload);
  }
  const waiting = open.filter((item) => !admitted.has(item) && isActive(item));
  const blocked = new Set<string>();
  for (const workload of waiting.toSorted(comesFirst)) decide(context, workload, admitted, blocked);
}

function decide(
  context: WorldContext,
  workload: KubeObject,
  admitted: Set<KubeObject>,
  blocked: Set<string>,
): void {
  const name = queueNameOfWorkload(workload);
  const queue = findQueue(name);
  if (queue === undefined) {
    refuse(context, workload, "Inadmissible", `LocalQueue ${name} doesn't exist`);
    return;
  }
  const need = usageOf(workload, queue);
  const rivals = [...admitted].filter((item) => isSameClusterQueue(item, queue));
  const used = rivals.reduce((sum, item) => sum + usageOf(item, queue), 0);
  const victims = victimsFor(workload, used + need - queue.quota, rivals, queue);
  if (victims === undefined || blocked.has(queue.clusterQueue)) {
    blocked.add(queue.clusterQueue);
    const missing = Math.max(used + need - queue.quota, 0) || need;
    refuse(context, workload, "Pending", noQuota(workload, queue, missing));
    return;
  }
  for (const victim of victims) {
    const message = `Preempted to accommodate a workload (UID: ${workload.metadata.uid ?? ""}) due to prioritization in the ClusterQueue`;
    evict(context, victim, { reason: "Preempted", message });
    admitted.delete(victim);
  }
  admitted.add(workload);
  admit(context, workload, queue);
}

/** Whom to evict so that `missing` of the quota gets free: lowest priority first, then youngest; undefined when it is not enough. */
function victimsFor(
  workload: KubeObject,
  missing: number,
  rivals: readonly KubeObject[],
  queue: WorldQueue,
): readonly KubeObject[] | undefined {
  const victims: KubeObject[] = [];
  let open = missing;
  const weaker = rivals.filter((rival) => priorityOf(rival) < priorityOf(workload));
  for (const rival of weaker.toSorted((a, b) => -comesFirst(a, b))) {
    if (open <= 0) break;
    victims.push(rival);
    open -= usageOf(rival, queue);
  }
  return open <= 0 ? victims : undefined;
}

function isSameClusterQueue(workload: KubeObject, queue: WorldQueue): boolean {
  return findQueue(queueNameOfWorkload(workload))?.clusterQueue === queue.clusterQueue;
}

function queueNameOfWorkload(workload: KubeObject): string {
  return asString(workload.spec?.["queueName"]) ?? "";
}

function isActive(workload: KubeObject): boolean {
  return workload.spec?.["active"] !== false;
}

function priorityOf(workload: KubeObject): number {
  return Number(workload.spec?.["priority"] ?? 0);
}

export function isQueued(trainJob: KubeObject): boolean {
  return queueNameOf(trainJob) !== "";
}

function queueNameOf(trainJob: KubeObject): string {
  return trainJob.metadata.labels?.[QUEUE_LABEL] ?? "";
}

function workloadOf(context: WorldContext, trainJob: KubeObject): KubeObject | undefined {
  return childrenOf(context.sandbox.store, trainJob, "Workload")[0];
}

function noQuota(workload: KubeObject, queue: WorldQueue, missing: number): string {
  const podSet = asString(objectsIn(workload.spec?.["podSets"])[0]?.["name"]) ?? "main";
  return `couldn't assign flavors to pod set ${podSet}: insufficient unused quota for ${queue.resource} in flavor ${queue.flavor}, ${missing} more needed`;
}

function refuse(
  context: WorldContext,
  workload: KubeObject,
  reason: string,
  message: string,
): void {
  const time = toKubeTime(context.clock.now());
  const reserved = { type: "QuotaReserved", status: "False", reason, message } as const;
  writeStatus(context, workload, {
    ...workload.status,
    conditions: setCondition(workload.status?.["conditions"], reserved, time),
  });
}

function admit(context: WorldContext, workload: KubeObject, queue: WorldQueue): void {
  const { sandbox, clock, record } = context;
  const trainJob = ownerOf(sandbox.store, workload);
  if (trainJob === undefined) return;
  if (trainJob.spec?.["suspend"] !== true) {
    context.wakeAt(workload, clock.now() + LOOK_AGAIN);
    return;
  }
  const time = toKubeTime(clock.now());
  const message = `Quota reserved in ClusterQueue ${queue.clusterQueue}`;
  const admitted = "The workload is admitted";
  const wasEvicted = isConditionTrue(workload.status, "Evicted");
  const conditions = withAll(
    workload.status?.["conditions"],
    [
      { type: "QuotaReserved", status: "True", reason: "QuotaReserved", message },
      { type: "Admitted", status: "True", reason: "Admitted", message: admitted },
      ...(wasEvicted ? RECOVERED : []),
    ],
    time,
  );
  writeStatus(context, workload, {
    ...workload.status,
    conditions,
    admission: admissionOf(workload, queue),
  });
  record(workload, { type: "Normal", reason: "QuotaReserved", message }, COMPONENT);
  const event = `Admitted by ClusterQueue ${queue.clusterQueue}, wait time since reservation was 0s`;
  record(workload, { type: "Normal", reason: "Admitted", message: event }, COMPONENT);
  startTrainJob(context, trainJob, workload, queue);
}

function admissionOf(workload: KubeObject, queue: WorldQueue): JsonObject {
  return {
    clusterQueue: queue.clusterQueue,
    podSetAssignments: objectsIn(workload.spec?.["podSets"]).map((podSet) => ({
      name: podSet["name"],
      flavors: { [queue.resource]: queue.flavor },
      count: podSet["count"],
    })),
  };
}

/** Writes where the pods must run into the queue's own lane, and resumes. */
function startTrainJob(
  context: WorldContext,
  trainJob: KubeObject,
  workload: KubeObject,
  queue: WorldQueue,
): void {
  const { sandbox, clock } = context;
  const { dialect } = sandbox.options;
  const { namespace, name } = trainJob.metadata;
  const targetJobs = objectsIn(workload.spec?.["podSets"]).map(
    (set) => asString(set["name"]) ?? "",
  );
  const start = (current: KubeObject): KubeObject => {
    const chosen = chooseTime({ trainJob: current, manager: QUEUE_MANAGER, now: clock.now() });
    const time = "time" in chosen ? chosen.time : toKubeTime(clock.now());
    const placed = withOverride(current, dialect, QUEUE_MANAGER, time, {
      kind: "pod",
      targetJobs,
      labels: { "kueue.x-k8s.io/podset": targetJobs[0] ?? "" },
      spec: { nodeSelector: queue.nodeSelector },
    });
    return { ...placed, spec: { ...placed.spec, suspend: false } };
  };
  sandbox.store.update(KINDS.TrainJob, namespace, name ?? "", start, { manager: QUEUE_MANAGER });
}

function endWorkload(context: WorldContext, trainJob: KubeObject, workload: KubeObject): void {
  if (isConditionTrue(workload.status, "Finished")) return;
  const time = toKubeTime(context.clock.now());
  const hasFailed = isConditionTrue(trainJob.status, "Failed");
  const finished = {
    type: "Finished",
    status: "True",
    reason: hasFailed ? "Failed" : "Succeeded",
    message: hasFailed ? "Job failed" : "Job finished successfully",
  } as const;
  writeStatus(context, workload, {
    ...workload.status,
    conditions: setCondition(workload.status?.["conditions"], finished, time),
  });
}

function writeStatus(context: WorldContext, workload: KubeObject, status: JsonObject): void {
  if (isEqualJson(status, workload.status)) return;
  const { namespace, name } = workload.metadata;
  context.sandbox.store.setStatus(KINDS.Workload, namespace, name ?? "", status, MANAGER);
}

/** Higher priority, then older. */
function comesFirst(a: KubeObject, b: KubeObject): number {
  const key = ({ metadata }: KubeObject) =>
    `${metadata.creationTimestamp ?? ""}/${metadata.namespace ?? ""}/${metadata.name ?? ""}`;
  return priorityOf(b) - priorityOf(a) || (key(a) < key(b) ? -1 : 1);
}
