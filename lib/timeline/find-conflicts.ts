import type { OverrideEntry } from "../dialect/entry.ts";
import { parseInstant } from "../dialect/instant.ts";
import { isEqualJson } from "../util/json.ts";
import type { TargetHistory, TargetWrite } from "./field-targets.ts";
import type { Conflict, ConflictReason, FieldTarget } from "./timeline.ts";

type Entries = ReadonlyMap<string, OverrideEntry>;

/** Fields that more than one party wrote, in the order of the targets. */
export function findConflicts(
  targets: readonly FieldTarget[],
  histories: ReadonlyMap<string, TargetHistory>,
  entries: Entries,
): readonly Conflict[] {
  return targets.flatMap((target) => {
    const writes = histories.get(target.key)?.writes ?? [];
    const winner = writes.at(-1);
    if (winner === undefined) return [];
    const losers = losingWrites(writes, winner, entries);
    if (losers.length === 0) return [];
    return [
      {
        target,
        winner: winner.entryId,
        losers: losers.map(({ entryId }) => entryId),
        isSameValue: losers.every(({ value }) => isEqualJson(value, winner.value)),
        reason: reasonOf(winner, losers, entries),
      },
    ];
  });
}

/** The last write of each other manager; entries without managers are a party each. */
function losingWrites(
  writes: readonly TargetWrite[],
  winner: TargetWrite,
  entries: Entries,
): readonly TargetWrite[] {
  const last = new Map<string, TargetWrite>();
  for (const write of writes) last.set(partyOf(write, entries), write);
  last.delete(partyOf(winner, entries));
  return [...last.values()];
}

function partyOf({ entryId }: TargetWrite, entries: Entries): string {
  const manager = entries.get(entryId)?.manager;
  return manager === undefined ? `entry ${entryId}` : `manager ${manager}`;
}

function reasonOf(
  winner: TargetWrite,
  losers: readonly TargetWrite[],
  entries: Entries,
): ConflictReason {
  const won = entries.get(winner.entryId);
  const lost = losers.flatMap(({ entryId }) => entries.get(entryId) ?? []);
  if (won?.manager === undefined) {
    const positions = lost.map(({ index }) => String(index + 1)).join(", ");
    return {
      code: "laterInList",
      params: { winner: String((won?.index ?? 0) + 1), losers: positions },
    };
  }
  const wonAt = instantOf(won);
  const isOlder = lost.some(
    (entry) => (instantOf(entry) ?? 0) > (wonAt ?? Number.POSITIVE_INFINITY),
  );
  return {
    code: isOlder ? "laterManagerOlderTime" : "laterManager",
    params: {
      winner: won.manager,
      losers: lost.flatMap(({ manager }) => manager ?? []).join(", "),
    },
  };
}

function instantOf(entry: OverrideEntry): number | undefined {
  return entry.time === undefined ? undefined : parseInstant(entry.time);
}
