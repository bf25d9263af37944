import type { KubeObject } from "#lib/k8s/object.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import { asArray, asObject, asString, type JsonObject, objectsIn } from "#lib/util/json.ts";
import {
  type ContainerState,
  containerStatuses,
  podCondition,
  stateOf,
  withPodCondition,
} from "./container-status.ts";
import type { WorldEvent } from "./event-recorder.ts";
import { noNode, placePod, type WorldNode } from "./nodes.ts";
import type { PodPlan } from "./pod-plan.ts";

/** One step in the life of a pod. Times are milliseconds since the epoch. */
export type PodStep = {
  /** The whole next status; absent when nothing changed. */
  readonly status?: JsonObject | undefined;
  readonly nodeName?: string | undefined;
  readonly events: readonly (WorldEvent & { readonly component: string })[];
  /** When to look again; absent when only a change from outside can go on. */
  readonly wakeAt?: number | undefined;
};

type Life = {
  readonly pod: KubeObject;
  readonly plan: PodPlan;
  readonly now: number;
  readonly time: string;
  readonly status: JsonObject;
  readonly spread: number;
};

const SCHEDULE_AFTER = 1000;
const RETRY_SCHEDULING = 60_000;
const PULL_AFTER = 1000;
const FIRST_BACKOFF = 10_000;
const LONGEST_BACKOFF = 300_000;

/**
 * What scheduler and kubelet do to a pod next. Pure: the same pod, plan and time give the same step. `spread` in
 * [0, 1) picks the node. Call it again at `wakeAt`, and whenever the pod changed.
 */
export function nextPodStep(pod: KubeObject, plan: PodPlan, now: number, spread: number): PodStep {
  const status = pod.status ?? {};
  const life: Life = { pod, plan, now, time: toKubeTime(now), status, spread };
  const phase = asString(status["phase"]) ?? "Pending";
  if (phase === "Succeeded" || phase === "Failed") return { events: [] };
  if (podCondition(status, "PodScheduled")?.["status"] !== "True") return schedule(life);
  if (phase === "Pending") return start(life);
  return run(life);
}

function schedule(life: Life): PodStep {
  const gates = objectsIn(life.pod.spec?.["schedulingGates"]);
  if (gates.length > 0) return gated(life);
  const earliest = Date.parse(life.pod.metadata.creationTimestamp ?? "") + SCHEDULE_AFTER;
  if (life.now < earliest) return { events: [], wakeAt: earliest };
  const place = life.plan.unschedulable
    ? {
        reason: noNode([
          "8 Insufficient nvidia.com/gpu",
          "10 node(s) didn't match Pod's node affinity/selector",
        ]),
      }
    : placePod(life.pod.spec ?? {}, life.spread);
  return "node" in place ? bind(life, place.node) : unschedulable(life, place.reason);
}

function gated(life: Life): PodStep {
  if (podCondition(life.status, "PodScheduled")?.["reason"] === "SchedulingGated")
    return { events: [] };
  const condition = {
    type: "PodScheduled",
    status: "False",
    reason: "SchedulingGated",
    message: "Scheduling is blocked due to non-empty scheduling gates",
  };
  return {
    status: withPodCondition({ ...life.status, phase: "Pending" }, condition, life.time),
    events: [],
  };
}

function unschedulable(life: Life, message: string): PodStep {
  const condition = { type: "PodScheduled", status: "False", reason: "Unschedulable", message };
  return {
    status: withPodCondition({ ...life.status, phase: "Pending" }, condition, life.time),
    events: [
      { type: "Warning", reason: "FailedScheduling", message, component: "default-scheduler" },
    ],
    wakeAt: life.now + RETRY_SCHEDULING,
  };
}

function bind(life: Life, node: WorldNode): PodStep {
  const { pod, time } = life;
  const hasInit = objectsIn(pod.spec?.["initContainers"]).length > 0;
  const waiting: ContainerState = {
    waiting: { reason: hasInit ? "PodInitializing" : "ContainerCreating" },
  };
  const scheduled = withPodCondition(
    {
      ...life.status,
      phase: "Pending",
      hostIP: node.ip,
      hostIPs: [{ ip: node.ip }],
      startTime: time,
    },
    { type: "PodScheduled", status: "True" },
    time,
  );
  const message = `Successfully assigned ${pod.metadata.namespace ?? ""}/${pod.metadata.name ?? ""} to ${node.name}`;
  return {
    status: {
      ...scheduled,
      containerStatuses: containerStatuses(pod, "containers", waiting),
      ...(hasInit
        ? { initContainerStatuses: containerStatuses(pod, "initContainers", waiting) }
        : {}),
    },
    nodeName: node.name,
    events: [{ type: "Normal", reason: "Scheduled", message, component: "default-scheduler" }],
    wakeAt: life.now + PULL_AFTER,
  };
}

