import { DialectSchema, TrainerVersionSchema } from "./wire-values.ts";
import * as z from "./zod.ts";

/** What a person may do in one namespace, from access reviews; never from a role's name. */
export const NamespaceRightsSchema = z.object({
  namespace: z.string(),
  trainjobs: z.object({
    list: z.boolean(),
    create: z.boolean(),
    patch: z.boolean(),
    delete: z.boolean(),
  }),
  jobsets: z.object({ list: z.boolean(), delete: z.boolean() }),
});
export type NamespaceRights = z.infer<typeof NamespaceRightsSchema>;

export const PersonaSchema = z.object({ id: z.string(), name: z.string(), role: z.string() });

export const SessionSchema = z.object({
  mode: z.enum(["sandbox", "local", "header", "token"]),
  user: z.string(),
  groups: z.array(z.string()),
  readOnly: z.boolean(),
  isAdmin: z.boolean(),
  /** Managers whose lanes are one's own, the default first. */
  managers: z.array(z.string()),
  namespaces: z.array(NamespaceRightsSchema),
  cluster: z.object({
    dialect: DialectSchema,
    trainerVersion: TrainerVersionSchema,
    /** How the version is known. */
    versionSource: z.enum(["configMap", "schema", "assumed"]),
    controller: z.enum(["trainer", "dashboard"]),
  }),
  sandbox: z
    .object({
      persona: z.string(),
      personas: z.array(PersonaSchema),
      clock: z.object({ speed: z.number(), now: z.string() }),
      /** Set when the sandbox shows the user's own files: what was loaded and what was not. */
      files: z
        .object({
          loaded: z.number(),
          findings: z.array(
            z.object({
              file: z.string(),
              line: z.number(),
              object: z.string(),
              outcome: z.enum(["loaded", "refused", "leftAside", "unreadable"]),
              reason: z.string().optional(),
              pruned: z.array(z.string()),
              warnings: z.array(z.string()),
            }),
          ),
        })
        .optional(),
    })
    .optional(),
});
export type Session = z.infer<typeof SessionSchema>;

export const PersonaRequestSchema = z.strictObject({ persona: z.string() });
export const ClockRequestSchema = z.strictObject({ speed: z.number().min(0).max(1000) });
export const NamespacesSchema = z.object({ namespaces: z.array(z.string()) });
