import type { KubeObject } from "../k8s/object.ts";
import { asString, getIn, type JsonObject, objectsIn } from "../util/json.ts";
import { findCondition } from "./condition.ts";

/** What keeps a pod from running, in the API's own words. */
export type PodTrouble = {
  /** Unschedulable, SchedulingGated, ImagePullBackOff, OOMKilled, Error… */
  readonly reason: string;
  readonly message?: string | undefined;
  /** pod, and where known job, rank (completion index), container, exitCode, restarts. */
  readonly params: { readonly [name: string]: string };
  /** Completion index, 0 where there is none. */
  readonly rank: number;
  /** 0 is the worst. */
  readonly severity: number;
};

/** The order in which troubles are named: what kills comes before what waits. Anything else that waits comes last. */
const SEVERITY: readonly string[] = [
  "OOMKilled",
  "Evicted",
  "CrashLoopBackOff",
  "Error",
  "ContainerCannotRun",
  "StartError",
  "CreateContainerConfigError",
  "CreateContainerError",
  "RunContainerError",
  "InvalidImageName",
  "ErrImageNeverPull",
  "ImagePullBackOff",
  "ErrImagePull",
  "Unschedulable",
  "SchedulingGated",
];

/** These are steps of a normal start. */
const NORMAL = ["ContainerCreating", "PodInitializing", "Completed", ""];

const RANK = "batch.kubernetes.io/job-completion-index";
const ATTEMPT = "jobset.sigs.k8s.io/restart-attempt";

/** The worst trouble among the pods of the newest attempt; the lowest rank where several share it. */
export function worstPodTrouble(pods: readonly KubeObject[] | undefined): PodTrouble | undefined {
  let worst: PodTrouble | undefined;
  for (const pod of currentPods(pods ?? [])) {
    const trouble = podTrouble(pod);
    if (trouble === undefined) continue;
    if (worst === undefined || compare(trouble, worst) < 0) worst = trouble;
  }
  return worst;
}

/** Pods of the newest restart attempt that nobody is deleting. */
export function currentPods(pods: readonly KubeObject[]): readonly KubeObject[] {
  const newest = Math.max(0, ...pods.map(attemptOf));
  return pods.filter(
    (pod) => pod.metadata.deletionTimestamp === undefined && attemptOf(pod) === newest,
  );
}

export function podTrouble(pod: KubeObject): PodTrouble | undefined {
  const found = [...containerTroubles(pod), ...podLevelTroubles(pod)];
  return found.toSorted((a, b) => a.severity - b.severity)[0];
}

function podLevelTroubles(pod: KubeObject): readonly PodTrouble[] {
  const scheduled = findCondition(pod, "PodScheduled");
  if (scheduled?.status === "False" && scheduled.reason !== undefined) {
    return [toTrouble(pod, scheduled.reason, scheduled.message, {})];
  }
  const reason = asString(pod.status?.["reason"]);
  if (pod.status?.["phase"] !== "Failed" || reason === undefined) return [];
  return [toTrouble(pod, reason, asString(pod.status["message"]), {})];
}

function containerTroubles(pod: KubeObject): readonly PodTrouble[] {
  const statuses = [
    ...objectsIn(pod.status?.["initContainerStatuses"]),
    ...objectsIn(pod.status?.["containerStatuses"]),
  ];
  return statuses.flatMap((status) => containerTrouble(pod, status) ?? []);
}

function containerTrouble(pod: KubeObject, status: JsonObject): PodTrouble | undefined {
  const waiting = asString(getIn(status, "state", "waiting", "reason")) ?? "";
  const ended = getIn(status, "state", "terminated") ?? lastTermination(status);
  const endReason = asString(getIn(ended, "reason")) ?? "";
  // The back-off hides why the container died.
  const isDeath = endReason === "OOMKilled" || (waiting === "" && endReason !== "");
  const reason = isDeath ? endReason : waiting;
  if (NORMAL.includes(reason)) return undefined;
  const cause = isDeath ? ended : getIn(status, "state", "waiting");
  return toTrouble(pod, reason, asString(getIn(cause, "message")), {
    container: asString(status["name"]),
    exitCode: textOf(getIn(ended, "exitCode")),
    restarts: textOf(status["restartCount"]),
  });
}

/** A container that runs again is only in trouble while it waits for its next start. */
function lastTermination(status: JsonObject): JsonObject[string] {
  return getIn(status, "state", "waiting") === undefined
    ? undefined
    : getIn(status, "lastState", "terminated");
}

function toTrouble(
  pod: KubeObject,
  reason: string,
  message: string | undefined,
  more: { readonly [name: string]: string | undefined },
): PodTrouble {
  const at = SEVERITY.indexOf(reason);
  const labels = pod.metadata.labels ?? {};
  const params: { [name: string]: string } = { pod: pod.metadata.name ?? "" };
  const facts = {
    job: labels["jobset.sigs.k8s.io/replicatedjob-name"],
    rank: rankOf(pod),
    ...more,
  };
  for (const [name, value] of Object.entries(facts)) if (value !== undefined) params[name] = value;
  const severity = at === -1 ? SEVERITY.length : at;
  return { reason, message, params, rank: Number(facts.rank ?? 0) || 0, severity };
}

function rankOf(pod: KubeObject): string | undefined {
  return pod.metadata.labels?.[RANK] ?? pod.metadata.annotations?.[RANK];
}

function attemptOf(pod: KubeObject): number {
  const attempt = Number(pod.metadata.labels?.[ATTEMPT] ?? 0);
  return Number.isFinite(attempt) ? attempt : 0;
}

function compare(a: PodTrouble, b: PodTrouble): number {
  return a.severity - b.severity || a.rank - b.rank;
}

function textOf(value: JsonObject[string]): string | undefined {
  return typeof value === "number" ? String(value) : undefined;
}
