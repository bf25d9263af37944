import { TRAINER_GROUP } from "../k8s/kinds.ts";
import type { KubeObject } from "../k8s/object.ts";
import type { FieldError } from "../schema/field-error.ts";
import { toGoValue } from "../schema/go-value.ts";
import type { StructuralSchema } from "../schema/structural-schema.ts";
import type { AdmissionRequest, AdmissionResult } from "./admission.ts";
import { checkSchema, decode, readStored } from "./against-schema.ts";
import { DIALECT_RULES } from "./dialect-rules.ts";
import { label1035Findings } from "./dns-names.ts";
import { findUndecodable } from "./go-decode.ts";
import { checkPlugins, NO_PLUGIN_FINDINGS } from "./plugins/plugin-rules.ts";
import {
  type Refused,
  refuseForbidden,
  refuseForbiddenText,
  refuseInvalid,
  refuseUndecodable,
} from "./refusal.ts";
import type { RuleContext } from "./rule-context.ts";
import {
  deprecationWarning,
  runtimeNotFound,
  runtimeRefOf,
  unsupportedRuntime,
} from "./runtime-lookup.ts";
import { DEFAULTER_WEBHOOK, trainJobWebhook } from "./webhook-names.ts";

/**
 * A create or update of a TrainJob, step by step as the API server goes: drop unknown fields, defaults, mutating webhook (400), schema and
 * CEL (422), validating webhook (403). Each step is only reached when the one before had nothing to say.
 */
export function admitTrainJob(
  schema: StructuralSchema,
  request: AdmissionRequest,
): AdmissionResult {
  const decoded = decode(schema, request.object);
  const old = request.old === undefined ? undefined : readStored(schema, request.old);
  const { pruned } = decoded;
  const undecodable = hasGoDefaulter(request) ? findUndecodable(schema, decoded.object) : undefined;
  if (undecodable !== undefined)
    return refuseUndecodable(DEFAULTER_WEBHOOK, undecodable, { warnings: [], pruned });
  const rules = DIALECT_RULES[request.dialect];
  const given: RuleContext = { request, schema, object: decoded.object, old };
  const context: RuleContext = { ...given, object: rules.fillTimes(given) };
  const invalid = checkSchema(schema, context.object, old);
  if (invalid.length > 0) {
    const target = { kind: "TrainJob", group: TRAINER_GROUP, name: nameOf(context.object) };
    return refuseInvalid(target, invalid, { warnings: [], pruned });
  }
  return validate(context, pruned);
}

/**
 * The mutating webhook alone, for an object as the API server sends it for review (pruned and defaulted): the same object
 * where nothing is to be filled in or rewritten.
 */
export function mutateTrainJob(schema: StructuralSchema, request: AdmissionRequest): KubeObject {
  const { object, old } = request;
  return DIALECT_RULES[request.dialect].fillTimes({ request, schema, object, old });
}

/** The validating webhook alone, for an object that the schema has accepted. Its `object` is the one under review. */
export function validateTrainJob(
  schema: StructuralSchema,
  request: AdmissionRequest,
): AdmissionResult {
  const { object, old } = request;
  return validate({ request, schema, object, old }, []);
}

/** Trainer 2.2 and later decode TrainJobs into Go structs before anybody else looks; our own webhook reads JSON. */
function hasGoDefaulter(request: AdmissionRequest): boolean {
  return request.dialect === "runtimePatches";
}

function nameOf(object: KubeObject): string {
  return object.metadata.name ?? "";
}

function validate(context: RuleContext, pruned: readonly string[]): AdmissionResult {
  const { request, object } = context;
  const rules = DIALECT_RULES[request.dialect];
  const isRuntimeUsed = rules.needsRuntime(context);
  const lookup = isRuntimeUsed ? lookUpRuntime(context, pruned) : undefined;
  if (lookup !== undefined) return lookup;
  const findings = rules.check(context);
  const plugins = isRuntimeUsed ? checkPlugins(context) : NO_PLUGIN_FINDINGS;
  const warnings = [...(isRuntimeUsed ? runtimeWarnings(request) : []), ...findings.warnings];
  const errors = [
    ...checkFirstReleaseName(context),
    ...plugins.beforeOverrides,
    ...findings.errors,
    ...plugins.afterOverrides,
  ];
  if (errors.length > 0)
    return refuseForbidden(trainJobWebhook(request.dialect), errors, { warnings, pruned });
  return { admitted: true, object, warnings, pruned };
}

function runtimeWarnings({ runtime, trainerVersion }: AdmissionRequest): readonly string[] {
  const deprecated =
    runtime === undefined ? undefined : deprecationWarning(runtime, trainerVersion, true);
  return deprecated === undefined ? [] : [deprecated];
}

function lookUpRuntime(context: RuleContext, pruned: readonly string[]): Refused | undefined {
  const { request, object } = context;
  const webhook = trainJobWebhook(request.dialect);
  const ref = runtimeRefOf(object);
  const unsupported = unsupportedRuntime(ref);
  if (unsupported !== undefined)
    return refuseForbiddenText(webhook, unsupported, { warnings: [], pruned });
  if (request.runtime !== undefined || request.skipRuntimeLookup === true) return undefined;
  const errors = [...checkFirstReleaseName(context), runtimeNotFound(ref)];
  return refuseForbidden(webhook, errors, { warnings: [], pruned });
}

/** Trainer 2.0 checks the name in its webhook, on create; later versions do it in CEL. */
function checkFirstReleaseName({ request, object }: RuleContext): readonly FieldError[] {
  if (request.operation !== "create" || !request.trainerVersion.startsWith("v2.0.")) return [];
  const name = nameOf(object);
  return label1035Findings(name).map((message) => ({
    type: "Invalid",
    field: "metadata.name",
    value: toGoValue(name),
    message,
  }));
}
