import type { KubeObject } from "../k8s/object.ts";
import {
  asObject,
  getIn,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  objectsIn,
} from "../util/json.ts";
import { parsePointer } from "../util/pointer.ts";
import { toGoStructList } from "./go-json.ts";
import { applyToJobSet } from "./jobset-apply.ts";
import { defaultJobSetSpec } from "./jobset-defaults.ts";
import {
  CEL_MESSAGE,
  type JobSetRefusal,
  MUTABLE_WHILE_SUSPENDED,
  WEBHOOK_MESSAGE,
} from "./jobset-refusals.ts";

const NOT_CHECKED =
  "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";

/**
 * The API server's whole answer to an apply of `next`, as the controller reports it; undefined when nothing is refused.
 * With `existing` the webhook's text shows the list of jobs as the webhook sees it: applied, defaulted, and the
 * fields that may change put back to what they were.
 */
export function refusalText(
  next: KubeObject,
  refusals: readonly JobSetRefusal[],
  existing?: KubeObject | undefined,
): string | undefined {
  if (refusals.length === 0) return undefined;
  const structural = structuralRefusalText(next);
  if (structural !== undefined) return structural;
  const name = next.metadata.name ?? "";
  const invalid = `JobSet.jobset.x-k8s.io "${name}" is invalid`;
  const cel = topFields(refusals.filter((refusal) => refusal.message === CEL_MESSAGE));
  if (cel.length > 0)
    return `${invalid}: ${joined(cel.map((field) => `spec.${field}: Invalid value: ${CEL_MESSAGE}`))}`;
  const parts = topFields(refusals).map(
    (field) => `spec.${field}: Invalid value: ${shown(field, next, existing)}: ${WEBHOOK_MESSAGE}`,
  );
  return `admission webhook "vjobset.kb.io" denied the request: ${invalid}: ${joined(parts)}`;
}

/** A job without containers, which an override of an unknown name makes, does not pass the CRD's schema. */
export function structuralRefusalText(jobSet: KubeObject): string | undefined {
  const missing = objectsIn(jobSet.spec?.["replicatedJobs"]).flatMap((job, index) => {
    const pod = "template.spec.template.spec.containers";
    const containers = getIn(job, "template", "spec", "template", "spec", "containers");
    return Array.isArray(containers)
      ? []
      : [`spec.replicatedJobs[${index}].${pod}: Required value`];
  });
  if (missing.length === 0) return undefined;
  const name = jobSet.metadata.name ?? "";
  return `JobSet.jobset.x-k8s.io "${name}" is invalid: ${joined([...missing, NOT_CHECKED])}`;
}

function topFields(refusals: readonly JobSetRefusal[]): readonly string[] {
  return [...new Set(refusals.map((refusal) => parsePointer(refusal.field)[1] ?? ""))];
}

function shown(field: string, next: KubeObject, existing: KubeObject | undefined): string {
  if (field !== "replicatedJobs") return JSON.stringify(next.spec?.[field] ?? null);
  const merged = existing === undefined ? next : applyToJobSet(existing, next);
  const jobs = objectsIn(defaultJobSetSpec(merged.spec ?? {})["replicatedJobs"]);
  const isSuspended = existing?.spec?.["suspend"] === true || merged.spec?.["suspend"] === true;
  const old = objectsIn(existing?.spec?.["replicatedJobs"]);
  const seen = isSuspended
    ? jobs.map((job) =>
        putBack(
          job,
          old.find((other) => other["name"] === job["name"]),
        ),
      )
    : jobs;
  return toGoStructList("ReplicatedJob", seen);
}

function putBack(job: JsonObject, old: JsonObject | undefined): JsonObject {
  if (old === undefined) return job;
  return MUTABLE_WHILE_SUSPENDED.reduce<JsonObject>((result, path) => {
    const whole = ["template", "spec", "template", ...path];
    return withIn(result, whole, getIn(old, ...whole));
  }, job);
}

function withIn(object: JsonObject, path: readonly string[], value: Json | undefined): JsonObject {
  const [key = "", ...rest] = path;
  const result: MutableJsonObject = { ...object };
  if (rest.length === 0) result[key] = value;
  else {
    const below = asObject(result[key]);
    if (below !== undefined || value !== undefined) result[key] = withIn(below ?? {}, rest, value);
  }
  return result;
}

function joined(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? "") : `[${parts.join(", ")}]`;
}
