import { unreachable } from "../util/assert.ts";
import {
  asArray,
  asString,
  getIn,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
} from "../util/json.ts";
import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import type { EntryParts, JobPart, Located, OverrideEntry } from "./entry.ts";

type Target = { readonly name: string; readonly namePath: JsonPointer };

/** An entry in the shape of the runtime's tree. Every `path` is exact in the TrainJob that the entry was read from. */
export function partsOf(entry: OverrideEntry): EntryParts {
  switch (entry.dialect) {
    case "podSpecOverrides":
      return { jobs: inlinePodSpec(entry) };
    case "podTemplateOverrides":
      return { jobs: podTemplate(entry) };
    case "templateOverrides":
      return entry.kind === "job" ? jobMetadata(entry) : { jobs: podTemplate(entry) };
    case "runtimePatches":
      return runtimePatch(entry);
    default:
      return unreachable(entry.dialect);
  }
}

/** Trainer 2.0: the pod's fields stand beside `targetJobs`. */
function inlinePodSpec(entry: OverrideEntry): readonly JobPart[] {
  const value: MutableJsonObject = { ...entry.change };
  delete value["targetJobs"];
  return targetsOf(entry).map((target) => ({ ...target, podSpec: { value, path: entry.path } }));
}

function podTemplate(entry: OverrideEntry): readonly JobPart[] {
  const podMetadata = located(entry.change, entry.path, "metadata");
  const podSpec = located(entry.change, entry.path, "spec");
  return targetsOf(entry).map((target) => ({ ...target, podMetadata, podSpec }));
}

/** Without target jobs the JobSet's own metadata, else that of each named Job template. */
function jobMetadata(entry: OverrideEntry): EntryParts {
  const metadata = located(entry.change, entry.path, "metadata");
  const hasTargets = (asArray(entry.change["targetJobs"]) ?? []).length > 0;
  if (!hasTargets) return { jobSetMetadata: metadata, jobs: [] };
  return { jobs: targetsOf(entry).map((target) => ({ ...target, jobMetadata: metadata })) };
}

function runtimePatch(entry: OverrideEntry): EntryParts {
  const steps = ["trainingRuntimeSpec", "template"] as const;
  const template = getIn(entry.change, ...steps);
  if (!isJsonObject(template)) return { jobs: [] };
  const path = joinPointer(entry.path, ...steps);
  const jobs = asArray(getIn(template, "spec", "replicatedJobs")) ?? [];
  return {
    jobSetMetadata: located(template, path, "metadata"),
    jobs: jobs.flatMap((job, index) =>
      replicatedJob(job, joinPointer(path, "spec", "replicatedJobs", index)),
    ),
  };
}

function replicatedJob(job: Json, path: JsonPointer): readonly JobPart[] {
  const name = asString(getIn(job, "name"));
  if (name === undefined) return [];
  return [
    {
      name,
      namePath: joinPointer(path, "name"),
      jobMetadata: located(job, path, "template", "metadata"),
      podMetadata: located(job, path, "template", "spec", "template", "metadata"),
      podSpec: located(job, path, "template", "spec", "template", "spec"),
    },
  ];
}

function targetsOf(entry: OverrideEntry): readonly Target[] {
  return (asArray(entry.change["targetJobs"]) ?? []).flatMap((target, index) => {
    const name = asString(getIn(target, "name"));
    if (name === undefined) return [];
    return [{ name, namePath: joinPointer(entry.path, "targetJobs", index, "name") }];
  });
}

function located(base: Json, path: JsonPointer, ...steps: readonly string[]): Located | undefined {
  const value: Json | undefined = getIn(base, ...steps);
  return isJsonObject(value)
    ? { value: value satisfies JsonObject, path: joinPointer(path, ...steps) }
    : undefined;
}
