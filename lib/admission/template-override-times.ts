import { canonicalInstant } from "../dialect/instant.ts";
import type { KubeObject } from "../k8s/object.ts";
import { toKubeTime } from "../util/clock.ts";
import { asString, isJsonArray, isJsonObject, type Json, type JsonObject } from "../util/json.ts";
import type { RuleContext } from "./rule-context.ts";
import { HISTORIES, historyEntries, instantOf, newestByManager } from "./template-histories.ts";

/**
 * The mutating webhook of templateOverrides: rewrites every readable time to UTC and whole seconds, and fills absent ones.
 * A filled time is max(now, newest stored + 1 s), later ones of the same request a second apart, `job` before `pod`, in
 * list order; an instant that another entry of the manager has is passed over. What is no time stays for the schema to refuse.
 */
export function fillTemplateTimes({ object, old, request }: RuleContext): KubeObject {
  const list = object.spec?.["templateOverrides"];
  if (!isJsonArray(list)) return object;
  const newest = newestByManager(historyEntries(old));
  const next = list.map((item) =>
    isJsonObject(item) ? fillManager(item, newest, request.now) : item,
  );
  if (next.every((item, index) => item === list[index])) return object;
  return { ...object, spec: { ...object.spec, templateOverrides: next } };
}

/** Managers whose times are all as the API server writes them. */
const CANONICAL = new WeakSet<JsonObject>();

function isCanonical(item: JsonObject): boolean {
  if (CANONICAL.has(item)) return true;
  const all = HISTORIES.every((history) =>
    listOf(item[history]).every(
      (entry) =>
        !isJsonObject(entry) || canonicalInstant(asString(entry["time"]) ?? "") !== undefined,
    ),
  );
  if (all) CANONICAL.add(item);
  return all;
}

function fillManager(
  item: JsonObject,
  newest: ReadonlyMap<string, number>,
  now: number,
): JsonObject {
  if (isCanonical(item)) return item;
  const stored = newest.get(asString(item["manager"]) ?? "");
  const used = new Set<number>();
  for (const history of HISTORIES)
    for (const entry of listOf(item[history]))
      if (isJsonObject(entry)) addDefined(used, instantOf(entry["time"]));
  const start = Math.floor(now / 1000);
  let cursor = stored === undefined ? start : Math.max(start, stored + 1);
  const take = (): number => {
    while (used.has(cursor)) cursor += 1;
    used.add(cursor);
    return cursor;
  };
  let changed = false;
  const next: { [key: string]: Json | undefined } = { ...item };
  for (const history of HISTORIES) {
    if (!Array.isArray(item[history])) continue;
    next[history] = listOf(item[history]).map((entry) => {
      const timed = isJsonObject(entry) ? withTime(entry, take) : entry;
      if (timed !== entry) changed = true;
      return timed;
    });
  }
  return changed ? next : item;
}

function listOf(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

function addDefined(set: Set<number>, instant: number | undefined): void {
  if (instant !== undefined) set.add(instant);
}

function withTime(entry: JsonObject, take: () => number): JsonObject {
  const { time, ...rest } = entry;
  if (time === undefined || time === null) return { time: toKubeTime(take() * 1000), ...rest };
  const instant = instantOf(time);
  if (instant === undefined) return entry;
  const canonical = toKubeTime(instant * 1000);
  return canonical === time ? entry : { ...entry, time: canonical };
}
