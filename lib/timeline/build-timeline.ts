import type { Dialect, OverrideEntry } from "../dialect/entry.ts";
import { parseInstant } from "../dialect/instant.ts";
import { hasManagers, overridesOf, overridesPath } from "../dialect/override-list.ts";
import { readEntries } from "../dialect/read-entries.ts";
import type { KubeObject } from "../k8s/object.ts";
import type { Blame } from "../render/origin.ts";
import { toKubeTime } from "../util/clock.ts";
import { asString, getIn, isJsonObject, type Json } from "../util/json.ts";
import { type TargetHistory, targetHistories } from "./field-targets.ts";
import { fieldWritesOf, type PlacedWrite } from "./field-writes.ts";
import { type AnomalyFacts, findAnomalies } from "./find-anomalies.ts";
import { findConflicts } from "./find-conflicts.ts";
import type { FieldTarget, FieldWrite, Lane, Timeline, TimelineEntry } from "./timeline.ts";
import { trustMarks } from "./trust-marks.ts";

export type TimelineArgs = Pick<AnomalyFacts, "runtimeNames" | "firstSeen" | "runtime" | "now"> & {
  readonly trainJob: KubeObject;
  readonly dialect: Dialect;
  /** Of the current render: tells which winning fields trainer, policy or controller values beat afterwards. */
  readonly blame?: Blame | undefined;
};

/** Who overrode what, when, who wins and what is odd about it; a view on the TrainJob alone unless more is given. */
export function buildTimeline(args: TimelineArgs): Timeline {
  const { trainJob, dialect } = args;
  const entries = readEntries(trainJob, dialect);
  const written = entries.map((entry) => ({ id: entry.id, entry, writes: fieldWritesOf(entry) }));
  const histories = targetHistories(written);
  const targets = [...histories.values()].map(toTarget);
  const lanes = lanesOf(trainJob, dialect, entries);
  const trust = trustMarks(trainJob, dialect);
  const reached = args.blame === undefined ? undefined : reachedPaths(args.blame);
  return {
    dialect,
    lanes,
    entries: written.map(({ entry, writes }): TimelineEntry => {
      const fields = writes.map((write) => toField(write, entry.id, histories, reached));
      return {
        entry,
        laneKey: laneOf(entry, dialect, lanes),
        trust: trust(entry),
        fields,
        isReplaced: fields.length > 0 && fields.every(({ replacedBy }) => replacedBy !== undefined),
      };
    }),
    targets,
    conflicts: findConflicts(
      targets,
      histories,
      new Map(entries.map((entry) => [entry.id, entry])),
    ),
    anomalies: findAnomalies({ ...args, entries, targets }),
    range: rangeOf(entries),
  };
}

function toTarget({ target, writes }: TargetHistory): FieldTarget {
  const writers = writes.map(({ entryId }) => entryId);
  return { ...target, writers, winner: writers.at(-1) ?? "" };
}

function toField(
  write: PlacedWrite,
  entryId: string,
  histories: ReadonlyMap<string, TargetHistory>,
  reached: ReadonlySet<string> | undefined,
): FieldWrite {
  const { target, path, value } = write;
  const replacedBy = histories.get(target)?.next.get(entryId);
  if (replacedBy !== undefined) return { target, path, value, replacedBy };
  return reached === undefined || write.clears !== undefined || isOnlyName(value)
    ? { target, path, value }
    : { target, path, value, isEffective: reached.has(path) };
}

/** An element with nothing but its key and empty maps: merged into an equal one it leaves no trace, so nothing can be told. */
function isOnlyName(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const { name: _name, ...rest } = value;
  return Object.values(rest).every((part) => isJsonObject(part) && Object.keys(part).length === 0);
}

/** Every place in the TrainJob, and all above it, that some leaf of the render comes from. */
function reachedPaths(blame: Blame): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const leaves of Object.values(blame)) {
    for (const { origin } of Object.values(leaves)) {
      let path = origin.layer === "override" ? (origin.path ?? "") : "";
      while (path !== "" && !paths.has(path)) {
        paths.add(path);
        path = path.slice(0, path.lastIndexOf("/"));
      }
    }
  }
  return paths;
}

function lanesOf(
  trainJob: KubeObject,
  dialect: Dialect,
  entries: readonly OverrideEntry[],
): readonly Lane[] {
  const items = overridesOf(trainJob, dialect) ?? [];
  if (!hasManagers(dialect)) {
    const entryIds = entries.map(({ id }) => id);
    return items.length === 0 ? [] : [{ key: "", tracks: [{ kind: "pod", entryIds }] }];
  }
  const kinds = dialect === "runtimePatches" ? (["patch"] as const) : (["job", "pod"] as const);
  const byPosition = Map.groupBy(entries, (entry) => positionOf(entry, dialect));
  const keys = new Set<string>();
  return items.flatMap((item, position) => {
    const manager = asString(getIn(item, "manager"));
    if (manager === undefined) return [];
    const key = keys.has(manager) ? `${manager}#${position}` : manager;
    keys.add(key);
    const own = byPosition.get(position) ?? [];
    const tracks = kinds.map((kind) => ({
      kind,
      entryIds: own.filter((entry) => entry.kind === kind).map(({ id }) => id),
    }));
    return [{ key, manager, tracks }];
  });
}

function laneOf(entry: OverrideEntry, dialect: Dialect, lanes: readonly Lane[]): string {
  if (!hasManagers(dialect)) return "";
  const repeated = `${entry.manager}#${positionOf(entry, dialect)}`;
  return lanes.some(({ key }) => key === repeated) ? repeated : (entry.manager ?? "");
}

function positionOf(entry: OverrideEntry, dialect: Dialect): number {
  const [position = ""] = entry.path.slice(overridesPath(dialect).length + 1).split("/");
  return Number(position);
}

function rangeOf(entries: readonly OverrideEntry[]): Timeline["range"] {
  const instants = entries.flatMap(({ time }) =>
    time === undefined ? [] : (parseInstant(time) ?? []),
  );
  if (instants.length === 0) return undefined;
  const first = instants.reduce((a, b) => Math.min(a, b));
  const last = instants.reduce((a, b) => Math.max(a, b));
  return { first: toKubeTime(first * 1000), last: toKubeTime(last * 1000) };
}
