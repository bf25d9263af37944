import type { FieldError } from "../schema/field-error.ts";
import type { RuleContext } from "./rule-context.ts";

/** What Trainer's plugins find in TrainJob and runtime together. */
export function checkPlugins(_context: RuleContext): readonly FieldError[] {
  return [];
}
