import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { type NewCondition, setCondition } from "#lib/reconcile/conditions.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import { type Json, type JsonObject, objectsIn } from "#lib/util/json.ts";
import { ownerOf } from "./owners.ts";
import { QUEUE_MANAGER } from "./queues.ts";
import type { WorldContext } from "./world-context.ts";
import { withClearedLane } from "./write-override.ts";

const MANAGER = { manager: "kueue-admission" };
const COMPONENT = "kueue-admission";

export type Eviction = {
  readonly reason: "Preempted" | "Deactivated";
  readonly message: string;
};

/** Takes the quota of an admitted Workload back and suspends its TrainJob; the Workload waits again. */
export function evict(context: WorldContext, workload: KubeObject, eviction: Eviction): void {
  const { sandbox, clock, record } = context;
  const { reason, message } = eviction;
  const time = toKubeTime(clock.now());
  const preempted: readonly NewCondition[] =
    reason === "Preempted"
      ? [{ type: "Preempted", status: "True", reason: "InClusterQueue", message }]
      : [];
  const conditions: readonly NewCondition[] = [
    { type: "Evicted", status: "True", reason, message },
    { type: "QuotaReserved", status: "False", reason: "Pending", message },
    {
      type: "Admitted",
      status: "False",
      reason: "NoReservation",
      message: "The workload has no reservation",
    },
    ...preempted,
  ];
  const { admission: _admission, ...status } = workload.status ?? {};
  const { namespace, name = "" } = workload.metadata;
  const next: JsonObject = {
    ...status,
    conditions: withAll(status["conditions"], conditions, time),
  };
  sandbox.store.setStatus(KINDS.Workload, namespace, name, next, MANAGER);
  record(workload, { type: "Normal", reason: `EvictedDueTo${reason}`, message }, COMPONENT);
  const trainJob = ownerOf(sandbox.store, workload);
  if (trainJob === undefined) return;
  const stop = (current: KubeObject): KubeObject => {
    const cleared = withClearedLane(current, sandbox.options.dialect, QUEUE_MANAGER, time);
    return { ...cleared, spec: { ...cleared.spec, suspend: true } };
  };
  sandbox.store.update(KINDS.TrainJob, namespace, trainJob.metadata.name ?? "", stop, {
    manager: QUEUE_MANAGER,
  });
}

/** The list with all of these conditions set. */
export function withAll(
  conditions: Json | undefined,
  next: readonly NewCondition[],
  time: string,
): readonly JsonObject[] {
  return next.reduce(
    (list, condition) => setCondition(list, condition, time),
    objectsIn(conditions),
  );
}
