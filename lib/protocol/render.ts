import type { Blame } from "../render/origin.ts";
import { DiagnosticSchema, KubeObjectSchema, TrainerVersionSchema } from "./wire-values.ts";
import * as z from "./zod.ts";

export const RenderRequestSchema = z.strictObject({
  trainJob: KubeObjectSchema,
  runtime: KubeObjectSchema.optional(),
  trainerVersion: TrainerVersionSchema.optional(),
  existing: z
    .array(
      z.union([
        KubeObjectSchema,
        z.strictObject({ kind: z.string(), name: z.string(), suspend: z.boolean().optional() }),
      ]),
    )
    .optional(),
  blame: z.boolean().optional(),
});
export type RenderRequest = z.infer<typeof RenderRequestSchema>;

export const RenderAnswerSchema = z.object({
  objects: z.array(KubeObjectSchema),
  diagnostics: z.array(DiagnosticSchema),
  blame: (
    z.record(z.string(), z.record(z.string(), z.unknown())) as unknown as z.ZodType<Blame>
  ).optional(),
});
export type RenderAnswer = z.infer<typeof RenderAnswerSchema>;
