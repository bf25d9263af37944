import type { JsonObject } from "../util/json.ts";
import { DialectSchema, StatusCauseSchema, VerdictSchema } from "./wire-values.ts";
import * as z from "./zod.ts";

export const JsonObjectSchema = z.record(
  z.string(),
  z.unknown(),
) as unknown as z.ZodType<JsonObject>;

/**
 * Append (templateOverrides, ownerless lists) or merge into the manager's one entry (runtimePatches).
 * `seen` is the digest of the override list that the draft was made on; not needed with `rebase: true`.
 */
export const AppendRequestSchema = z.strictObject({
  uid: z.string(),
  seen: z.string().optional(),
  manager: z.string().optional(),
  kind: z.enum(["job", "pod"]).optional(),
  time: z.string().optional(),
  override: JsonObjectSchema,
  rebase: z.boolean().optional(),
  /** Writing into a lane that is not one's own. */
  confirm: z.boolean().optional(),
});
export type AppendRequest = z.infer<typeof AppendRequestSchema>;

export const OverrideEntrySchema = z.object({
  id: z.string(),
  dialect: DialectSchema,
  index: z.number(),
  manager: z.string().optional(),
  kind: z.enum(["job", "pod", "patch"]),
  time: z.string().optional(),
  targetJobs: z.array(z.string()).optional(),
  change: JsonObjectSchema,
  path: z.string(),
});

export const AppendAnswerSchema = z.object({
  resourceVersion: z.string(),
  entry: OverrideEntrySchema,
  verdict: VerdictSchema,
});
export type AppendAnswer = z.infer<typeof AppendAnswerSchema>;

export const AppendDryRunAnswerSchema = z.object({
  verdict: VerdictSchema,
  server: z.object({ code: z.number(), message: z.string(), causes: z.array(StatusCauseSchema) }),
});
export type AppendDryRunAnswer = z.infer<typeof AppendDryRunAnswerSchema>;

/** Replace one entry of `runtimePatches` (by manager) or of an ownerless list (by index); `override` as in an append. */
export const ReplaceRequestSchema = z.strictObject({
  uid: z.string(),
  seen: z.string().optional(),
  override: JsonObjectSchema,
  rebase: z.boolean().optional(),
  confirm: z.boolean().optional(),
});
export type ReplaceRequest = z.infer<typeof ReplaceRequestSchema>;

export const RemoveRequestSchema = z.strictObject({
  uid: z.string(),
  seen: z.string().optional(),
  rebase: z.boolean().optional(),
  confirm: z.boolean().optional(),
});
export type RemoveRequest = z.infer<typeof RemoveRequestSchema>;

export const RemoveAnswerSchema = z.object({
  resourceVersion: z.string(),
  verdict: VerdictSchema,
});
export type RemoveAnswer = z.infer<typeof RemoveAnswerSchema>;
