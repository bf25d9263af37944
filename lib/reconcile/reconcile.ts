import type { Dialect } from "../dialect/entry.ts";
import type { KubeObject } from "../k8s/object.ts";
import { render } from "../render/index.ts";
import type { RenderResult } from "../render/render-input.ts";
import type { TrainerVersion } from "../render/versions.ts";
import { toKubeTime } from "../util/clock.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import {
  asObject,
  asString,
  isEqualJson,
  type Json,
  type JsonObject,
  objectsIn,
} from "../util/json.ts";
import { isConditionTrue } from "./conditions.ts";
import type { ControllerKind } from "./controller-kind.ts";
import { creationRefusalText } from "./jobset-creation.ts";
import { jobSetRefusals } from "./jobset-refusals.ts";
import { refusalText } from "./refusal-text.ts";
import { hasSnapshots, snapshotOf } from "./runtime-snapshot.ts";
import {
  deadlineOf,
  withFailed,
  withJobSetStatus,
  withoutPassingFailure,
  withSuspended,
} from "./trainjob-status.ts";

export type ReconcileInput = {
  readonly controller: ControllerKind;
  readonly trainerVersion: TrainerVersion;
  readonly dialect: Dialect;
  readonly trainJob: KubeObject;
  /** The live runtime; undefined when it was not found. */
  readonly runtime?: KubeObject | undefined;
  /** Objects of the TrainJob's namespace that it may have made: JobSet, ConfigMaps, Secrets, PodGroups. */
  readonly existing: readonly KubeObject[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly parseYaml?: ((text: string) => unknown) | undefined;
  /** An earlier reconcile of the same objects had nothing to write: only the status is worked out. */
  readonly isSettled?: boolean | undefined;
  /** How the runtime snapshot is written; JSON, which is YAML too, when absent. */
  readonly stringifyYaml?: ((value: Json) => string) | undefined;
};

export type ReconcileEvent = {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
};

export type ObjectName = {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
};

export type ReconcileResult = {
  /** To be applied in this order, forced, by the field manager `trainer`. */
  readonly apply: readonly KubeObject[];
  readonly remove: readonly ObjectName[];
  /** The whole next status; undefined when it stays as it is. */
  readonly status?: JsonObject | undefined;
  readonly events: readonly ReconcileEvent[];
  readonly diagnostics: readonly Diagnostic[];
  readonly render: RenderResult;
  /** When to look again although nothing changed: milliseconds since the epoch. */
  readonly requeueAt?: number | undefined;
};

/** The writes of one step and, where it fails, the API server's or the engine's word for it. */
type Step = {
  readonly apply: readonly KubeObject[];
  readonly remove: readonly ObjectName[];
  readonly error?: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly render: RenderResult;
};

const OWN_NAME = "trainer.kubeflow.org/trainjob-controller";
const RUNTIME_KINDS = ["TrainingRuntime", "ClusterTrainingRuntime"];
const NOTHING: RenderResult = { objects: [], diagnostics: [], runtimeSource: "none" };
const IDLE: Step = { apply: [], remove: [], diagnostics: [], render: NOTHING };
const ERROR_LIMIT = 950;
/** Their TrainJob has no activeDeadlineSeconds. */
const WITHOUT_DEADLINE: readonly TrainerVersion[] = ["v2.0.0", "v2.0.1", "v2.1.0"];

/**
 * One reconcile of a TrainJob: what to write, and the status afterwards. A JobSet that refuses the render is left out
 * of `apply`; Kubeflow Trainer's controller then only records an event, this project's removes the JobSet while
 * it is suspended and idle, and makes it anew in the next step.
 */
export function reconcile(input: ReconcileInput): ReconcileResult {
  const before = input.trainJob.status;
  if (isManagedElsewhere(input)) return finish(input, before ?? {}, IDLE);
  const time = toKubeTime(input.now);
  const cleared = input.controller === "trainer" ? withoutPassingFailure(before) : (before ?? {});
  const unsupported = unsupportedReason(input);
  if (unsupported !== undefined) {
    const failed = withFailed(cleared, "TrainingRuntimeNotSupported", unsupported, time);
    return finish(input, failed, { ...IDLE, error: unsupported });
  }
  const hasWrites = input.isSettled !== true && !isOver(cleared, input.trainerVersion);
  const step = hasWrites ? renderStep(input) : IDLE;
  const jobSet = jobSetOf(input);
  const suspended = withSuspended(cleared, isSuspended(input.trainJob), time);
  const status = withJobSetStatus(suspended, jobSet, input.trainerVersion);
  return withDeadline(input, status, step, time);
}

function withDeadline(
  input: ReconcileInput,
  status: JsonObject,
  step: Step,
  time: string,
): ReconcileResult {
  const hasDeadline = !isTerminal(status) && !WITHOUT_DEADLINE.includes(input.trainerVersion);
  const deadline = hasDeadline ? deadlineOf(input.trainJob, status) : undefined;
  if (deadline === undefined) return finish(input, status, step);
  if (input.now <= deadline) return { ...finish(input, status, step), requeueAt: deadline + 1 };
  const message = "TrainJob exceeded its active deadline";
  const failed = withFailed(status, "DeadlineExceeded", message, time);
  return finish(input, failed, { ...step, apply: [], remove: [jobSetName(input)] });
}

function finish(input: ReconcileInput, status: JsonObject, step: Step): ReconcileResult {
  return {
    apply: step.apply,
    remove: step.remove,
    ...(isEqualJson(status, input.trainJob.status ?? {}) ? {} : { status }),
    events: step.error === undefined ? [] : [failureEvent(step.error)],
    diagnostics: [...step.render.diagnostics, ...step.diagnostics],
    render: step.render,
  };
}

function failureEvent(error: string): ReconcileEvent {
  const characters = [...error];
  const text = characters.slice(0, ERROR_LIMIT).join("");
  const more = characters.length > ERROR_LIMIT ? " ..." : "";
  return {
    type: "Warning",
    reason: "TrainJobResourcesCreationFailed",
    message: `TrainJob resources reconciliation failed: ${text}${more}`,
  };
}

function renderStep(input: ReconcileInput): Step {
  const result = render({
    trainJob: input.trainJob,
    runtime: input.runtime,
    existing: input.existing,
    trainerVersion: input.trainerVersion,
    dialect: input.dialect,
    parseYaml: input.parseYaml,
  });
  const failure = result.diagnostics.find((diagnostic) => diagnostic.severity === "error");
  if (failure !== undefined && result.objects.length === 0)
    return { ...IDLE, render: result, error: failure.message };
  const snapshot = missingSnapshot(input, result);
  const jobSet = result.objects.find((object) => object.kind === "JobSet");
  const rest = result.objects.filter((object) => object.kind !== "JobSet");
  const others = [...snapshot, ...rest];
  const step: Step = { ...IDLE, apply: others, render: result };
  return jobSet === undefined ? step : jobSetStep(input, step, jobSet);
}

function jobSetStep(input: ReconcileInput, step: Step, next: KubeObject): Step {
  const whole: Step = { ...step, apply: [...step.apply, next] };
  const existing = jobSetOf(input);
  if (existing === undefined) {
    const error = creationRefusalText(next);
    return error === undefined ? whole : { ...step, error };
  }
  if (existing.metadata.deletionTimestamp !== undefined) return step;
  const refusals = jobSetRefusals(existing, next);
  if (refusals.length === 0) return whole;
  const diagnostics = refusals.map(
    ({ field, message }): Diagnostic => ({
      code: "JOBSET_REFUSES",
      severity: input.controller === "trainer" ? "error" : "info",
      path: field,
      message: `the existing JobSet refuses the change: ${message}`,
    }),
  );
  if (input.controller === "trainer")
    return { ...step, diagnostics, error: refusalText(next, refusals, existing) };
  if (!isSuspended(existing) || hasActivePods(existing)) return { ...step, diagnostics };
  return { ...step, diagnostics, remove: [jobSetName(input)] };
}

function missingSnapshot(input: ReconcileInput, result: RenderResult): readonly KubeObject[] {
  const isWanted = hasSnapshots(input.trainerVersion) && result.runtimeSource === "live";
  if (!isWanted || input.runtime === undefined) return [];
  const stringify = input.stringifyYaml ?? ((value: Json) => JSON.stringify(value));
  return [snapshotOf(input.trainJob, input.runtime, stringify)];
}

function unsupportedReason(input: ReconcileInput): string | undefined {
  const ref = asObject(input.trainJob.spec?.["runtimeRef"]);
  const kind = asString(ref?.["kind"]) ?? "ClusterTrainingRuntime";
  const group = asString(ref?.["apiGroup"]) ?? "trainer.kubeflow.org";
  if (!RUNTIME_KINDS.includes(kind) || group !== "trainer.kubeflow.org")
    return `unsupported runtime: ${kind}.${group}`;
  const policy = asObject(input.runtime?.spec?.["mlPolicy"]);
  if (input.controller === "dashboard" && policy?.["flux"] !== undefined)
    return "the flux policy needs scripts of Kubeflow Trainer's own controller";
  return undefined;
}

/** From v2.3.0 the controller leaves TrainJobs of another manager alone; before, it did not look. */
function isManagedElsewhere(input: ReconcileInput): boolean {
  const manager = asString(input.trainJob.spec?.["managedBy"]);
  return hasSnapshots(input.trainerVersion) && manager !== undefined && manager !== OWN_NAME;
}

function isOver(status: JsonObject, version: TrainerVersion): boolean {
  return version !== "v2.1.0" && isTerminal(status);
}

function isTerminal(status: JsonObject): boolean {
  return isConditionTrue(status, "Complete") || isConditionTrue(status, "Failed");
}

function isSuspended(object: KubeObject): boolean {
  return object.spec?.["suspend"] === true;
}

export function hasActivePods(jobSet: KubeObject): boolean {
  return objectsIn(jobSet.status?.["replicatedJobsStatus"]).some(
    (job) => Number(job["active"]) > 0,
  );
}

function jobSetOf(input: ReconcileInput): KubeObject | undefined {
  const { name } = input.trainJob.metadata;
  return input.existing.find((object) => object.kind === "JobSet" && object.metadata.name === name);
}

function jobSetName(input: ReconcileInput): ObjectName {
  const { namespace, name } = input.trainJob.metadata;
  return { kind: "JobSet", namespace: namespace ?? "", name: name ?? "" };
}
