import { JobRowSchema } from "./jobs.ts";
import { CursorSchema } from "./wire-values.ts";
import * as z from "./zod.ts";

/**
 * Topics of the one stream of a tab: `jobs` (all namespaces one may see), `jobs:<namespace>`, `job:<namespace>/<name>`.
 * Row topics carry rows; a job topic only says that something of the job (children and events too) changed.
 */
export const TopicSchema = z.string().regex(/^(jobs|jobs:[a-z0-9-]+|job:[a-z0-9-]+\/[a-z0-9.-]+)$/);
export type Topic = z.infer<typeof TopicSchema>;

export const FrameSchema = z.discriminatedUnion("type", [
  /** First frame: from here on the tab is live. */
  z.object({ type: z.literal("hello"), cursor: CursorSchema }),
  z.object({
    type: z.literal("upsert"),
    topic: TopicSchema,
    cursor: CursorSchema,
    row: JobRowSchema,
  }),
  z.object({
    type: z.literal("remove"),
    topic: TopicSchema,
    cursor: CursorSchema,
    uid: z.string(),
  }),
  z.object({ type: z.literal("touch"), topic: TopicSchema, cursor: CursorSchema }),
  z.object({ type: z.literal("bookmark"), cursor: CursorSchema }),
  /** The cursor is too old, or this reader was too slow: fetch again, then resume from the new cursor. */
  z.object({
    type: z.literal("reset"),
    reason: z.enum(["tooOld", "overflow", "restart", "access"]),
  }),
  /** The cache's link to the API server. */
  z.object({
    type: z.literal("source"),
    state: z.enum(["live", "catchingUp", "stale"]),
    since: z.string().optional(),
  }),
  /** The server ends the stream on purpose; come back at once with the last cursor. */
  z.object({ type: z.literal("bye"), reason: z.enum(["rotate", "shutdown"]) }),
]);
export type Frame = z.infer<typeof FrameSchema>;

/** One server-sent event per frame; the id is the cursor where the frame has one. */
export function encodeFrame(frame: Frame): string {
  const id = "cursor" in frame ? `id: ${frame.cursor}\n` : "";
  return `${id}event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`;
}
