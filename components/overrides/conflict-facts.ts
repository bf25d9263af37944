import type { AppendPlan } from "#lib/dialect/append.ts";
import type { Dialect, OverrideEntry } from "#lib/dialect/entry.ts";
import { readEntries } from "#lib/dialect/read-entries.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { buildTimeline } from "#lib/timeline/build-timeline.ts";
import type { FieldTarget } from "#lib/timeline/timeline.ts";
import { isEqualJson } from "#lib/util/json.ts";

/** One entry that somebody else wrote, changed or took out since the draft was looked at. */
export type ListChange = {
  readonly kind: "added" | "changed" | "removed";
  readonly entry: OverrideEntry;
};

export function changesByOthers(
  before: KubeObject,
  after: KubeObject,
  dialect: Dialect,
): readonly ListChange[] {
  const old = new Map(readEntries(before, dialect).map((entry) => [entry.id, entry]));
  const changes: ListChange[] = [];
  for (const entry of readEntries(after, dialect)) {
    const earlier = old.get(entry.id);
    old.delete(entry.id);
    if (earlier === undefined) changes.push({ kind: "added", entry });
    else if (!isEqualJson(earlier.change, entry.change)) changes.push({ kind: "changed", entry });
  }
  for (const entry of old.values()) changes.push({ kind: "removed", entry });
  return changes;
}

/** A field that the draft and one of those changes both set. */
export type Overlap = {
  readonly target: FieldTarget;
  readonly theirs: OverrideEntry;
  readonly winner: "mine" | "theirs" | "another";
};

/** `plan` is the draft on the fresh object. */
export function overlapsWith(
  plan: Pick<AppendPlan, "object" | "entry">,
  changes: readonly ListChange[],
  dialect: Dialect,
): readonly Overlap[] {
  const { targets } = buildTimeline({ trainJob: plan.object, dialect });
  const { id: mine } = plan.entry;
  return targets
    .filter(({ writers }) => writers.includes(mine))
    .flatMap((target) =>
      changes.flatMap(({ kind, entry: theirs }): readonly Overlap[] => {
        if (kind === "removed" || theirs.id === mine || !target.writers.includes(theirs.id))
          return [];
        const { winner } = target;
        return [
          {
            target,
            theirs,
            winner: winner === mine ? "mine" : winner === theirs.id ? "theirs" : "another",
          },
        ];
      }),
    );
}
