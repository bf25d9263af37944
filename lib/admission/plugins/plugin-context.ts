import type { TrainerVersion } from "../../render/versions.ts";
import { asString, getIn, type Json, type JsonObject, objectsIn } from "../../util/json.ts";
import type { RuleContext } from "../rule-context.ts";
import { type RuntimeRef, runtimeRefOf } from "../runtime-lookup.ts";
import { type MergedJob, mergedJobs } from "./merged-jobs.ts";

/** What a plugin looks at. */
export type PluginContext = {
  readonly version: TrainerVersion;
  readonly runtimeRef: RuntimeRef;
  readonly trainer: JsonObject | undefined;
  readonly initializer: Json | undefined;
  readonly mlPolicy: Json | undefined;
  readonly podGroupPolicy: Json | undefined;
  /** Merged on first use: most requests need no job. */
  readonly jobs: () => readonly MergedJob[];
  readonly rules: RuleContext;
};

export function pluginContext(rules: RuleContext): PluginContext {
  const { object, request } = rules;
  let merged: readonly MergedJob[] | undefined;
  const trainer = object.spec?.["trainer"];
  return {
    version: request.trainerVersion,
    runtimeRef: runtimeRefOf(object),
    trainer: objectsIn([trainer ?? null])[0],
    initializer: object.spec?.["initializer"],
    mlPolicy: request.runtime?.spec?.["mlPolicy"],
    podGroupPolicy: request.runtime?.spec?.["podGroupPolicy"],
    jobs: () => {
      merged ??= mergedJobs(rules);
      return merged;
    },
    rules,
  };
}

/** True for `least` and later, `least` being a minor version such as `v2.3`. */
export function isSince(version: TrainerVersion, least: "v2.1" | "v2.2" | "v2.3"): boolean {
  return version.slice(0, 4) >= least;
}

export function envNames(trainer: JsonObject | undefined): readonly string[] {
  return objectsIn(trainer?.["env"]).map((env) => asString(env["name"]) ?? "");
}

export function numberAt(value: Json | undefined, ...steps: readonly string[]): number | undefined {
  const found = getIn(value, ...steps);
  return typeof found === "number" ? found : undefined;
}
