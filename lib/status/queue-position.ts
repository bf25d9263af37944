import type { KubeObject } from "../k8s/object.ts";
import { asString } from "../util/json.ts";
import { toMilliseconds, trueCondition } from "./condition.ts";

/** Evictions after which Kueue queues a Workload from the eviction's time; a preempted one keeps its age. */
const REQUEUED_BY = ["PodsReadyTimeout", "AdmissionCheck"];

/**
 * Places in the local queues, from 1, by the uid of the Workload: those that wait for quota, by priority, then age. Kueue counts the
 * same way with its default strategies; a ClusterQueue that takes whichever fits may admit out of order.
 */
export function queuePositions(workloads: Iterable<KubeObject>): ReadonlyMap<string, number> {
  const queues = new Map<string, Waiting[]>();
  for (const workload of workloads) {
    if (!waitsForQuota(workload)) continue;
    const key = `${workload.metadata.namespace}/${asString(workload.spec?.["queueName"]) ?? ""}`;
    const queue = queues.get(key);
    if (queue === undefined) queues.set(key, [toWaiting(workload)]);
    else queue.push(toWaiting(workload));
  }
  const positions = new Map<string, number>();
  for (const queue of queues.values()) {
    queue.sort(inQueueOrder);
    for (const [index, { uid }] of queue.entries()) positions.set(uid, index + 1);
  }
  return positions;
}

export function waitsForQuota(workload: KubeObject): boolean {
  return (
    workload.spec?.["active"] !== false &&
    trueCondition(workload, "Finished") === undefined &&
    trueCondition(workload, "QuotaReserved") === undefined
  );
}

/** What a place depends on; read once, not for each comparison. */
type Waiting = { readonly uid: string; readonly priority: number; readonly since: number };

function toWaiting(workload: KubeObject): Waiting {
  const priority = workload.spec?.["priority"];
  return {
    uid: workload.metadata.uid ?? "",
    priority: typeof priority === "number" ? priority : 0,
    since: queuedSince(workload),
  };
}

function inQueueOrder(a: Waiting, b: Waiting): number {
  return b.priority - a.priority || a.since - b.since || (a.uid < b.uid ? -1 : 1);
}

function queuedSince(workload: KubeObject): number {
  const evicted = trueCondition(workload, "Evicted");
  const isRequeued = REQUEUED_BY.includes(evicted?.reason ?? "");
  const created = toMilliseconds(workload.metadata.creationTimestamp) ?? 0;
  return isRequeued ? (evicted?.since ?? created) : created;
}
