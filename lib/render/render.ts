import type { RenderInput, RenderResult } from "./render-input.ts";

/**
 * What the Trainer controller would send for this TrainJob: never throws, whatever the objects hold.
 * An error diagnostic comes with no objects.
 */
export function render(input: RenderInput): RenderResult {
  return {
    objects: [],
    diagnostics: [],
    runtimeSource: input.runtime === undefined ? "none" : "live",
  };
}
