import type { KubeObject } from "#lib/k8s/object.ts";
import type { Sandbox } from "../sandbox.ts";
import type { RecordEvent } from "./event-recorder.ts";
import type { WorldClock } from "./world-clock.ts";

/** What each controller of the world works with. */
export type WorldContext = {
  readonly sandbox: Sandbox;
  readonly clock: WorldClock;
  /** Chance of the whole world. */
  readonly seed: number;
  readonly record: RecordEvent;
  /** Whether Kueue is part of this world. */
  readonly hasQueues: boolean;
  /** World milliseconds between two progress reports of a TrainJob. */
  reportEvery(): number;
  /** Reconciles the object again at this world time; a nearer wish replaces a later one. */
  wakeAt(object: KubeObject, time: number): void;
};
