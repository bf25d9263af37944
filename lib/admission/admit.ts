import type { AdmissionRequest, AdmissionResult } from "./admission.ts";
import { admitRuntime } from "./admit-runtime.ts";
import { admitTrainJob } from "./admit-train-job.ts";
import type { SchemaSet } from "./schema-set.ts";

/**
 * What the API server with its CRDs and webhooks would answer, and what it would store. Kinds without a schema in
 * `schemas` are admitted as they are. Never throws for what a user may send, and never changes its input.
 */
export function admit(schemas: SchemaSet, request: AdmissionRequest): AdmissionResult {
  const { object } = request;
  if (object.kind === "TrainJob" && schemas.TrainJob !== undefined)
    return admitTrainJob(schemas.TrainJob, request);
  if (object.kind === "TrainingRuntime" && schemas.TrainingRuntime !== undefined)
    return admitRuntime(schemas.TrainingRuntime, request);
  if (object.kind === "ClusterTrainingRuntime" && schemas.ClusterTrainingRuntime !== undefined)
    return admitRuntime(schemas.ClusterTrainingRuntime, request);
  return { admitted: true, object, warnings: [], pruned: [] };
}
