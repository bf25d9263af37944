import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import type { JsonObject } from "#lib/util/json.ts";
import type { SandboxStore } from "../sandbox-store.ts";
import { chance } from "./seeded-random.ts";

export type WorldEvent = {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
};

export type RecordEvent = (about: KubeObject, event: WorldEvent, component: string) => void;

/** Writes core/v1 Events at the clock's time; the same event about the same object is one object with a count. */
export function createEventRecorder(store: SandboxStore, clock: { now(): number }): RecordEvent {
  return (about, event, component) => {
    const namespace = about.metadata.namespace ?? "default";
    const name = eventName(about, event);
    const time = toKubeTime(clock.now());
    const again = store.update(
      KINDS.Event,
      namespace,
      name,
      (old) => ({ ...old, count: Number(old["count"] ?? 1) + 1, lastTimestamp: time }),
      { manager: component },
    );
    if (again === undefined)
      store.create(toEvent(about, event, component, name, time), { manager: component });
  };
}

function eventName(about: KubeObject, event: WorldEvent): string {
  const text = `${about.metadata.uid ?? ""}/${event.reason}/${event.message}`;
  const digits = Math.floor(chance(text) * 2 ** 48).toString(16);
  return `${about.metadata.name ?? ""}.${digits.padStart(16, "1")}`;
}

/** The Event object itself; `time` is metav1.Time. */
export function toEvent(
  about: KubeObject,
  event: WorldEvent,
  component: string,
  name: string,
  time: string,
): KubeObject {
  const involvedObject: JsonObject = {
    apiVersion: about.apiVersion,
    kind: about.kind,
    namespace: about.metadata.namespace,
    name: about.metadata.name,
    uid: about.metadata.uid,
    resourceVersion: about.metadata.resourceVersion,
  };
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name, namespace: about.metadata.namespace ?? "default" },
    involvedObject,
    type: event.type,
    reason: event.reason,
    message: event.message,
    count: 1,
    firstTimestamp: time,
    lastTimestamp: time,
    source: { component },
    reportingComponent: component,
    reportingInstance: "",
  };
}
