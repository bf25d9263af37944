import type { Cursor } from "#lib/protocol/common.ts";
import type { Frame, Topic } from "#lib/protocol/frames.ts";
import type { Change } from "./change-log.ts";

export type KeyedFrame = { readonly key: string; readonly frame: Frame; readonly bytes: number };

/** What a change is to a reader of these topics. Whether the reader may see it is decided elsewhere. */
export function framesOf(
  change: Change,
  cursor: Cursor,
  topics: readonly Topic[],
): readonly KeyedFrame[] {
  return topics.flatMap((topic) => {
    const key = `${topic} ${change.uid}`;
    if (topic === `job:${change.namespace}/${change.name}`)
      return [{ key, frame: { type: "touch", topic, cursor }, bytes: 100 }];
    if (topic !== "jobs" && topic !== `jobs:${change.namespace}`) return [];
    const frame = rowFrame(change, cursor, topic);
    return frame === undefined ? [] : [{ key, frame, bytes: change.bytes }];
  });
}

function rowFrame(change: Change, cursor: Cursor, topic: Topic): Frame | undefined {
  if (change.row === "same") return undefined;
  if (change.row === "gone") return { type: "remove", topic, cursor, uid: change.uid };
  return { type: "upsert", topic, cursor, row: change.row };
}
