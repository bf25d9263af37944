import type { Dialect } from "../dialect/entry.ts";
import type { TrainerVersion } from "./versions.ts";

/** What one Trainer version does. `templateOverrides` is served by the dashboard's own controller, with the rules of 2.3. */
export type VersionRules = {
  readonly version: TrainerVersion;
  readonly dialects: readonly Dialect[];
  /** Renders from the stored copy of the runtime when there is one. */
  readonly hasSnapshot: boolean;
};

const RULES: Partial<Record<TrainerVersion, VersionRules>> = {
  "v2.3.0": {
    version: "v2.3.0",
    dialects: ["runtimePatches", "templateOverrides"],
    hasSnapshot: true,
  },
};

/** Undefined for versions that are not rendered. */
export function rulesOf(version: TrainerVersion): VersionRules | undefined {
  return RULES[version];
}
