import type { OverrideEntry } from "../dialect/entry.ts";
import { parseInstant } from "../dialect/instant.ts";
import { joinPointer } from "../util/pointer.ts";
import type { AnomalyFacts } from "./find-anomalies.ts";
import type { Anomaly, AnomalyCode } from "./timeline.ts";

/** Clocks of writer and reader may differ by this much, in seconds. */
const TOLERANCE = 60;

type TimeFacts = Pick<AnomalyFacts, "trainJob" | "entries" | "firstSeen" | "now">;

/** Times that are missing, unreadable, doubled, or that cannot be when the entry was written. */
export function timeAnomalies(facts: TimeFacts): readonly Anomaly[] {
  const taken = new Set<string>();
  return facts.entries.flatMap((entry): readonly Anomaly[] => {
    if (entry.time === undefined) return missingTime(entry);
    const instant = parseInstant(entry.time);
    if (instant === undefined) return [found("unreadableTime", "error", entry, {})];
    const key = JSON.stringify([entry.manager, instant]);
    const isTaken = entry.kind !== "patch" && taken.has(key);
    taken.add(key);
    const doubled = isTaken ? [found("duplicateTime", "error", entry, {})] : [];
    return [...doubled, ...impossibleTimes(entry, instant, facts)];
  });
}

function missingTime(entry: OverrideEntry): readonly Anomaly[] {
  const needsTime = entry.dialect === "templateOverrides";
  return needsTime ? [found("missingTime", "warning", entry, {})] : [];
}

function impossibleTimes(
  entry: OverrideEntry,
  instant: number,
  { trainJob, firstSeen, now }: TimeFacts,
): readonly Anomaly[] {
  const anomalies: Anomaly[] = [];
  const created = trainJob.metadata.creationTimestamp;
  if (created !== undefined && instant < (parseInstant(created) ?? 0) - TOLERANCE) {
    anomalies.push(found("beforeCreation", "info", entry, { created }));
  }
  const seen = firstSeen?.[entry.id];
  if (seen !== undefined && instant < (parseInstant(seen) ?? 0) - TOLERANCE) {
    anomalies.push(found("olderThanFirstSeen", "warning", entry, { seen }));
  }
  if (now !== undefined && instant > now / 1000 + TOLERANCE) {
    anomalies.push(found("inFuture", "warning", entry, {}));
  }
  return anomalies;
}

function found(
  code: AnomalyCode,
  severity: Anomaly["severity"],
  entry: OverrideEntry,
  params: { readonly [name: string]: string },
): Anomaly {
  const time = entry.time === undefined ? {} : { time: entry.time };
  const path = joinPointer(entry.path, "time");
  const manager = entry.manager === undefined ? {} : { manager: entry.manager };
  return { code, severity, entryId: entry.id, path, params: { ...manager, ...time, ...params } };
}
