import type { Frame } from "../protocol/frames.ts";
import type { JobList, JobRow } from "../protocol/jobs.ts";
import { compareCursors } from "./cursor-order.ts";

export type FoldedList = {
  readonly list: JobList;
  /** Rows may have entered, left or moved: read the page again soon. */
  readonly isOutdated: boolean;
};

/** Folds one frame into a page of rows. The same list reference comes back where nothing changed. Rules F1 to F4 of SPEC.md. */
export function applyFrame(list: JobList, frame: Frame): FoldedList {
  switch (frame.type) {
    case "upsert":
      return isNewer(list, frame.cursor) ? upsert(list, frame.row, frame.cursor) : kept(list);
    case "remove":
      return isNewer(list, frame.cursor) ? remove(list, frame.uid, frame.cursor) : kept(list);
    case "source":
      return kept({
        ...list,
        fresh: {
          state: frame.state,
          ...(frame.since === undefined ? {} : { since: frame.since }),
        },
      });
    default:
      return kept(list);
  }
}

function kept(list: JobList): FoldedList {
  return { list, isOutdated: false };
}

function isNewer(list: JobList, cursor: string): boolean {
  const order = compareCursors(cursor, list.cursor);
  return order !== undefined && order > 0;
}

function upsert(list: JobList, row: JobRow, cursor: string): FoldedList {
  const index = list.items.findIndex(({ uid }) => uid === row.uid);
  const old = list.items[index];
  if (old === undefined) return { list: { ...list, cursor }, isOutdated: true };
  const items = list.items.with(index, row);
  if (old.state === row.state) return { list: { ...list, items, cursor }, isOutdated: false };
  const counts = { ...list.counts };
  counts[old.state] = Math.max(0, (counts[old.state] ?? 0) - 1);
  counts[row.state] = (counts[row.state] ?? 0) + 1;
  return { list: { ...list, items, counts, cursor }, isOutdated: true };
}

function remove(list: JobList, uid: string, cursor: string): FoldedList {
  const old = list.items.find((row) => row.uid === uid);
  if (old === undefined) return { list: { ...list, cursor }, isOutdated: true };
  const counts = { ...list.counts, [old.state]: Math.max(0, (list.counts[old.state] ?? 0) - 1) };
  const items = list.items.filter((row) => row !== old);
  return {
    list: { ...list, items, counts, total: Math.max(0, list.total - 1), cursor },
    isOutdated: true,
  };
}
