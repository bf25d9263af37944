import * as z from "zod";

/** Path parameters and queries that several routes take. */
const NameSchema = z.string().regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/);

export const JobParams = z.object({ namespace: NameSchema, name: NameSchema });
export type JobParamsValue = z.infer<typeof JobParams>;
export const NoParams = z.object({});
export const AnyQuery = z.object({});
export const NoBody = z.unknown();
export const DryRunQuery = z.object({
  dryRun: z
    .enum(["true", "false", "All", ""])
    .optional()
    .transform((value) => value !== undefined && value !== "false"),
});
