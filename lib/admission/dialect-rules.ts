import type { Dialect } from "../dialect/entry.ts";
import { podSpecOverrideRules, podTemplateOverrideRules } from "./ownerless-override-rules.ts";
import type { DialectRules } from "./rule-context.ts";
import { runtimePatchRules } from "./runtime-patch-rules.ts";
import { templateOverrideRules } from "./template-override-rules.ts";

/** Webhook rules by override API; versions of one API differ inside its rules. */
export const DIALECT_RULES: Record<Dialect, DialectRules> = {
  podSpecOverrides: podSpecOverrideRules,
  podTemplateOverrides: podTemplateOverrideRules,
  templateOverrides: templateOverrideRules,
  runtimePatches: runtimePatchRules,
};
