import type { KubeObject } from "#lib/k8s/object.ts";
import { asObject, type JsonObject, objectsIn } from "#lib/util/json.ts";

/** One of running, waiting, terminated; empty for none. */
export type ContainerState = { readonly [state: string]: JsonObject | undefined };

export function podCondition(status: JsonObject, type: string): JsonObject | undefined {
  return objectsIn(status["conditions"]).find((condition) => condition["type"] === type);
}

/** The status with the pod condition set; its time moves only when its status does. */
export function withPodCondition(
  status: JsonObject,
  condition: {
    readonly type: string;
    readonly status: string;
    readonly reason?: string;
    readonly message?: string;
  },
  time: string,
): JsonObject {
  const old = podCondition(status, condition.type);
  const kept = old?.["status"] === condition.status ? old["lastTransitionTime"] : undefined;
  const next: JsonObject = { ...condition, lastProbeTime: null, lastTransitionTime: kept ?? time };
  const others = objectsIn(status["conditions"]).filter((item) => item !== old);
  return { ...status, conditions: [...others, next] };
}

/** The state of the first container of a list of statuses. */
export function stateOf(status: JsonObject, field: string): JsonObject | undefined {
  return asObject(objectsIn(status[field])[0]?.["state"]);
}

/** The same state for all containers of a list, but restarts, which only the first one has. */
export function containerStatuses(
  pod: KubeObject,
  field: "containers" | "initContainers",
  state: ContainerState,
  history?: { readonly restarts: number; readonly last: ContainerState },
): readonly JsonObject[] {
  const isRunning = state["running"] !== undefined;
  return objectsIn(pod.spec?.[field]).map((container, index): JsonObject => {
    const image = container["image"] ?? "";
    const own = index === 0 ? history : undefined;
    return {
      name: container["name"],
      image,
      imageID: isRunning || state["terminated"] !== undefined ? image : "",
      ready: isRunning || (field === "initContainers" && state["terminated"] !== undefined),
      started: isRunning,
      restartCount: own?.restarts ?? 0,
      state,
      lastState: own?.last ?? {},
    };
  });
}
