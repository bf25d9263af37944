import type { KubeObject } from "#lib/k8s/object.ts";
import {
  asObject,
  asString,
  getIn,
  type Json,
  type JsonObject,
  objectsIn,
} from "#lib/util/json.ts";
import { humanAge } from "./human-duration.ts";

/** What the columns of a pod say. */
export type PodRow = { readonly ready: string; readonly status: string; readonly restarts: string };

type Reading = {
  readonly reason: string;
  readonly ready: number;
  readonly restarts: number;
  readonly lastRestart: string | undefined;
};

function numberIn(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}

function state(status: JsonObject, name: string): JsonObject | undefined {
  return asObject(getIn(status, "state", name));
}

function endOf(terminated: JsonObject): string {
  const reason = asString(terminated["reason"]) ?? "";
  if (reason !== "") return reason;
  const signal = numberIn(terminated["signal"]);
  return signal === 0 ? `ExitCode:${numberIn(terminated["exitCode"])}` : `Signal:${signal}`;
}

function restartsOf(statuses: readonly JsonObject[]): Pick<Reading, "restarts" | "lastRestart"> {
  const restarts = statuses.reduce((sum, one) => sum + numberIn(one["restartCount"]), 0);
  const ends = statuses.flatMap(
    (one) => asString(getIn(one, "lastState", "terminated", "finishedAt")) ?? [],
  );
  return { restarts, lastRestart: ends.sort().at(-1) };
}

/** Undefined when all init containers are done. */
function initReading(pod: KubeObject): Reading | undefined {
  const statuses = objectsIn(getIn(pod.status, "initContainerStatuses"));
  const count = objectsIn(getIn(pod.spec, "initContainers")).length;
  for (const [index, status] of statuses.entries()) {
    const terminated = state(status, "terminated");
    const isSidecar = status["started"] === true && status["ready"] === true;
    if (isSidecar || (terminated !== undefined && numberIn(terminated["exitCode"]) === 0)) continue;
    const waiting = asString(state(status, "waiting")?.["reason"]) ?? "";
    const isHeld = waiting !== "" && waiting !== "PodInitializing";
    const why =
      terminated === undefined ? (isHeld ? waiting : `${index}/${count}`) : endOf(terminated);
    return { reason: `Init:${why}`, ready: 0, ...restartsOf(statuses) };
  }
  return undefined;
}

function containerReading(pod: KubeObject, phase: string): Reading {
  const statuses = objectsIn(getIn(pod.status, "containerStatuses"));
  let reason = phase;
  let ready = 0;
  for (const status of [...statuses].reverse()) {
    const waiting = asString(state(status, "waiting")?.["reason"]) ?? "";
    const terminated = state(status, "terminated");
    if (waiting !== "") reason = waiting;
    else if (terminated !== undefined) reason = endOf(terminated);
    else if (status["ready"] === true && state(status, "running") !== undefined) ready += 1;
  }
  if (reason === "Completed" && ready > 0) reason = isReady(pod) ? "Running" : "NotReady";
  return { reason, ready, ...restartsOf(statuses) };
}

function conditionIs(pod: KubeObject, type: string, key: string, value: string): boolean {
  return objectsIn(getIn(pod.status, "conditions")).some(
    (condition) => condition["type"] === type && condition[key] === value,
  );
}

function isReady(pod: KubeObject): boolean {
  return conditionIs(pod, "Ready", "status", "True");
}

/** By the rules of the API server's own printer. */
export function podRow(pod: KubeObject, now: number): PodRow {
  const phase = asString(getIn(pod.status, "phase")) ?? "";
  const given = asString(getIn(pod.status, "reason")) ?? "";
  const isGated = conditionIs(pod, "PodScheduled", "reason", "SchedulingGated");
  const start = isGated ? "SchedulingGated" : given === "" ? phase : given;
  const { reason, ready, restarts, lastRestart } = initReading(pod) ?? containerReading(pod, start);
  const total = objectsIn(getIn(pod.spec, "containers")).length;
  const isLeaving = pod.metadata.deletionTimestamp !== undefined;
  const isOver = phase === "Succeeded" || phase === "Failed";
  const ago =
    restarts > 0 && lastRestart !== undefined ? ` (${humanAge(lastRestart, now)} ago)` : "";
  return {
    ready: `${ready}/${total}`,
    status: isLeaving && !isOver ? "Terminating" : reason,
    restarts: `${restarts}${ago}`,
  };
}
