import type { KubeObject } from "../k8s/object.ts";
import { unreachable } from "../util/assert.ts";
import {
  asArray,
  asString,
  getIn,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  objectsIn,
  toCanonicalJson,
} from "../util/json.ts";
import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import { sha256Hex } from "../util/sha256.ts";
import type { Dialect, OverrideEntry } from "./entry.ts";
import { parseInstant } from "./instant.ts";
import { overridesOf, overridesPath } from "./override-list.ts";

type Draft = Omit<OverrideEntry, "index" | "dialect">;

/**
 * All overrides of a TrainJob in the order in which they apply: list order; for templateOverrides managers in
 * list order and inside a manager by time, job before pod at the same time. Entries without a readable time
 * (not admitted yet: they will get the time of their admission) come after the others, job before pod, in list order.
 * Ids are unique in one answer. Malformed parts are skipped; nothing throws.
 */
export function readEntries(trainJob: KubeObject, dialect: Dialect): readonly OverrideEntry[] {
  const items = overridesOf(trainJob, dialect) ?? [];
  const base = overridesPath(dialect);
  const drafts = items.flatMap((item, position) =>
    isJsonObject(item) ? draftsOf(item, dialect, joinPointer(base, position), position) : [],
  );
  const seen = new Map<string, number>();
  return drafts.map((draft, index) => {
    const count = seen.get(draft.id) ?? 0;
    seen.set(draft.id, count + 1);
    return { ...draft, id: count === 0 ? draft.id : `${draft.id}#${count}`, dialect, index };
  });
}

/** The entries of one item of the list, in order. */
function draftsOf(
  item: JsonObject,
  dialect: Dialect,
  path: JsonPointer,
  position: number,
): readonly Draft[] {
  switch (dialect) {
    case "podSpecOverrides":
    case "podTemplateOverrides":
      return [ownerless(item, path, position)];
    case "runtimePatches":
      return patchOf(item, path);
    case "templateOverrides":
      return historiesOf(item, path);
    default:
      return unreachable(dialect);
  }
}

function ownerless(item: JsonObject, path: JsonPointer, position: number): Draft {
  const hash = sha256Hex(toCanonicalJson(item)).slice(0, 12);
  return {
    id: `${position}-${hash}`,
    kind: "pod",
    targetJobs: targetNames(item["targetJobs"]),
    change: item,
    path,
  };
}

function patchOf(item: JsonObject, path: JsonPointer): readonly Draft[] {
  const manager = asString(item["manager"]);
  if (manager === undefined) return [];
  const jobs = getIn(item, "trainingRuntimeSpec", "template", "spec", "replicatedJobs");
  return [
    {
      id: manager,
      manager,
      kind: "patch",
      time: asString(item["time"]),
      targetJobs: jobs === undefined ? undefined : targetNames(jobs),
      change: without(item, "manager", "time"),
      path,
    },
  ];
}

const DRAFTS = new WeakMap<JsonObject, { path: JsonPointer; drafts: readonly Draft[] }>();

/** A write to one manager leaves the others the same objects: theirs are not read again. */
function historiesOf(item: JsonObject, path: JsonPointer): readonly Draft[] {
  const known = DRAFTS.get(item);
  if (known?.path === path) return known.drafts;
  const drafts = readHistories(item, path);
  DRAFTS.set(item, { path, drafts });
  return drafts;
}

function readHistories(item: JsonObject, path: JsonPointer): readonly Draft[] {
  const manager = asString(item["manager"]);
  if (manager === undefined) return [];
  const drafts = [
    ...historyOf(item["job"], "job", manager, path),
    ...historyOf(item["pod"], "pod", manager, path),
  ];
  // A stable sort keeps job before pod, and list order, at equal times.
  return drafts
    .map((draft) => ({ draft, at: sortKey(draft.time) }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ draft }) => draft);
}

function historyOf(
  history: Json | undefined,
  kind: "job" | "pod",
  manager: string,
  path: JsonPointer,
): readonly Draft[] {
  return (asArray(history) ?? []).flatMap((entry, position) => {
    if (!isJsonObject(entry)) return [];
    const time = asString(entry["time"]);
    const targets = entry["targetJobs"];
    return [
      {
        id: `${manager}/${kind}/${time ?? `@${position}`}`,
        manager,
        kind,
        time,
        targetJobs: targets === undefined ? undefined : targetNames(targets),
        change: without(entry, "time"),
        path: joinPointer(path, kind, position),
      },
    ];
  });
}

function sortKey(time: string | undefined): number {
  return (time === undefined ? undefined : parseInstant(time)) ?? Number.POSITIVE_INFINITY;
}

function targetNames(value: Json | undefined): readonly string[] {
  return objectsIn(value).flatMap((target) => asString(target["name"]) ?? []);
}

function without(object: JsonObject, ...keys: readonly string[]): JsonObject {
  const rest: MutableJsonObject = {};
  for (const key of Object.keys(object)) if (!keys.includes(key)) rest[key] = object[key];
  return rest;
}
