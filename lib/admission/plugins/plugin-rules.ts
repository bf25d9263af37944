import type { FieldError } from "../../schema/field-error.ts";
import type { RuleContext } from "../rule-context.ts";
import { checkFlux, checkMpi, checkXgboost } from "./frameworks.ts";
import { checkInitializers } from "./initializers.ts";
import { pluginContext } from "./plugin-context.ts";
import { checkTorch } from "./torch.ts";
import { checkVolcano } from "./volcano.ts";

export type PluginFindings = {
  /** Upstream's JobSet plugin reports these before it looks at the overrides. */
  readonly beforeOverrides: readonly FieldError[];
  readonly afterOverrides: readonly FieldError[];
};

export const NO_PLUGIN_FINDINGS: PluginFindings = { beforeOverrides: [], afterOverrides: [] };

/** What Trainer's plugins find in TrainJob and runtime together; nothing where there is no runtime to look at. */
export function checkPlugins(rules: RuleContext): PluginFindings {
  if (rules.request.runtime === undefined) return NO_PLUGIN_FINDINGS;
  const context = pluginContext(rules);
  return {
    beforeOverrides: checkInitializers(context),
    afterOverrides: [
      ...checkTorch(context),
      ...checkMpi(context),
      ...checkXgboost(context),
      ...checkFlux(context),
      ...checkVolcano(context),
    ],
  };
}
