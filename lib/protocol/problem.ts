import * as z from "./zod.ts";

/** RFC 9457. `errors` point into the request body. */
export const ProblemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string().optional(),
  instance: z.string().optional(),
  code: z.string(),
  errors: z
    .array(
      z.object({ pointer: z.string(), objectField: z.string().optional(), message: z.string() }),
    )
    .optional(),
});
export type Problem = z.infer<typeof ProblemSchema>;
