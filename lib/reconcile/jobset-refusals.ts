import type { KubeObject } from "../k8s/object.ts";
import { asObject, getIn, type JsonObject, objectsIn } from "../util/json.ts";
import { type JsonPointer, parsePointer } from "../util/pointer.ts";
import { applyToJobSet } from "./jobset-apply.ts";
import { defaultJobSetSpec } from "./jobset-defaults.ts";
import { jsonDifferences } from "./json-differences.ts";

/** `field` is a JSON pointer into the JobSet as it would be (where the field is gone: as it is). */
export type JobSetRefusal = { readonly field: JsonPointer; readonly message: string };

export const WEBHOOK_MESSAGE = "field is immutable";
export const CEL_MESSAGE = "Value is immutable";

/** Parts of the JobSet spec that CEL rules of its CRD hold for ever. */
const CEL_FIELDS = [
  "network",
  "successPolicy",
  "failurePolicy",
  "startupPolicy",
  "volumeClaimPolicies",
] as const;

/** Below a Job template's pod template: what may change while the JobSet is suspended or becomes so. */
export const MUTABLE_WHILE_SUSPENDED = [
  ["metadata", "labels"],
  ["metadata", "annotations"],
  ["spec", "nodeSelector"],
  ["spec", "tolerations"],
  ["spec", "schedulingGates"],
] as const;

const POD_TEMPLATE_DEPTH = ["spec", "replicatedJobs", "*", "template", "spec", "template"].length;

/**
 * What the JobSet API (webhook and CEL rules of JobSet 0.12) refuses when the field manager `trainer` applies `next`
 * over `existing`: one entry per leaf, empty when it takes the whole of it. Fields that an earlier apply set and `next`
 * does not have are removed by server-side apply, and a removal counts like a change. Defaults are filled on both
 * sides, so what the API server or the webhook added is no difference. Metadata of the JobSet and `suspend` may
 * always change.
 */
export function jobSetRefusals(existing: KubeObject, next: KubeObject): readonly JobSetRefusal[] {
  const before = defaultJobSetSpec(existing.spec ?? {});
  const after = defaultJobSetSpec(applyToJobSet(existing, next).spec ?? {});
  const suspended = before["suspend"] === true || after["suspend"] === true;
  const refusals: JobSetRefusal[] = [];
  for (const field of CEL_FIELDS) {
    if (before[field] === undefined || after[field] === undefined) continue;
    for (const pointer of jsonDifferences(before[field], after[field], `/spec/${field}`, field))
      refusals.push({ field: pointer, message: CEL_MESSAGE });
  }
  for (const pointer of replicatedJobDifferences(before, after)) {
    if (suspended && isMutableWhileSuspended(pointer) && isKnownJob(pointer, before, after))
      continue;
    refusals.push({ field: pointer, message: WEBHOOK_MESSAGE });
  }
  for (const pointer of jsonDifferences(
    before["managedBy"],
    after["managedBy"],
    "/spec/managedBy",
    "managedBy",
  ))
    refusals.push({ field: pointer, message: WEBHOOK_MESSAGE });
  return refusals;
}

function replicatedJobDifferences(before: JsonObject, after: JsonObject): readonly JsonPointer[] {
  return jsonDifferences(
    before["replicatedJobs"],
    after["replicatedJobs"],
    "/spec/replicatedJobs",
    "replicatedJobs",
  );
}

function isMutableWhileSuspended(pointer: JsonPointer): boolean {
  const steps = parsePointer(pointer);
  if (steps[4] !== "spec" || steps[5] !== "template") return false;
  const rest = steps.slice(POD_TEMPLATE_DEPTH);
  return MUTABLE_WHILE_SUSPENDED.some((path) => path.every((step, index) => rest[index] === step));
}

/** The exemption is looked up by job name: a job that is new in `after` has none. */
function isKnownJob(pointer: JsonPointer, before: JsonObject, after: JsonObject): boolean {
  const index = Number(parsePointer(pointer)[2]);
  const name = getIn(after, "replicatedJobs", index, "name");
  return objectsIn(before["replicatedJobs"]).some((job) => asObject(job)?.["name"] === name);
}
