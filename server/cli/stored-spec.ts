import type { KubeObject } from "#lib/k8s/object.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import {
  asArray,
  getIn,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
} from "#lib/util/json.ts";

const SERVER_TIME = "<now>";

/**
 * The stored spec with `<now>` for times that the server set: of a runtimePatch the moment of the request, of an entry of
 * templateOverrides any time that the client left out.
 */
export function withoutServerTimes(sent: KubeObject, stored: KubeObject, now: number): JsonObject {
  const spec: MutableJsonObject = { ...stored.spec };
  const patches = asArray(spec["runtimePatches"]);
  if (patches !== undefined) {
    const at = toKubeTime(now);
    spec["runtimePatches"] = patches.map((patch) =>
      getIn(patch, "time") === at ? withTime(patch) : patch,
    );
  }
  const overrides = asArray(spec["templateOverrides"]);
  if (overrides !== undefined)
    spec["templateOverrides"] = overrides.map((item, index) =>
      withHistories(item, getIn(sent.spec, "templateOverrides", index)),
    );
  return spec;
}

function withHistories(stored: Json, sent: Json | undefined): Json {
  if (!isJsonObject(stored)) return stored;
  const next: MutableJsonObject = { ...stored };
  for (const kind of ["job", "pod"]) {
    const list = asArray(stored[kind]);
    if (list === undefined) continue;
    next[kind] = list.map((entry, index) =>
      typeof getIn(sent, kind, index, "time") === "string" ? entry : withTime(entry),
    );
  }
  return next;
}

function withTime(value: Json): Json {
  return isJsonObject(value) ? { ...value, time: SERVER_TIME } : value;
}
