import { parseInstant } from "../dialect/instant.ts";
import type { KubeObject } from "../k8s/object.ts";
import { toKubeTime } from "../util/clock.ts";
import { asString, isJsonObject, type Json, type JsonObject, objectsIn } from "../util/json.ts";
import type { RuleContext } from "./rule-context.ts";
import { isSemanticallyEqual } from "./semantic-equal.ts";

/**
 * Trainer's mutating webhook (2.2 and later): a new patch without time gets now; a patch whose content did not change keeps the
 * stored time, or stays without; a changed one gets now whatever the client sent. One "now" for the request.
 */
export function fillPatchTimes({ object, old, request, schema }: RuleContext): KubeObject {
  const list = object.spec?.["runtimePatches"];
  if (!Array.isArray(list)) return object;
  const now = toKubeTime(request.now);
  const stored = new Map(
    objectsIn(old?.spec?.["runtimePatches"]).map((patch) => [
      asString(patch["manager"]) ?? "",
      patch,
    ]),
  );
  const items = schema.properties?.["spec"]?.properties?.["runtimePatches"]?.items;
  const content = items?.properties?.["trainingRuntimeSpec"];
  const next = (list as readonly Json[]).map((patch) => {
    if (!isJsonObject(patch)) return patch;
    const before = stored.get(asString(patch["manager"]) ?? "");
    if (before === undefined) return withTime(patch, patch["time"] ?? now);
    const [a, b] = [patch["trainingRuntimeSpec"], before["trainingRuntimeSpec"]];
    return withTime(patch, isSemanticallyEqual(content, a, b) ? before["time"] : now);
  });
  return { ...object, spec: { ...object.spec, runtimePatches: next } };
}

function withTime(patch: JsonObject, time: Json | undefined): JsonObject {
  const { time: _, ...rest } = patch;
  if (time === undefined || time === null) return rest;
  const instant = typeof time === "string" ? parseInstant(time) : undefined;
  return { ...rest, time: instant === undefined ? time : toKubeTime(instant * 1000) };
}
