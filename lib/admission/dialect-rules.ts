import type { Dialect } from "../dialect/entry.ts";
import { type DialectRules, NO_FINDINGS } from "./rule-context.ts";
import { runtimePatchRules } from "./runtime-patch-rules.ts";
import { templateOverrideRules } from "./template-override-rules.ts";

/** Overrides without owner and time: no mutating webhook in Trainer 2.0 and 2.1. */
const WITHOUT_RULES: DialectRules = {
  fillTimes: ({ object }) => object,
  needsRuntime: () => true,
  check: () => NO_FINDINGS,
};

export const DIALECT_RULES: Record<Dialect, DialectRules> = {
  podSpecOverrides: WITHOUT_RULES,
  podTemplateOverrides: WITHOUT_RULES,
  templateOverrides: templateOverrideRules,
  runtimePatches: runtimePatchRules,
};
