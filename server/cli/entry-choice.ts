import { detectDialect } from "#lib/dialect/dialect-of-object.ts";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import { entryLabel } from "#lib/dialect/entry-label.ts";
import { parseInstant } from "#lib/dialect/instant.ts";
import { readEntries } from "#lib/dialect/read-entries.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { InputError } from "./input-file.ts";

/**
 * How many entries have applied up to and with the one that is named: an index from 0, `MANAGER@TIME`, or `MANAGER` for
 * its last entry; `runtime` is before them all.
 */
export function entryCountAt(trainJob: KubeObject, at: string): number {
  if (at === "runtime") return 0;
  const dialect = detectDialect(trainJob);
  const entries = dialect === undefined ? [] : readEntries(trainJob, dialect);
  const found = entries.findLast((entry) => isMeant(entry, at));
  if (found !== undefined) return found.index + 1;
  const known = entries.map((entry) => `  ${entry.index}  ${entryLabel(entry)}`);
  const list = known.length === 0 ? "it has none" : `it has\n${known.join("\n")}`;
  throw new InputError(`the TrainJob has no override entry ${at}: ${list}`);
}

function isMeant(entry: OverrideEntry, at: string): boolean {
  if (/^\d+$/.test(at)) return entry.index === Number(at);
  if (entry.manager === at) return true;
  const cut = at.lastIndexOf("@");
  if (cut < 0 || entry.manager !== at.slice(0, cut) || entry.time === undefined) return false;
  const [wanted, own] = [parseInstant(at.slice(cut + 1)), parseInstant(entry.time)];
  return wanted !== undefined && wanted === own;
}
