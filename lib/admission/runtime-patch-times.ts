import type { KubeObject } from "../k8s/object.ts";
import type { StructuralSchema } from "../schema/structural-schema.ts";
import { toKubeTime } from "../util/clock.ts";
import {
  asObject,
  asString,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  objectsIn,
} from "../util/json.ts";
import { withCanonicalQuantities } from "./canonical-quantities.ts";
import type { RuleContext } from "./rule-context.ts";
import { isSemanticallyEqual } from "./semantic-equal.ts";

/**
 * Trainer's mutating webhook (2.2 and later): a new patch without time gets now; a patch whose content did not change keeps the
 * stored time, or stays without; a changed one gets now whatever the client sent. One "now" for the request.
 * Where it changes a time, the whole object goes through Go's encoder, which rewrites every quantity; where it changes none,
 * the object stays as the client wrote it.
 */
export function fillPatchTimes({ object, old, request, schema }: RuleContext): KubeObject {
  const list = object.spec?.["runtimePatches"];
  const specSchema = schema.properties?.["spec"];
  if (!isJsonArray(list) || specSchema === undefined) return object;
  const now = toKubeTime(request.now);
  const stored = new Map(
    objectsIn(old?.spec?.["runtimePatches"]).map((patch) => [
      asString(patch["manager"]) ?? "",
      patch,
    ]),
  );
  const patchSchema = specSchema.properties?.["runtimePatches"]?.items?.properties;
  const next = list.map((patch) => {
    if (!isJsonObject(patch)) return patch;
    const before = stored.get(asString(patch["manager"]) ?? "");
    if (before === undefined) return withTime(patch, patch["time"] ?? now, patchSchema?.["time"]);
    const [a, b] = [patch["trainingRuntimeSpec"], before["trainingRuntimeSpec"]];
    const isSame = isSemanticallyEqual(patchSchema?.["trainingRuntimeSpec"], a, b);
    return withTime(patch, isSame ? before["time"] : now, patchSchema?.["time"]);
  });
  if (next.every((patch, index) => patch === list[index])) return object;
  const spec = { ...object.spec, runtimePatches: next };
  return { ...object, spec: asObject(withCanonicalQuantities(specSchema, spec)) };
}

function withTime(
  patch: JsonObject,
  time: Json | undefined,
  schema: StructuralSchema | undefined,
): JsonObject {
  if (isSemanticallyEqual(schema, patch["time"], time)) return patch;
  const { time: _, ...rest } = patch;
  return time === undefined ? rest : { ...rest, time };
}