/** Image, init containers, start. How far it is follows from the time since the pod was bound. */
function start(life: Life): PodStep {
  const { plan, now, pod } = life;
  const bound = Date.parse(asString(life.status["startTime"]) ?? life.time);
  const pulled = bound + PULL_AFTER + plan.pull * 1000;
  if (plan.imagePullFails) return failPull(life, bound);
  const image = imageOf(pod);
  if (now < pulled) return pulling(life, image, pulled);
  const inits = objectsIn(pod.spec?.["initContainers"]).length;
  const ready = pulled + inits * plan.init * 1000;
  if (now < ready) return initializing(life, ready);
  return started(life, image);
}

function pulling(life: Life, image: string, wakeAt: number): PodStep {
  if (life.now < wakeAt - life.plan.pull * 1000) return { events: [], wakeAt };
  const message = `Pulling image "${image}"`;
  return { events: [{ type: "Normal", reason: "Pulling", message, component: "kubelet" }], wakeAt };
}

function failPull(life: Life, bound: number): PodStep {
  const { pod, now } = life;
  const image = imageOf(pod);
  const backsOff = now - bound > 30_000;
  const message = backsOff
    ? `Back-off pulling image "${image}": ErrImagePull: rpc error: code = NotFound desc = failed to pull and unpack image "${image}": not found`
    : `rpc error: code = NotFound desc = failed to pull and unpack image "${image}": not found`;
  const reason = backsOff ? "ImagePullBackOff" : "ErrImagePull";
  const failed = `Failed to pull image "${image}": ${message}`;
  return {
    status: {
      ...life.status,
      containerStatuses: containerStatuses(pod, "containers", { waiting: { reason, message } }),
    },
    events: [
      backsOff
        ? {
            type: "Normal",
            reason: "BackOff",
            message: `Back-off pulling image "${image}"`,
            component: "kubelet",
          }
        : { type: "Warning", reason: "Failed", message: failed, component: "kubelet" },
    ],
    wakeAt: now + (backsOff ? LONGEST_BACKOFF : 40_000),
  };
}

function initializing(life: Life, wakeAt: number): PodStep {
  const running: ContainerState = { running: { startedAt: life.time } };
  if (stateOf(life.status, "initContainerStatuses")?.["running"] !== undefined)
    return { events: [], wakeAt };
  return {
    status: {
      ...life.status,
      initContainerStatuses: containerStatuses(life.pod, "initContainers", running),
    },
    events: [],
    wakeAt,
  };
}

function started(life: Life, image: string): PodStep {
  const { pod, time, now, plan } = life;
  const done: ContainerState = {
    terminated: { exitCode: 0, reason: "Completed", startedAt: time, finishedAt: time },
  };
  const running = {
    ...life.status,
    phase: "Running",
    podIP: podIp(life.spread),
    podIPs: [{ ip: podIp(life.spread) }],
  };
  const conditions = ["Initialized", "ContainersReady", "Ready"].reduce<JsonObject>(
    (status, type) => withPodCondition(status, { type, status: "True" }, time),
    running,
  );
  const hasInit = asArray(life.status["initContainerStatuses"]) !== undefined;
  return {
    status: {
      ...conditions,
      ...(hasInit ? { initContainerStatuses: containerStatuses(pod, "initContainers", done) } : {}),
      containerStatuses: containerStatuses(pod, "containers", { running: { startedAt: time } }),
    },
    events: [
      event(
        "Pulled",
        `Successfully pulled image "${image}" in ${plan.pull}.2s (${plan.pull}.2s including waiting)`,
      ),
      event("Created", `Container created: ${containerName(pod)}`),
      event("Started", `Container started: ${containerName(pod)}`),
    ],
    wakeAt: now + plan.run * 1000,
  };
}

function run(life: Life): PodStep {
  const { status, now, plan } = life;
  const state = stateOf(status, "containerStatuses");
  const running = asObject(state?.["running"]);
  if (running === undefined) return restartAfterBackoff(life);
  const startedAt = Date.parse(asString(running["startedAt"]) ?? life.time);
  const end = startedAt + plan.run * 1000;
  if (now < end) return { events: [], wakeAt: end };
  return exit(life, toKubeTime(startedAt));
}

