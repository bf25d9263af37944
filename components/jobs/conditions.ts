import type { KubeObject } from "#lib/k8s/object.ts";
import { asString, objectsIn } from "#lib/util/json.ts";

export type Condition = {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly time: string | undefined;
};

/** `status.conditions`, in the order of their last change. */
export function conditionsOf(object: KubeObject): readonly Condition[] {
  return objectsIn(object.status?.["conditions"])
    .map((condition) => ({
      type: asString(condition["type"]) ?? "",
      status: asString(condition["status"]) ?? "",
      reason: asString(condition["reason"]) ?? "",
      message: asString(condition["message"]) ?? "",
      time: asString(condition["lastTransitionTime"]),
    }))
    .sort((a, b) => (a.time ?? "").localeCompare(b.time ?? ""));
}
