import type { Json } from "../util/json.ts";
import type { PlacedWrite } from "./field-writes.ts";
import type { FieldTarget } from "./timeline.ts";

/** One entry's part in a field's history; `value` is undefined where it emptied the map around it. */
export type TargetWrite = { readonly entryId: string; readonly value?: Json | undefined };

/** A field with everything that was written to it, in the order in which it applies. */
export type TargetHistory = {
  readonly target: Omit<FieldTarget, "writers" | "winner">;
  readonly writes: readonly TargetWrite[];
  /** The next later writer of each. */
  readonly next: ReadonlyMap<string, string>;
};

type OpenHistory = TargetHistory & {
  readonly writes: TargetWrite[];
  readonly next: Map<string, string>;
};

/** Folds the writes of all entries, in their order, into one history per field. */
export function targetHistories(
  entries: readonly { readonly id: string; readonly writes: readonly PlacedWrite[] }[],
): ReadonlyMap<string, TargetHistory> {
  const histories = new Map<string, OpenHistory>();
  for (const { id, writes } of entries) {
    const own = new Set(writes.map(({ target }) => target));
    for (const write of writes) {
      if (write.clears !== undefined) clear(histories, write, own, id);
      const history = histories.get(write.target) ?? open(write);
      histories.set(write.target, history);
      record(history, { entryId: id, value: write.value });
    }
  }
  return histories;
}

function open({ target, place, job, pointer, label }: PlacedWrite): OpenHistory {
  return { target: { key: target, place, job, pointer, label }, writes: [], next: new Map() };
}

function record({ writes, next }: OpenHistory, write: TargetWrite): void {
  const last = writes.at(-1);
  // An entry that names a job twice writes twice; it is one writer.
  if (last?.entryId === write.entryId) writes.pop();
  else if (last !== undefined) next.set(last.entryId, write.entryId);
  writes.push(write);
}

/** `$patch` in a string map takes out what earlier entries put in, save the keys that the same entry sets. */
function clear(
  histories: ReadonlyMap<string, OpenHistory>,
  write: PlacedWrite,
  own: ReadonlySet<string>,
  id: string,
): void {
  for (const [key, history] of histories) {
    const { target } = history;
    const isInMap =
      target.place === write.place &&
      target.job === write.job &&
      target.pointer.startsWith(`${write.clears ?? ""}/`);
    if (isInMap && !own.has(key)) record(history, { entryId: id });
  }
}