function exit(life: Life, startedAt: string): PodStep {
  const { plan, pod, time, now } = life;
  const { exitCode, reason } = plan;
  const terminated: ContainerState = {
    terminated: { exitCode, reason, startedAt, finishedAt: time },
  };
  if (exitCode !== 0 && pod.spec?.["restartPolicy"] === "OnFailure")
    return backOff(life, terminated, now);
  const phase = exitCode === 0 ? "Succeeded" : "Failed";
  const notReady = ["Ready", "ContainersReady"].reduce<JsonObject>(
    (status, type) =>
      withPodCondition(
        status,
        { type, status: "False", reason: exitCode === 0 ? "PodCompleted" : "PodFailed" },
        time,
      ),
    { ...life.status, phase },
  );
  return {
    status: {
      ...notReady,
      containerStatuses: containerStatuses(pod, "containers", terminated, {
        restarts: restartCount(life.status),
        last: lastStateOf(life.status),
      }),
    },
    events: [],
  };
}

/** The kubelet restarts the container in its pod; each time it waits twice as long. */
function backOff(life: Life, last: ContainerState, now: number): PodStep {
  const { pod, time } = life;
  const restarts = restartCount(life.status) + 1;
  const wait = backoffOf(restarts);
  const message = `back-off ${wait / 1000}s restarting failed container=${containerName(pod)} pod=${pod.metadata.name ?? ""}_${pod.metadata.namespace ?? ""}(${pod.metadata.uid ?? ""})`;
  const waiting: ContainerState = { waiting: { reason: "CrashLoopBackOff", message } };
  const notReady = ["Ready", "ContainersReady"].reduce<JsonObject>(
    (status, type) =>
      withPodCondition(status, { type, status: "False", reason: "ContainersNotReady" }, time),
    life.status,
  );
  return {
    status: {
      ...notReady,
      containerStatuses: containerStatuses(pod, "containers", waiting, { restarts, last }),
    },
    events: [
      {
        type: "Warning",
        reason: "BackOff",
        message: `Back-off restarting failed container ${containerName(pod)} in pod ${pod.metadata.name ?? ""}`,
        component: "kubelet",
      },
    ],
    wakeAt: now + wait,
  };
}

function restartAfterBackoff(life: Life): PodStep {
  const { status, pod, now, time, plan } = life;
  const main = objectsIn(status["containerStatuses"])[0];
  const terminated = asObject(asObject(main?.["lastState"])?.["terminated"]);
  const finished = Date.parse(asString(terminated?.["finishedAt"]) ?? time);
  const restarts = restartCount(status);
  const again = finished + backoffOf(restarts);
  if (now < again) return { events: [], wakeAt: again };
  const last: ContainerState = terminated === undefined ? {} : { terminated };
  const ready = ["ContainersReady", "Ready"].reduce<JsonObject>(
    (current, type) => withPodCondition(current, { type, status: "True" }, time),
    status,
  );
  const running: ContainerState = { running: { startedAt: time } };
  return {
    status: {
      ...ready,
      containerStatuses: containerStatuses(pod, "containers", running, { restarts, last }),
    },
    events: [event("Started", `Container started: ${containerName(pod)}`)],
    wakeAt: now + plan.run * 1000,
  };
}

function lastStateOf(status: JsonObject): ContainerState {
  const last = asObject(objectsIn(status["containerStatuses"])[0]?.["lastState"]);
  const terminated = asObject(last?.["terminated"]);
  return terminated === undefined ? {} : { terminated };
}

export function restartCount(status: JsonObject): number {
  return Math.max(
    0,
    ...objectsIn(status["containerStatuses"]).map((item) => Number(item["restartCount"] ?? 0)),
  );
}

function backoffOf(restarts: number): number {
  return Math.min(FIRST_BACKOFF * 2 ** (restarts - 1), LONGEST_BACKOFF);
}

function event(reason: string, message: string) {
  return { type: "Normal", reason, message, component: "kubelet" } as const;
}

function mainContainer(pod: KubeObject): JsonObject | undefined {
  return objectsIn(pod.spec?.["containers"])[0];
}

function containerName(pod: KubeObject): string {
  return asString(mainContainer(pod)?.["name"]) ?? "";
}

function imageOf(pod: KubeObject): string {
  return asString(mainContainer(pod)?.["image"]) ?? "";
}

function podIp(spread: number): string {
  const number = Math.floor(spread * 64_000);
  return `10.244.${Math.floor(number / 250)}.${(number % 250) + 2}`;
}
