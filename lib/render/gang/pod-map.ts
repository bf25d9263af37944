import { ensureObject, type Mark, type ObjectNode } from "../node.ts";
import type { Job } from "../scope.ts";

/** The labels or annotations of a job's pod template, made when missing. */
export function ensurePodMap(job: Job, field: "labels" | "annotations", mark: Mark): ObjectNode {
  return ensureObject(ensureObject(job.podTemplate, "metadata", mark), field, mark);
}
