import type { Dialect, OverrideEntry } from "../dialect/entry.ts";
import { hasManagers } from "../dialect/override-list.ts";
import type { KubeObject } from "../k8s/object.ts";
import { asObject, asString, isJsonObject, type JsonObject } from "../util/json.ts";
import type { TrustMark } from "./timeline.ts";

/** Field managers are limited to 128 characters; for longer manager keys the dashboard writes under this name. */
const LONG_MANAGER = "trainer-dashboard";
const MAX_FIELD_MANAGER = 128;

/** Answers for one entry after another; the managedFields are read once. */
export function trustMarks(
  trainJob: KubeObject,
  dialect: Dialect,
): (entry: OverrideEntry) => TrustMark {
  const writers = readWriters(trainJob, dialect);
  return (entry) => {
    const names = [...(writers.get(ownershipKey(entry)) ?? [])];
    if (entry.manager === undefined || names.length === 0)
      return { level: "unknown", writers: names };
    const isOwn = names.includes(fieldManagerOf(entry.manager));
    return { level: isOwn ? "confirmed" : "claimed", writers: names };
  };
}

function fieldManagerOf(manager: string): string {
  return manager.length > MAX_FIELD_MANAGER ? LONG_MANAGER : manager;
}

/** A list without owners is one field: whoever wrote it last wrote all of it. */
function ownershipKey(entry: OverrideEntry): string {
  if (entry.manager === undefined) return "";
  if (entry.kind === "patch") return entry.manager;
  return JSON.stringify([entry.manager, entry.kind, entry.time]);
}

function readWriters(
  trainJob: KubeObject,
  dialect: Dialect,
): ReadonlyMap<string, ReadonlySet<string>> {
  const writers = new Map<string, Set<string>>();
  const note = (key: string, writer: string) => {
    const names = writers.get(key) ?? new Set();
    writers.set(key, names.add(writer));
  };
  for (const { manager, fieldsV1, subresource } of trainJob.metadata.managedFields ?? []) {
    const list = asObject(asObject(fieldsV1?.["f:spec"])?.[`f:${dialect}`]);
    if (list === undefined || manager === undefined || subresource) continue;
    for (const key of keysIn(list, dialect)) note(key, manager);
  }
  return writers;
}

function keysIn(list: JsonObject, dialect: Dialect): readonly string[] {
  if (!hasManagers(dialect)) return [""];
  return elementsOf(list, "manager").flatMap(([manager, fields]) => {
    if (dialect === "runtimePatches") return [manager];
    return ["job", "pod"].flatMap((kind) =>
      elementsOf(asObject(fields[`f:${kind}`]) ?? {}, "time").map(([time]) =>
        JSON.stringify([manager, kind, time]),
      ),
    );
  });
}

/** Elements of a list-map in a field set: `k:{"manager":"a.io/b"}` with what is owned below. */
function elementsOf(fields: JsonObject, key: string): readonly (readonly [string, JsonObject])[] {
  return Object.entries(fields).flatMap(([name, below]) => {
    if (!name.startsWith("k:")) return [];
    const value = asString(parseKey(name.slice(2))?.[key]);
    return value === undefined ? [] : [[value, asObject(below) ?? {}] as const];
  });
}

function parseKey(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
