import { parseInstant } from "../dialect/instant.ts";
import type { KubeObject } from "../k8s/object.ts";
import { asString, type Json, type JsonObject, objectsIn } from "../util/json.ts";

export const HISTORIES = ["job", "pod"] as const;
export type HistoryName = (typeof HISTORIES)[number];

/** One entry of templateOverrides with its place; `managerIndex` and `index` count all items of their lists. */
export type HistoryEntry = {
  readonly manager: string;
  readonly managerIndex: number;
  readonly history: HistoryName;
  readonly index: number;
  readonly entry: JsonObject;
  /** Seconds since the epoch; undefined where time is absent or no RFC 3339 time. */
  readonly instant: number | undefined;
  /** As the API server writes it: `spec.templateOverrides[0].pod[1]`. */
  readonly field: string;
  /** Text that finds the entry again: history, instant, manager. */
  readonly key: string;
  /** Text that is equal for entries of one manager at one instant. */
  readonly moment: string;
};

export function overrideManagers(object: KubeObject | undefined): readonly JsonObject[] {
  return objectsIn(object?.spec?.["templateOverrides"]);
}

export function managerNames(object: KubeObject | undefined): readonly string[] {
  return overrideManagers(object).map((item) => asString(item["manager"]) ?? "");
}

const ENTRIES = new WeakMap<KubeObject, readonly HistoryEntry[]>();

/** All entries: managers in list order, `job` before `pod`, each history in list order. Read once for each object. */
export function historyEntries(object: KubeObject | undefined): readonly HistoryEntry[] {
  if (object === undefined) return [];
  const known = ENTRIES.get(object);
  if (known !== undefined) return known;
  const entries = overrideManagers(object).flatMap(entriesOfManager);
  ENTRIES.set(object, entries);
  return entries;
}

type ManagerEntries = { readonly managerIndex: number; readonly entries: readonly HistoryEntry[] };
const OF_MANAGER = new WeakMap<JsonObject, ManagerEntries>();

/** A write to one manager leaves the others the same objects: theirs are not read again. */
function entriesOfManager(item: JsonObject, managerIndex: number): readonly HistoryEntry[] {
  const known = OF_MANAGER.get(item);
  if (known?.managerIndex === managerIndex) return known.entries;
  const manager = asString(item["manager"]) ?? "";
  const entries = HISTORIES.flatMap((history) =>
    objectsIn(item[history]).map((entry, index): HistoryEntry => {
      const instant = instantOf(entry["time"]);
      const field = `spec.templateOverrides[${managerIndex}].${history}[${index}]`;
      const moment = `${instant ?? "?"} ${manager}`;
      const key = `${history} ${moment}`;
      return { manager, managerIndex, history, index, entry, instant, field, key, moment };
    }),
  );
  OF_MANAGER.set(item, { managerIndex, entries });
  return entries;
}

export function instantOf(time: Json | undefined): number | undefined {
  return typeof time === "string" ? parseInstant(time) : undefined;
}

/** The newest instant of each manager, over both histories. */
export function newestByManager(entries: readonly HistoryEntry[]): ReadonlyMap<string, number> {
  const newest = new Map<string, number>();
  for (const { manager, instant } of entries) {
    if (instant === undefined) continue;
    newest.set(manager, Math.max(newest.get(manager) ?? instant, instant));
  }
  return newest;
}

/** Entries that the stored object does not have, by manager, history and instant. */
export function newEntries(
  entries: readonly HistoryEntry[],
  stored: readonly HistoryEntry[],
): readonly HistoryEntry[] {
  const known = new Set(stored.map(({ key }) => key));
  return entries.filter((entry) => entry.instant === undefined || !known.has(entry.key));
}
