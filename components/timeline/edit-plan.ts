import type { WritePlan } from "#components/overrides/predict-append.ts";
import { removeEntry, replaceEntry } from "#lib/dialect/edit-entry.ts";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import { readEntries } from "#lib/dialect/read-entries.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import { asObject, type JsonObject } from "#lib/util/json.ts";

/** The entry in the API's path: its manager, or its position in an ownerless list. */
export function targetOf({ manager, path }: OverrideEntry): string {
  return manager ?? path.slice(path.lastIndexOf("/") + 1);
}

/** What of an entry is written by an edit: of runtimePatches the spec alone, else the whole element. */
export function storedOverride({ dialect, change }: OverrideEntry): JsonObject {
  return dialect === "runtimePatches" ? (asObject(change["trainingRuntimeSpec"]) ?? {}) : change;
}

/** The TrainJob with the entry replaced, or without it; undefined where it is not stored any more. */
export function editPlan(
  { trainJob, dialect }: Pick<JobDetail, "trainJob" | "dialect">,
  entry: OverrideEntry,
  override: JsonObject | undefined,
): WritePlan | undefined {
  const target = targetOf(entry);
  const plan =
    override === undefined
      ? removeEntry({ trainJob, dialect, target })
      : replaceEntry({ trainJob, dialect, target, override });
  if ("error" in plan) return undefined;
  const { object, patch } = plan;
  const changed = readEntries(object, dialect).find(({ path }) => path === entry.path);
  return { patch, object, entry: override === undefined ? entry : (changed ?? entry) };
}
