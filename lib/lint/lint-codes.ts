import { RENDER_CODES } from "../render/render-codes.ts";
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
  RUNTIME_MISSING: rule("info", "The runtime is not among the files: less is checked"),
  DEVICES_IDLE: rule("info", "Fewer processes per node than GPUs"),
  OVERRIDE_CONFLICT: rule("info", "Two managers write different values into one field"),
} as const satisfies Record<string, LintRule>;

export type OwnLintCode = keyof typeof OWN_CODES;
export type LintCode = OwnLintCode | keyof typeof RENDER_CODES;

const RENDER_RULES: readonly (readonly [string, LintRule])[] = Object.entries(RENDER_CODES).map(
  ([code, severity]) => [code, rule(severity, `Rendering: ${words(code)}`)],
);

/** Every code that lint can answer with. */
export const LINT_RULES: ReadonlyMap<string, LintRule> = new Map<string, LintRule>([
  ...Object.entries(OWN_CODES),
  ...RENDER_RULES,
]);

export function severityOf(code: OwnLintCode): Severity {
  return OWN_CODES[code].severity;
}

function words(code: string): string {
  return code.toLowerCase().replaceAll("_", " ");
}
