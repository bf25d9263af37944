import { TRAINER_GROUP } from "../k8s/kinds.ts";
import type { StructuralSchema } from "../schema/structural-schema.ts";
import type { AdmissionRequest, AdmissionResult } from "./admission.ts";
import { checkSchema, decode, readStored } from "./against-schema.ts";
import { refuseForbidden, refuseInvalid } from "./refusal.ts";
import { deprecationWarning } from "./runtime-lookup.ts";
import { checkRuntime } from "./runtime-rules.ts";
import { runtimeWebhook } from "./webhook-names.ts";

/** TrainingRuntime and ClusterTrainingRuntime: schema, CEL, and what their webhooks look at. */
export function admitRuntime(schema: StructuralSchema, request: AdmissionRequest): AdmissionResult {
  const { object, pruned } = decode(schema, request.object);
  const old = request.old === undefined ? undefined : readStored(schema, request.old);
  const notes = { warnings: [], pruned };
  const invalid = checkSchema(schema, object, old);
  if (invalid.length > 0) {
    const { kind, metadata } = object;
    return refuseInvalid({ kind, group: TRAINER_GROUP, name: metadata.name ?? "" }, invalid, notes);
  }
  const isChecked = request.operation === "create" || object.kind === "ClusterTrainingRuntime";
  const errors = isChecked ? checkRuntime(object, request.trainerVersion) : [];
  if (errors.length > 0)
    return refuseForbidden(runtimeWebhook(object.kind, request.dialect), errors, notes);
  const deprecated =
    request.operation === "create"
      ? deprecationWarning(object, request.trainerVersion, false)
      : undefined;
  return {
    admitted: true,
    object,
    warnings: deprecated === undefined ? [] : [deprecated],
    pruned,
  };
}
