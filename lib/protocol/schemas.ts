import { JsonObjectSchema } from "./overrides.ts";
import { DialectSchema, TrainerVersionSchema } from "./wire-values.ts";
import * as z from "./zod.ts";

/** `GET /api/schemas/{kind}`: the structural schema that the cluster serves for a kind, for the editor and for local checks. */
export const ServedSchemaSchema = z.object({
  kind: z.string(),
  dialect: DialectSchema,
  trainerVersion: TrainerVersionSchema,
  schema: JsonObjectSchema,
});
export type ServedSchema = z.infer<typeof ServedSchemaSchema>;
