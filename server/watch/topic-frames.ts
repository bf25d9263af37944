import type { Frame, Topic } from "#lib/protocol/frames.ts";
import type { Cursor } from "#lib/protocol/wire-values.ts";
import type { Change } from "./change-log.ts";

export type KeyedFrame = { readonly key: string; readonly frame: Frame; readonly bytes: number };

/**
 * What a change is to a reader of these topics. Whether the reader may see it is decided elsewhere. Touches go first and with the
 * cursor before the change (`earlier`): a reader that is cut off between two frames of one change gets the rest when it comes back.
 */
export function framesOf(
  change: Change,
  cursor: Cursor,
  earlier: Cursor,
  topics: readonly Topic[],
): readonly KeyedFrame[] {
  const touches: KeyedFrame[] = [];
  const rows: KeyedFrame[] = [];
  for (const topic of topics) {
    const key = `${topic} ${change.uid}`;
    if (topic === `job:${change.namespace}/${change.name}`)
      touches.push({ key, frame: { type: "touch", topic, cursor: earlier }, bytes: 100 });
    else if (topic === "jobs" || topic === `jobs:${change.namespace}`) {
      const frame = rowFrame(change, cursor, topic);
      if (frame !== undefined) rows.push({ key, frame, bytes: change.bytes });
    }
  }
  return [...touches, ...rows];
}

function rowFrame(change: Change, cursor: Cursor, topic: Topic): Frame | undefined {
  if (change.row === "same") return undefined;
  if (change.row === "gone") return { type: "remove", topic, cursor, uid: change.uid };
  return { type: "upsert", topic, cursor, row: change.row };
}
