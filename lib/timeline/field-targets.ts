import type { Json } from "../util/json.ts";
import type { PlacedWrite } from "./field-writes.ts";
import type { FieldTarget } from "./timeline.ts";

/** One entry's part in a field's history; `value` is undefined where it emptied the map around it. */
export type TargetWrite = { readonly entryId: string; readonly value?: Json | undefined };

/** A field with everything that was written to it, in the order in which it applies. */
export type TargetHistory = {
  readonly target: Omit<FieldTarget, "writers" | "winner">;
  readonly writes: readonly TargetWrite[];
};

type OpenHistory = TargetHistory & { readonly writes: TargetWrite[] };

export function targetKey(write: PlacedWrite): string {
  return JSON.stringify([write.place, write.job ?? "", write.pointer]);
}

/** Folds the writes of all entries, in their order, into one history per field. */
export function targetHistories(
  entries: readonly { readonly id: string; readonly writes: readonly PlacedWrite[] }[],
): ReadonlyMap<string, TargetHistory> {
  const histories = new Map<string, OpenHistory>();
  for (const { id, writes } of entries) {
    const own = new Set(writes.map(targetKey));
    for (const write of writes) {
      if (write.clears !== undefined) clear(histories, write, own, id);
      const key = targetKey(write);
      const history = histories.get(key) ?? open(write, key);
      histories.set(key, history);
      // An entry that names a job twice writes twice; it is one writer.
      if (history.writes.at(-1)?.entryId === id) history.writes.pop();
      history.writes.push({ entryId: id, value: write.value });
    }
  }
  return histories;
}

function open(write: PlacedWrite, key: string): OpenHistory {
  const { place, job, pointer, label } = write;
  return { target: { key, place, job, pointer, label }, writes: [] };
}

/** `$patch` in a string map takes out what earlier entries put in, save the keys that the same entry sets. */
function clear(
  histories: ReadonlyMap<string, OpenHistory>,
  write: PlacedWrite,
  own: ReadonlySet<string>,
  id: string,
): void {
  for (const [key, { target, writes }] of histories) {
    const isInMap =
      target.place === write.place &&
      target.job === write.job &&
      target.pointer.startsWith(`${write.clears ?? ""}/`);
    if (isInMap && !own.has(key)) writes.push({ entryId: id });
  }
}
