import type { KubeObject } from "../k8s/object.ts";
import { asString, getIn, type JsonObject, objectsIn } from "../util/json.ts";
import { defaultJobSetSpec } from "./jobset-defaults.ts";
import { structuralRefusalText } from "./refusal-text.ts";

const LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const NAME_LIMIT = 63;
const JOB_TOO_LONG =
  "JobSet name is too long, job names generated for this JobSet will exceed 63 characters";
const POD_TOO_LONG =
  "JobSet name is too long, pod names generated for this JobSet will exceed 63 characters";

/**
 * Why JobSet's webhook refuses to create what was rendered, as the controller reports it; undefined when it takes it.
 * Covers names that Kubernetes derives (Jobs and Pods of at most 63 characters) and dependencies.
 */
export function creationRefusalText(jobSet: KubeObject): string | undefined {
  const structural = structuralRefusalText(jobSet);
  if (structural !== undefined) return structural;
  const jobs = objectsIn(defaultJobSetSpec(jobSet.spec ?? {})["replicatedJobs"]);
  const name = jobSet.metadata.name ?? "";
  const errors = [...dependencyErrors(jobs), ...jobs.flatMap((job, i) => nameErrors(name, job, i))];
  if (errors.length === 0) return undefined;
  const list = errors.length === 1 ? (errors[0] ?? "") : `[${errors.join(", ")}]`;
  return `admission webhook "vjobset.kb.io" denied the request: JobSet.jobset.x-k8s.io "${name}" is invalid: ${list}`;
}

function dependencyErrors(jobs: readonly JsonObject[]): readonly string[] {
  const errors: string[] = [];
  if (jobs[0]?.["dependsOn"] !== undefined)
    errors.push("DependsOn can't be set for the first ReplicatedJob");
  const seen = new Set<string>();
  for (const job of jobs) {
    const name = asString(job["name"]) ?? "";
    seen.add(name);
    for (const item of objectsIn(job["dependsOn"])) {
      const other = asString(item["name"]) ?? "";
      if (!seen.has(other))
        errors.push(`replicatedJob: ${name} cannot depend on replicatedJob: ${other}`);
    }
  }
  return errors;
}

function nameErrors(jobSetName: string, job: JsonObject, place: number): readonly string[] {
  const field = `spec.replicatedJobs[${place}].name`;
  const last = Number(job["replicas"] ?? 1) - 1;
  const jobName = `${jobSetName}-${asString(job["name"]) ?? ""}-${last}`;
  const errors: string[] = [];
  const invalid = (message: string) =>
    errors.push(`${field}: Invalid value: "${jobName}": ${message}`);
  if (jobName.length > NAME_LIMIT) invalid(JOB_TOO_LONG);
  else if (!LABEL.test(jobName))
    invalid("a DNS-1035 label must consist of lower case alphanumeric characters or '-'");
  const completions = getIn(job, "template", "spec", "completions");
  if (typeof completions === "number") {
    const podName = `${jobName}-${completions - 1}-abcde`;
    if (podName.length > NAME_LIMIT) invalid(POD_TOO_LONG);
  }
  return errors;
}
