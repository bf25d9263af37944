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

/** TrainJobs that use a runtime, one page of those that the person may see; pages count from 0. */
export const RuntimeJobsQuerySchema = z.object({
  page: z.coerce.number().int().min(0).optional(),
  pageSize: z.coerce.number().int().min(1).max(500).optional(),
});
export const RuntimeJobsSchema = z.object({
  items: z.array(
    z.object({
      /** Without managedFields. */
      trainJob: KubeObjectSchema,
      jobSet: z.enum(["none", "suspended", "running", "unknown"]),
      hasSnapshot: z.boolean(),
    }),
  ),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
});
export type RuntimeJobs = z.infer<typeof RuntimeJobsSchema>;
