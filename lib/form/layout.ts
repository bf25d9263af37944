import { unreachable } from "../util/assert.ts";
import type { FormContext } from "./form-model.ts";

export const JOBS_OF_PATCH = ["template", "spec", "replicatedJobs"] as const;

/**
 * Where an override of one dialect has what the form knows; undefined: the dialect has no such place.
 * `jobSetMetadata` counts from the override, the others from the part (a job of a runtime patch, else the override too).
 */
export type Layout = {
  readonly jobSetMetadata: readonly string[] | undefined;
  readonly jobMetadata: readonly string[] | undefined;
  readonly podMetadata: readonly string[] | undefined;
  readonly podSpec: readonly string[] | undefined;
};

const NOWHERE: Layout = {
  jobSetMetadata: undefined,
  jobMetadata: undefined,
  podMetadata: undefined,
  podSpec: undefined,
};

/** `hasTargets` decides whose metadata a templateOverrides `job` entry changes. */
export function layoutOf({ dialect, kind }: FormContext, hasTargets: boolean): Layout {
  const metadata = ["metadata"];
  switch (dialect) {
    case "podSpecOverrides":
      return { ...NOWHERE, podSpec: [] };
    case "podTemplateOverrides":
      return { ...NOWHERE, podMetadata: metadata, podSpec: ["spec"] };
    case "templateOverrides":
      if (kind === "pod") return { ...NOWHERE, podMetadata: metadata, podSpec: ["spec"] };
      return hasTargets
        ? { ...NOWHERE, jobMetadata: metadata }
        : { ...NOWHERE, jobSetMetadata: metadata };
    case "runtimePatches":
      return {
        jobSetMetadata: ["template", "metadata"],
        jobMetadata: ["template", "metadata"],
        podMetadata: ["template", "spec", "template", "metadata"],
        podSpec: ["template", "spec", "template", "spec"],
      };
    default:
      return unreachable(dialect);
  }
}
