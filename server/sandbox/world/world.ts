import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { unreachable } from "#lib/util/assert.ts";
import { isEqualJson } from "#lib/util/json.ts";
import type { Sandbox } from "../sandbox.ts";
import type { StoreChange } from "../sandbox-store.ts";
import { createEventRecorder } from "./event-recorder.ts";
import { reconcileJob } from "./job-controller.ts";
import { reconcileJobSet } from "./jobset-controller.ts";
import { controllerOf, kindOf } from "./owners.ts";
import { reconcilePod } from "./pod-controller.ts";
import { createPodLogs } from "./pod-logs.ts";
import { reportProgress } from "./progress-controller.ts";
import { reconcileQueues } from "./queue-controller.ts";
import { type Failures, reconcileTrainJob } from "./trainjob-controller.ts";
import type { WorldClock } from "./world-clock.ts";
import type { WorldContext } from "./world-context.ts";

export type WorldOptions = {
  /** The clock that the sandbox was made with. */
  readonly clock: WorldClock;
  /** Chance of the whole world: equal seeds and equal writes give equal worlds. */
  readonly seed?: number | undefined;
  /** Kueue is part of the world; default true. Without it queue labels mean nothing. */
  readonly queues?: boolean | undefined;
};

export type World = {
  /** World milliseconds between two progress reports of a TrainJob; rarer reports make a long past cheap to play, Infinity means none. */
  setReportEvery(ms: number): void;
  /** The controllers do not touch this object until somebody changes its spec. */
  leaveAlone(object: KubeObject): void;
  stop(): void;
};

const REPORT_EVERY = 30_000;

const LIVING_KINDS = ["TrainJob", "JobSet", "Job", "Pod", "Workload"] as const;
type LivingKind = (typeof LIVING_KINDS)[number];
type Key = { readonly kind: LivingKind; readonly namespace: string; readonly name: string };
type Alarm = { readonly time: number; readonly cancel: () => void };

const FAR = Number.POSITIVE_INFINITY;

/** Sets the controllers to work: on what is in the store, and on each change from now on. */
export function startWorld(sandbox: Sandbox, options: WorldOptions): World {
  return new RunningWorld(sandbox, options);
}

class RunningWorld implements World {
  readonly #sandbox: Sandbox;
  readonly #clock: WorldClock;
  readonly #context: WorldContext;
  readonly #queue = new Map<string, Key>();
  readonly #alarms = new Map<string, Alarm>();
  readonly #failures: Failures = new Map();
  /** By uid: the generation of objects to leave alone. */
  readonly #still = new Map<string, number | undefined>();
  readonly #unsubscribe: () => void;
  #reportEvery = REPORT_EVERY;
  #areQueuesDue: boolean = false;
  #isPlanned: boolean = false;
  #isStopped: boolean = false;

  constructor(sandbox: Sandbox, { clock, seed = 1, queues: hasQueues = true }: WorldOptions) {
    this.#sandbox = sandbox;
    this.#clock = clock;
    const record = createEventRecorder(sandbox.store, clock);
    const wakeAt = (object: KubeObject, time: number) => this.#wakeAt(object, time);
    const reportEvery = () => this.#reportEvery;
    this.#context = { sandbox, clock, seed, record, wakeAt, reportEvery, hasQueues };
    sandbox.setLogSource(createPodLogs(this.#context));
    this.#unsubscribe = sandbox.onChange((change) => this.#onChange(change));
    for (const kind of LIVING_KINDS)
      for (const object of sandbox.store.list(KINDS[kind])) this.#enqueue(object);
  }

  setReportEvery(ms: number): void {
    this.#reportEvery = ms;
  }

  leaveAlone({ metadata }: KubeObject): void {
    this.#still.set(metadata.uid ?? "", metadata.generation);
  }

  stop(): void {
    this.#isStopped = true;
    this.#unsubscribe();
    for (const alarm of this.#alarms.values()) alarm.cancel();
    this.#alarms.clear();
    this.#queue.clear();
  }

  #onChange({ type, object, old }: StoreChange): void {
    if (isStatusReport(object, old)) return;
    if (type !== "deleted") this.#enqueue(object);
    const owner = controllerOf(object);
    if (owner === undefined) return;
    const { namespace } = object.metadata;
    this.#enqueue({ ...owner, metadata: { name: owner.name, namespace } });
  }

  #enqueue(object: Pick<KubeObject, "apiVersion" | "kind" | "metadata">): void {
    const kind = LIVING_KINDS.find((living) => living === object.kind);
    if (kind === undefined || kindOf(object) === undefined) return;
    const { namespace = "", name = "" } = object.metadata;
    this.#queue.set(`${kind}/${namespace}/${name}`, { kind, namespace, name });
    if (kind === "Workload") this.#areQueuesDue = true;
    this.#plan();
  }

  #plan(): void {
    if (this.#isPlanned || this.#isStopped) return;
    this.#isPlanned = true;
    this.#clock.soon(() => {
      this.#isPlanned = false;
      this.#drain();
    });
  }

  #drain(): void {
    while (this.#queue.size > 0 && !this.#isStopped) {
      const keys = [...this.#queue];
      this.#queue.clear();
      for (const [, key] of keys) this.#reconcile(key);
    }
    if (!this.#areQueuesDue || this.#isStopped || !this.#context.hasQueues) return;
    this.#areQueuesDue = false;
    reconcileQueues(this.#context);
  }

  #reconcile({ kind, namespace, name }: Key): void {
    const object = this.#sandbox.store.get(KINDS[kind], namespace, name);
    if (object === undefined || this.#isLeftAlone(object)) return;
    switch (kind) {
      case "TrainJob":
        reconcileTrainJob(this.#context, object, this.#failures);
        return;
      case "JobSet":
        reconcileJobSet(this.#context, object);
        return;
      case "Job":
        reconcileJob(this.#context, object);
        return;
      case "Pod":
        reconcilePod(this.#context, object);
        reportProgress(this.#context, object);
        return;
      case "Workload":
        this.#areQueuesDue = true;
        return;
      default:
        unreachable(kind);
    }
  }

  #isLeftAlone({ metadata }: KubeObject): boolean {
    const uid = metadata.uid ?? "";
    if (!this.#still.has(uid)) return false;
    if (this.#still.get(uid) === metadata.generation) return true;
    this.#still.delete(uid);
    return false;
  }

  #wakeAt(object: KubeObject, time: number): void {
    const key = `${object.kind}/${object.metadata.namespace ?? ""}/${object.metadata.name ?? ""}`;
    const planned = this.#alarms.get(key);
    if ((planned?.time ?? FAR) <= time) return;
    planned?.cancel();
    const cancel = this.#clock.at(time, () => {
      this.#alarms.delete(key);
      this.#enqueue(object);
    });
    this.#alarms.set(key, { time, cancel });
  }
}

/** A TrainJob's status is written by the controllers themselves; nobody has to act on it. */
function isStatusReport(object: KubeObject, old: KubeObject | undefined): boolean {
  if (object.kind !== "TrainJob" || old === undefined) return false;
  const [now, before] = [object.metadata, old.metadata];
  return (
    now.generation === before.generation &&
    isEqualJson(now.labels, before.labels) &&
    now.deletionTimestamp === before.deletionTimestamp
  );
}
