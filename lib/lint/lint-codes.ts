import { RENDER_CODES, type RenderCode } from "../render/render-codes.ts";
import type { Severity } from "../util/diagnostic.ts";

export type LintRule = { readonly severity: Severity; readonly title: string };

const rule = (severity: Severity, title: string): LintRule => ({ severity, title });

/** What lint looks for beyond rendering. Errors are refused or cannot run; warnings are admitted and do not what they say. */
const OWN_CODES = {
  UNDECODABLE: rule("error", "The mutating webhook cannot decode the object (400)"),
  SCHEMA_INVALID: rule(
    "error",
    "The API server refuses the object by its schema or CEL rules (422)",
  ),
  WEBHOOK_DENIED: rule("error", "The validating webhook refuses the object (403)"),
  JOBSET_REFUSED: rule("error", "JobSet's webhook refuses what the TrainJob becomes"),
  RESERVED_ENV: rule(
    "error",
    "An override sets env on a container whose env belongs to spec.trainer or spec.initializer",
  ),
  VOLUME_SOURCE_CONFLICT: rule(
    "error",
    "A volume has several sources after merging; pods are refused",
  ),
  ENV_SOURCE_CONFLICT: rule(
    "error",
    "A variable has a value and a valueFrom after merging; pods are refused",
  ),
  MOUNT_WITHOUT_VOLUME: rule(
    "error",
    "A container mounts a volume that the pod does not have; pods are refused",
  ),
  REQUEST_ABOVE_LIMIT: rule("error", "A request is above its limit; pods are refused"),
  EXTENDED_RESOURCE_UNEQUAL: rule(
    "error",
    "An extended resource needs equal request and limit; pods are refused",
  ),
  UNKNOWN_FIELD: rule("warning", "The served version does not know the field and drops it"),
  ADMISSION_WARNING: rule("warning", "The API server warns about the object"),
  NO_TRAINER_ANCESTOR: rule(
    "warning",
    "No ReplicatedJob has the ancestor label trainer: spec.trainer changes nothing",
  ),
  ANCESTOR_UNKNOWN: rule("warning", "The ancestor label has a value that Trainer does not know"),
  TRAINER_IGNORED: rule(
    "warning",
    "spec.trainer changes nothing: no ReplicatedJob has the ancestor label trainer",
  ),
  PORT_LOST: rule("warning", "Two ports without a name are one to Trainer: one gets lost"),
  PROCESSES_EXCEED_DEVICES: rule("warning", "More processes per node than devices"),
  RESOURCES_IGNORED: rule("warning", "resourcesPerNode changes nothing without an mlPolicy"),
  CLAIMS_LOST: rule("warning", "Claims of resourcesPerNode get lost"),
  TORCHTUNE_NAME: rule("warning", "TorchTune finds the model in a runtime name of three parts"),
  MPI_JOB_MISSING: rule("warning", "An mpi policy works on the ReplicatedJobs launcher and node"),
  MPI_LAUNCHER_COUNT: rule("warning", "The launcher of an mpi runtime runs more than once"),
  MPI_NODE_COUNT: rule("warning", "With the launcher as a node, one node still makes a worker"),
  TOLERATIONS_REPLACED: rule("warning", "Tolerations of an override replace earlier ones"),
  KUEUE_OVERRIDDEN: rule("warning", "An override takes back what Kueue wrote"),
  DUPLICATE_OBJECT: rule("warning", "The files hold an object of this kind and name before"),
  RUNTIME_MISSING: rule("info", "The runtime is not among the files: less is checked"),
  DEVICES_IDLE: rule("info", "Fewer processes per node than GPUs"),
  OVERRIDE_CONFLICT: rule("info", "Two managers write different values into one field"),
} as const satisfies Record<string, LintRule>;

export type OwnLintCode = keyof typeof OWN_CODES;

const RENDER_TITLES: { readonly [code in RenderCode]: string } = {
  RUNTIME_NOT_FOUND: "spec.runtimeRef names a runtime that is not there",
  RUNTIME_KIND_UNSUPPORTED: "spec.runtimeRef names a kind that Trainer does not know",
  SNAPSHOT_INVALID: "The stored runtime snapshot cannot be used",
  INPUT_INVALID: "The controller cannot decode a value of the TrainJob",
  RUNTIME_INVALID: "The controller cannot decode a value of the runtime",
  DIALECT_UNSUPPORTED: "The Trainer version does not read this override API",
  VERSION_UNSUPPORTED: "The Trainer version cannot be rendered",
  MERGE_FAILED: "A strategic merge cannot be done",
  ENV_INJECTION_TARGET_MISSING: "envInjection names a job or container that does not exist",
  MPI_IMPLEMENTATION_UNSUPPORTED: "Only OpenMPI can be rendered",
  REQUIRED_VALUE_MISSING: "A value is missing without which the controller crashes",
  TARGET_JOB_UNKNOWN: "An override names a job that the runtime does not have",
  TARGET_CONTAINER_UNKNOWN: "An override names a container that the job does not have",
  MANAGED_ELSEWHERE: "spec.managedBy names another controller: Trainer renders nothing",
  TRAINJOB_FINISHED: "The TrainJob is finished: nothing is sent any more",
};

function renderRule(code: RenderCode): readonly [string, LintRule] {
  return [code, rule(RENDER_CODES[code], RENDER_TITLES[code])];
}

const RENDER_CODE_LIST = Object.keys(RENDER_CODES).filter(isRenderCode);

function isRenderCode(code: string): code is RenderCode {
  return Object.hasOwn(RENDER_CODES, code);
}

/** Every code that lint can answer with. */
export const LINT_RULES: ReadonlyMap<string, LintRule> = new Map<string, LintRule>([
  ...Object.entries(OWN_CODES),
  ...RENDER_CODE_LIST.map(renderRule),
]);

export function severityOf(code: OwnLintCode): Severity {
  return OWN_CODES[code].severity;
}
