import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { asObject, asString, type JsonObject, objectsIn } from "#lib/util/json.ts";
import type { PodLogRequest, PodLogSource } from "../pod-log.ts";
import { type LogLine, type LogRun, logLines } from "./log-lines.ts";
import { roleOf } from "./pod-controller.ts";
import type { WorldContext } from "./world-context.ts";

/** How long a follower waits before it looks again; real time where the clock has a driver. */
const LOOK_EVERY = 500;

/** Invented logs: the same pod writes the same lines at the same times, as long as it runs. */
export function createPodLogs(context: WorldContext): PodLogSource {
  return (request) => {
    const run = runOf(context, request, request.pod);
    return typeof run === "string" ? run : write(context, request, run);
  };
}

async function* write(
  context: WorldContext,
  request: PodLogRequest,
  first: LogRun,
): AsyncGenerator<string> {
  const { clock, sandbox } = context;
  const start = startOf(request, first, clock.now());
  let budget = request.limitBytes ?? Number.POSITIVE_INFINITY;
  let seen = start;
  for (const line of tail([...logLines(first, start)], request.tailLines)) {
    const text = toText(line, request);
    budget -= text.length;
    if (budget < 0) return;
    yield text;
  }
  seen = Math.max(seen, first.until);
  let isOver = first.exitCode !== undefined;
  while (request.follow && !isOver && !request.signal.aborted) {
    await clock.sleep(LOOK_EVERY, request.signal);
    const { namespace, name = "" } = request.pod.metadata;
    const pod = sandbox.store.get(KINDS.Pod, namespace, name);
    const run = pod === undefined ? undefined : runOf(context, request, pod);
    if (run === undefined || typeof run === "string" || run.startedAt !== first.startedAt) return;
    for (const line of logLines(run, seen)) yield toText(line, request);
    seen = Math.max(seen, run.until);
    isOver = run.exitCode !== undefined;
  }
}

/** The run whose log is asked for, or the API server's sentence why there is none. */
function runOf(context: WorldContext, request: PodLogRequest, pod: KubeObject): LogRun | string {
  const container = request.container ?? "";
  const podName = pod.metadata.name ?? "";
  const statuses = [
    ...objectsIn(pod.status?.["containerStatuses"]),
    ...objectsIn(pod.status?.["initContainerStatuses"]),
  ];
  const status = statuses.find((item) => item["name"] === container);
  const state = asObject(status?.[request.previous ? "lastState" : "state"]);
  const terminated = asObject(state?.["terminated"]) ?? lastRun(status, request.previous);
  const running = asObject(state?.["running"]);
  if (terminated === undefined && running === undefined)
    return request.previous
      ? `previous terminated container "${container}" in pod "${podName}" not found`
      : `container "${container}" in pod "${podName}" is waiting to start: ${waitingReason(state)}`;
  const time = (field: string) => Date.parse(asString((terminated ?? running)?.[field]) ?? "");
  const isMain = objectsIn(pod.spec?.["containers"])[0]?.["name"] === container;
  const startedAt = time("startedAt");
  const exitCode = terminated?.["exitCode"];
  return {
    key: `${context.seed}/${podName}/${container}/${startedAt}`,
    role: isMain ? roleOf(context, pod) : "sidecar",
    rank: Number(pod.metadata.labels?.["batch.kubernetes.io/job-completion-index"] ?? 0),
    startedAt,
    until: terminated === undefined ? context.clock.now() : time("finishedAt"),
    exitCode: typeof exitCode === "number" ? exitCode : undefined,
  };
}

/** A container that waits for its next start still shows the log of its last run. */
function lastRun(status: JsonObject | undefined, previous: boolean): JsonObject | undefined {
  const isWaiting = asObject(asObject(status?.["state"])?.["waiting"]) !== undefined;
  if (previous || !isWaiting) return undefined;
  return asObject(asObject(status?.["lastState"])?.["terminated"]);
}

function waitingReason(state: JsonObject | undefined): string {
  return asString(asObject(state?.["waiting"])?.["reason"]) ?? "ContainerCreating";
}

/** Lines after this time are wanted. */
function startOf(request: PodLogRequest, run: LogRun, now: number): number {
  const since =
    request.sinceSeconds === undefined
      ? Date.parse(request.sinceTime ?? "")
      : now - request.sinceSeconds * 1000;
  return Number.isNaN(since) ? run.startedAt - 1 : since - 1;
}

function tail(lines: readonly LogLine[], count: number | undefined): readonly LogLine[] {
  return count === undefined ? lines : count === 0 ? [] : lines.slice(-count);
}

function toText({ time, text }: LogLine, request: PodLogRequest): string {
  const stamp = request.timestamps
    ? `${new Date(time).toISOString().replace("Z", "000000Z")} `
    : "";
  return `${stamp}${text}\n`;
}
