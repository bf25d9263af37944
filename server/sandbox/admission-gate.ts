import type { AdmissionResult } from "#lib/admission/admission.ts";
import { admit } from "#lib/admission/admit.ts";
import { KINDS, type KindInfo, TRAINER_GROUP } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { isKubeObject, toJson } from "#lib/k8s/object.ts";
import { jobSetRefusals } from "#lib/reconcile/jobset-refusals.ts";
import { refusalText } from "#lib/reconcile/refusal-text.ts";
import { applyDefaults } from "#lib/schema/defaults.ts";
import { toCauses, toInvalidMessage } from "#lib/schema/field-error.ts";
import { prune } from "#lib/schema/prune.ts";
import type { StructuralSchema } from "#lib/schema/structural-schema.ts";
import { validateStructure } from "#lib/schema/validate.ts";
import { asArray, asString, getIn, objectsIn } from "#lib/util/json.ts";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";
import { schemaOfKind } from "./crd-schemas.ts";
import { refuse } from "./refusal.ts";
import type { SandboxOptions } from "./sandbox.ts";
import { fieldsOfNative } from "./undeclared-fields.ts";
import type { WriteCore } from "./write-core.ts";

export type GateRequest = {
  readonly info: KindInfo;
  readonly object: KubeObject;
  readonly old?: KubeObject | undefined;
  readonly subresource?: string | undefined;
};

export type Admitted = {
  readonly object: KubeObject;
  readonly warnings: readonly string[];
  /** JSON pointers of fields that were dropped. */
  readonly pruned: readonly string[];
};

/** What stands between a client's write and the store: schemas and webhooks. Throws KubeRefusal. */
export type AdmissionGate = (request: GateRequest) => Admitted;

const SNAPSHOT_SUFFIX = "-runtime-snapshot";

function liveRuntime(core: WriteCore, trainJob: KubeObject): KubeObject | undefined {
  const name = asString(getIn(trainJob.spec, "runtimeRef", "name"));
  if (name === undefined) return undefined;
  return getIn(trainJob.spec, "runtimeRef", "kind") === "TrainingRuntime"
    ? core.store.get(KINDS.TrainingRuntime, trainJob.metadata.namespace, name)
    : core.store.get(KINDS.ClusterTrainingRuntime, undefined, name);
}

function snapshotRuntime(core: WriteCore, trainJob: KubeObject): KubeObject | undefined {
  const { namespace, name = "" } = trainJob.metadata;
  const map = core.store.get(KINDS.ConfigMap, namespace, `${name}${SNAPSHOT_SUFFIX}`);
  const text = map === undefined ? undefined : asString(getIn(toJson(map), "data", "runtime"));
  if (text === undefined) return undefined;
  const value = parseDocuments(text).documents[0]?.value;
  return isKubeObject(value) ? value : undefined;
}

function activeJobs(core: WriteCore, trainJob: KubeObject): { name: string; active: number }[] {
  const { namespace, name = "" } = trainJob.metadata;
  const jobSet = core.store.get(KINDS.JobSet, namespace, name);
  return objectsIn(asArray(getIn(jobSet?.status, "replicatedJobsStatus"))).flatMap((job) => {
    const active = job["active"];
    return typeof active === "number" && active > 0
      ? [{ name: asString(job["name"]) ?? "", active }]
      : [];
  });
}

function unwrap(info: KindInfo, name: string, result: AdmissionResult): Admitted {
  if (result.admitted) return result;
  const { code, reason, message, causes } = result;
  // A webhook's refusal carries its findings in the message only.
  const named = name === "" ? {} : { name };
  const details = { ...named, group: info.group, kind: info.kind, causes };
  throw refuse(code, reason === "" ? undefined : reason, message, code === 422 ? details : {});
}

function admitByTrainer(core: WriteCore, options: SandboxOptions, request: GateRequest): Admitted {
  const { info, object, old } = request;
  const isJob = info.kind === "TrainJob";
  const snapshot =
    isJob && options.dialect === "templateOverrides" ? snapshotRuntime(core, object) : undefined;
  const result = admit(core.schemas, {
    operation: old === undefined ? "create" : "update",
    dialect: options.dialect,
    trainerVersion: options.trainerVersion,
    object,
    old,
    runtime: isJob ? (snapshot ?? liveRuntime(core, object)) : undefined,
    activeJobs: isJob ? activeJobs(core, object) : [],
    now: core.clock.now(),
  });
  return unwrap(info, object.metadata.name ?? "", result);
}

/** Structure by the CRD's schema: pruned, defaulted, checked. No rules, no webhooks. */
function admitByStructure(schema: StructuralSchema, request: GateRequest): Admitted {
  const { info, object, old } = request;
  const { value, pruned } = prune(schema, toJson(object));
  const filled = applyDefaults(schema, value);
  if (!isKubeObject(filled)) throw refuse(400, "BadRequest", `the object is not a ${info.kind}`);
  const name = object.metadata.name ?? "";
  const errors = validateStructure(schema, filled, old === undefined ? undefined : toJson(old));
  if (errors.length > 0)
    throw refuse(422, "Invalid", toInvalidMessage(info.kind, info.group, name, errors), {
      name,
      group: info.group,
      kind: info.kind,
      causes: toCauses(errors),
    });
  return { object: filled, warnings: [], pruned };
}

/** Structure, then the webhook's and CEL's immutability. */
function admitJobSet(schema: StructuralSchema, request: GateRequest): Admitted {
  const { old } = request;
  const admitted = admitByStructure(schema, request);
  const filled = admitted.object;
  const text =
    old === undefined ? undefined : refusalText(filled, jobSetRefusals(old, filled), old);
  if (text !== undefined) {
    const isWebhook = text.startsWith("admission webhook");
    throw refuse(isWebhook ? 403 : 422, isWebhook ? "Forbidden" : "Invalid", text, {});
  }
  return admitted;
}

/** Kinds that are compiled into a real API server: what the type does not have is dropped. */
function admitNative({ schemas }: WriteCore, { info, object }: GateRequest): Admitted {
  const schema = fieldsOfNative(schemas, info);
  if (schema === undefined) return { object, warnings: [], pruned: [] };
  const { value, pruned } = prune(schema, toJson(object));
  return { object: isKubeObject(value) ? value : object, warnings: [], pruned };
}

export function createAdmissionGate(core: WriteCore, options: SandboxOptions): AdmissionGate {
  return (request) => {
    const schema = schemaOfKind(core.schemas, request.info);
    if (request.subresource !== undefined)
      return schema === undefined
        ? { object: request.object, warnings: [], pruned: [] }
        : admitByStructure(schema, request);
    if (request.info.group === TRAINER_GROUP) return admitByTrainer(core, options, request);
    if (request.info.kind === "JobSet") return admitJobSet(core.schemas.JobSet, request);
    return admitNative(core, request);
  };
}
