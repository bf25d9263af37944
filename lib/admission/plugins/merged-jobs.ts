import { partsOf } from "../../dialect/entry-parts.ts";
import { readEntries } from "../../dialect/read-entries.ts";
import { asString, getIn, type Json, type JsonObject, objectsIn } from "../../util/json.ts";
import type { RuleContext } from "../rule-context.ts";

export type MergedContainer = {
  readonly name: string;
  /** Names of the volumes that it mounts. */
  readonly mounts: readonly string[];
  readonly resources: Json | undefined;
};

/** What plugins look at of a ReplicatedJob after the overrides were merged into the runtime. */
export type MergedJob = {
  readonly name: string;
  readonly ancestor: string;
  readonly containers: readonly MergedContainer[];
  readonly initContainers: readonly MergedContainer[];
};

const ANCESTOR_LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";

/**
 * The runtime's jobs with overrides merged in, as far as plugins need it. From 2.3 on the merge takes the whole JobSet, so that
 * an unknown job is added; before, only jobs of the runtime are visited.
 */
export function mergedJobs({ request, object }: RuleContext): readonly MergedJob[] {
  const template = objectsIn(getIn(request.runtime?.spec, "template", "spec", "replicatedJobs"));
  const jobs = new Map(template.map((job) => [asString(job["name"]) ?? "", toJob(job)]));
  const addsJobs = !/^v2\.[012]\./.test(request.trainerVersion);
  for (const entry of readEntries(object, request.dialect)) {
    for (const part of partsOf(entry).jobs) {
      const known = jobs.get(part.name) ?? (addsJobs ? emptyJob(part.name) : undefined);
      if (known === undefined) continue;
      const labels = part.jobMetadata?.value["labels"];
      const ancestor = asString(getIn(labels, ANCESTOR_LABEL)) ?? known.ancestor;
      jobs.set(part.name, { ...mergeSpec(known, part.podSpec?.value), ancestor });
    }
  }
  return [...jobs.values()];
}

function emptyJob(name: string): MergedJob {
  return { name, ancestor: "", containers: [], initContainers: [] };
}

function toJob(job: JsonObject): MergedJob {
  const pod = getIn(job, "template", "spec", "template", "spec");
  return {
    name: asString(job["name"]) ?? "",
    ancestor: asString(getIn(job, "template", "metadata", "labels", ANCESTOR_LABEL)) ?? "",
    containers: objectsIn(getIn(pod, "containers")).map(toContainer),
    initContainers: objectsIn(getIn(pod, "initContainers")).map(toContainer),
  };
}

function toContainer(container: JsonObject): MergedContainer {
  return {
    name: asString(container["name"]) ?? "",
    mounts: objectsIn(container["volumeMounts"]).map((mount) => asString(mount["name"]) ?? ""),
    resources: container["resources"],
  };
}

function mergeSpec(job: MergedJob, spec: JsonObject | undefined): MergedJob {
  if (spec === undefined) return job;
  return {
    ...job,
    containers: mergeContainers(job.containers, objectsIn(spec["containers"])),
    initContainers: mergeContainers(job.initContainers, objectsIn(spec["initContainers"])),
  };
}

function mergeContainers(
  containers: readonly MergedContainer[],
  patches: readonly JsonObject[],
): readonly MergedContainer[] {
  const byName = new Map(containers.map((container) => [container.name, container]));
  for (const patch of patches.map(toContainer)) {
    const known = byName.get(patch.name);
    byName.set(
      patch.name,
      known === undefined ? patch : { ...known, mounts: [...known.mounts, ...patch.mounts] },
    );
  }
  return [...byName.values()];
}
