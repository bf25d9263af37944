import type { KubeObject } from "../k8s/object.ts";
import { asString, type JsonObject, objectsIn } from "../util/json.ts";

export type Condition = {
  readonly type: string;
  readonly status: string;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  /** Milliseconds since the epoch; undefined when absent or unreadable. */
  readonly since?: number | undefined;
};

/** The condition of a type whatever its status; the order of conditions means nothing. */
export function findCondition(object: KubeObject | undefined, type: string): Condition | undefined {
  const found = objectsIn(object?.status?.["conditions"]).find((item) => item["type"] === type);
  return found === undefined ? undefined : toCondition(found, type);
}

/** The condition of a type where its status is True. */
export function trueCondition(object: KubeObject | undefined, type: string): Condition | undefined {
  const condition = findCondition(object, type);
  return condition?.status === "True" ? condition : undefined;
}

function toCondition(item: JsonObject, type: string): Condition {
  return {
    type,
    status: asString(item["status"]) ?? "Unknown",
    reason: textOf(item["reason"]),
    message: textOf(item["message"]),
    since: toMilliseconds(asString(item["lastTransitionTime"])),
  };
}

/** Milliseconds since the epoch of a time as Kubernetes writes it. */
export function toMilliseconds(time: string | undefined): number | undefined {
  if (time === undefined) return undefined;
  const parsed = Date.parse(time);
  return Number.isNaN(parsed) ? undefined : parsed;
}

function textOf(value: JsonObject[string]): string | undefined {
  const text = asString(value);
  return text === "" ? undefined : text;
}
