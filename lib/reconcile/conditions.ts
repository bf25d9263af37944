import { type Json, type JsonObject, objectsIn } from "../util/json.ts";

/** metav1.Condition without the fields that its setter fills. */
export type NewCondition = {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
};

export function findCondition(
  status: JsonObject | undefined,
  type: string,
): JsonObject | undefined {
  return objectsIn(status?.["conditions"]).find((condition) => condition["type"] === type);
}

export function isConditionTrue(status: JsonObject | undefined, type: string): boolean {
  return findCondition(status, type)?.["status"] === "True";
}

/**
 * The list with the condition in its old place, or appended. `lastTransitionTime` moves only when `status` changes.
 * `time` is metav1.Time.
 */
export function setCondition(
  conditions: Json | undefined,
  next: NewCondition,
  time: string,
): readonly JsonObject[] {
  const list = objectsIn(conditions);
  const old = list.find((condition) => condition["type"] === next.type);
  const kept = old !== undefined && old["status"] === next.status;
  const condition: JsonObject = {
    type: next.type,
    status: next.status,
    reason: next.reason,
    message: next.message,
    lastTransitionTime: kept ? (old["lastTransitionTime"] ?? time) : time,
  };
  return old === undefined
    ? [...list, condition]
    : list.map((item) => (item === old ? condition : item));
}
