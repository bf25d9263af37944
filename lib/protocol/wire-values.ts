import { DIALECTS } from "../dialect/entry.ts";
import type { KubeObject } from "../k8s/object.ts";
import type { StatusCause } from "../k8s/status.ts";
import { TRAINER_VERSIONS } from "../render/versions.ts";
import * as z from "./zod.ts";

/** Objects from the cluster: the envelope is checked, everything below is kept as it came. */
export const KubeObjectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({}),
}) as unknown as z.ZodType<KubeObject>;

export const DialectSchema = z.enum(DIALECTS);
export const TrainerVersionSchema = z.enum(TRAINER_VERSIONS);

export const StatusCauseSchema = z.object({
  reason: z.string(),
  field: z.string(),
  message: z.string(),
}) satisfies z.ZodType<StatusCause>;

export const DiagnosticSchema = z.object({
  code: z.string(),
  severity: z.enum(["error", "warning", "info"]),
  path: z.string(),
  message: z.string(),
  source: z
    .object({ file: z.string().optional(), line: z.number(), column: z.number() })
    .optional(),
});

/** Position in the hub's one sequence: `<epoch>:<sequence>`. Opaque for everybody but the hub. */
export const CursorSchema = z.string().regex(/^[0-9a-z]+:[0-9]+$/);
export type Cursor = z.infer<typeof CursorSchema>;

export const VerdictSchema = z.object({
  admitted: z.boolean(),
  code: z.number().optional(),
  reason: z.string().optional(),
  message: z.string().optional(),
  causes: z.array(StatusCauseSchema),
  warnings: z.array(z.string()),
  effect: z.enum(["now", "afterSuspend", "remake", "stuck", "atCreation", "none"]),
  stuck: z
    .array(z.object({ field: z.string(), way: z.enum(["deleteJobSet", "clone"]) }))
    .optional(),
});
export type WireVerdict = z.infer<typeof VerdictSchema>;
