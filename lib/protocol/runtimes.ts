import { CursorSchema, KubeObjectSchema } from "./wire-values.ts";
import * as z from "./zod.ts";

export const RuntimeRowSchema = z.object({
  uid: z.string(),
  kind: z.enum(["TrainingRuntime", "ClusterTrainingRuntime"]),
  namespace: z.string().optional(),
  name: z.string(),
  framework: z.string().optional(),
  policy: z.string(),
  jobs: z.array(z.string()),
  deprecated: z.boolean(),
  usedBy: z.object({ total: z.number(), running: z.number() }),
  createdAt: z.string(),
});
export type RuntimeRow = z.infer<typeof RuntimeRowSchema>;

export const RuntimeListSchema = z.object({
  items: z.array(RuntimeRowSchema),
  cursor: CursorSchema,
});
export const RuntimeDetailSchema = z.object({
  runtime: KubeObjectSchema,
  row: RuntimeRowSchema,
  cursor: CursorSchema,
});
