import { RESERVED_ENV_CONTAINERS } from "../admission/runtime-names.ts";
import type { StuckWay } from "../admission/verdict.ts";
import type { Dialect } from "../dialect/entry.ts";
import { overridesOf } from "../dialect/override-list.ts";
import type { KubeObject } from "../k8s/object.ts";
import type { ControllerKind } from "../reconcile/controller-kind.ts";
import { isFinished } from "../reconcile/effect-of.ts";
import { jobSetRefusals } from "../reconcile/jobset-refusals.ts";
import type { RenderResult } from "../render/render-input.ts";
import type { TrainerVersion } from "../render/versions.ts";
import { runtimeNamesOf } from "../timeline/runtime-names.ts";
import { asArray, getIn, type JsonObject, objectsIn } from "../util/json.ts";
import { type FieldGroup, servedGroups } from "./field-groups.ts";
import type { ContainerList } from "./form-model.ts";

/** What becomes of a field that is going to be written. */
export type FieldVerdictKind =
  | "now"
  | "afterSuspend"
  | "remake"
  | "stuck"
  | "atCreation"
  | "refused";

/**
 * - notServed: the cluster's API has no such field there, and would drop it silently
 * - reservedEnv: env of this container belongs to spec.trainer and spec.initializer
 * - noJob: it belongs to a job, and the override names none
 * - unknownJob: the runtime has no such job
 * - finished: nothing is reconciled any more
 * - fixedInManager: this manager's runtime patch has the field already, and such a field never changes
 * - jobHasOverride: Trainer 2.0 takes one override for a job
 * - historyFull, managersFull: 128 entries, 16 managers
 * - running, activePods: overrides change only while the TrainJob is suspended and no pod is active
 * - noJobSet: it comes with the JobSet's creation
 * - mutable: the existing JobSet takes the change
 * - immutable: the existing JobSet refuses it
 * - blocked: the existing JobSet refuses what was written earlier, and with it every later change
 */
export type FieldVerdictReason =
  | "notServed"
  | "reservedEnv"
  | "noJob"
  | "unknownJob"
  | "finished"
  | "fixedInManager"
  | "jobHasOverride"
  | "historyFull"
  | "managersFull"
  | "running"
  | "activePods"
  | "noJobSet"
  | "mutable"
  | "immutable"
  | "blocked";

export type FieldVerdict = {
  readonly verdict: FieldVerdictKind;
  readonly reason: FieldVerdictReason;
  /** With afterSuspend: what it will be then. */
  readonly afterwards?: FieldVerdict | undefined;
  /** With stuck. */
  readonly way?: StuckWay | undefined;
};

export type FieldFacts = {
  readonly controller: ControllerKind;
  readonly dialect: Dialect;
  readonly kind: "job" | "pod";
  readonly trainerVersion: TrainerVersion;
  readonly trainJob: KubeObject;
  /** The JobSet that exists. */
  readonly jobSet?: KubeObject | undefined;
  /** Of the TrainJob as it is, made without the existing JobSet; without it, earlier stuck entries go unseen. */
  readonly render?: RenderResult | undefined;
  readonly runtime?: KubeObject | undefined;
  readonly activeJobs: readonly { readonly name: string; readonly active: number }[];
  readonly manager?: string | undefined;
  /** The jobs that the override applies to; none = the JobSet. */
  readonly jobs: readonly string[];
};

/** For the container groups. */
export type FieldContainer = { readonly list: ContainerList; readonly name: string };

const MUTABLE: ReadonlySet<FieldGroup> = new Set([
  "jobSetMetadata",
  "podMetadata",
  "nodeSelector",
  "tolerations",
  "schedulingGates",
]);
const CONTAINER_GROUPS: ReadonlySet<FieldGroup> = new Set([
  "env",
  "volumeMounts",
  "containerSecurityContext",
]);
/** Fields of a runtime patch with a rule `self == oldSelf`, by group; the container groups have their list. */
const FIXED: { readonly [group in FieldGroup]?: string } = {
  serviceAccountName: "serviceAccountName",
  volumes: "volumes",
  imagePullSecrets: "imagePullSecrets",
  podSecurityContext: "securityContext",
  terminationGracePeriodSeconds: "terminationGracePeriodSeconds",
};
const MAX_MANAGERS = 16;
const MAX_HISTORY = 128;

/**
 * The verdict on a group of fields before anything is typed: what admission and `effectOf` will say of an override that
 * sets one of them to something new.
 */
export function fieldVerdict(
  facts: FieldFacts,
  group: FieldGroup,
  container?: FieldContainer,
): FieldVerdict {
  const refusal = refusalOf(facts, group, container);
  if (refusal !== undefined) return { verdict: "refused", reason: refusal };
  const isSuspended = facts.trainJob.spec?.["suspend"] === true;
  if (isSuspended && !facts.activeJobs.some(({ active }) => active > 0))
    return effectOn(facts, group);
  const reason = isSuspended ? "activePods" : "running";
  return { verdict: "afterSuspend", reason, afterwards: effectOn(facts, group) };
}

function refusalOf(
  facts: FieldFacts,
  group: FieldGroup,
  container: FieldContainer | undefined,
): FieldVerdictReason | undefined {
  const { dialect, jobs, runtime, trainerVersion } = facts;
  if (!servedGroups({ ...facts, hasTargets: jobs.length > 0 }).includes(group)) return "notServed";
  if (jobs.length === 0 && group !== "jobSetMetadata") return "noJob";
  if (isReserved(group, container)) return "reservedEnv";
  const isLenient = dialect === "runtimePatches" && !trainerVersion.startsWith("v2.2.");
  if (runtime !== undefined && !isLenient && hasUnknownJob(facts, runtime)) return "unknownJob";
  return (
    storedRefusal(facts, group, container) ?? (isFinished(facts.trainJob) ? "finished" : undefined)
  );
}

function isReserved(group: FieldGroup, container: FieldContainer | undefined): boolean {
  if (group !== "env" || container === undefined) return false;
  return container.list === "containers" && RESERVED_ENV_CONTAINERS.has(container.name);
}

function hasUnknownJob({ jobs }: FieldFacts, runtime: KubeObject): boolean {
  const known = runtimeNamesOf(runtime).jobs;
  return jobs.some((job) => !known.includes(job));
}

/** What stands in the TrainJob already and leaves no room for one more. */
function storedRefusal(
  facts: FieldFacts,
  group: FieldGroup,
  container: FieldContainer | undefined,
): FieldVerdictReason | undefined {
  const { dialect, kind, jobs, manager, trainJob } = facts;
  const stored = objectsIn(overridesOf(trainJob, dialect));
  if (dialect === "podTemplateOverrides") return undefined;
  if (dialect === "podSpecOverrides") {
    const taken = stored.flatMap((item) => objectsIn(item["targetJobs"]));
    return taken.some(({ name }) => jobs.some((job) => job === name))
      ? "jobHasOverride"
      : undefined;
  }
  const own = stored.findLast((item) => item["manager"] === manager);
  if (own === undefined) return stored.length >= MAX_MANAGERS ? "managersFull" : undefined;
  if (dialect === "templateOverrides")
    return (asArray(own[kind])?.length ?? 0) >= MAX_HISTORY ? "historyFull" : undefined;
  const field = CONTAINER_GROUPS.has(group) ? container?.list : FIXED[group];
  return field !== undefined && isInPatch(own, jobs, field) ? "fixedInManager" : undefined;
}

function isInPatch(patch: JsonObject, jobs: readonly string[], field: string): boolean {
  const patched = getIn(patch, "trainingRuntimeSpec", "template", "spec", "replicatedJobs");
  return objectsIn(patched).some(
    (item) =>
      jobs.some((job) => job === item["name"]) &&
      getIn(item, "template", "spec", "template", "spec", field) !== undefined,
  );
}

/** For an admitted change, the TrainJob suspended and no pod active. */
function effectOn(facts: FieldFacts, group: FieldGroup): FieldVerdict {
  const { controller, jobSet, runtime } = facts;
  if (jobSet === undefined) return { verdict: "atCreation", reason: "noJobSet" };
  const isUnknown = runtime !== undefined && hasUnknownJob(facts, runtime);
  const reason = isBlocked(facts, jobSet)
    ? "blocked"
    : isUnknown
      ? "unknownJob"
      : MUTABLE.has(group)
        ? "mutable"
        : "immutable";
  if (reason === "mutable") return { verdict: "now", reason };
  if (controller === "dashboard") return { verdict: "remake", reason };
  return { verdict: "stuck", reason, way: isUnknown ? "clone" : "deleteJobSet" };
}

function isBlocked({ render }: FieldFacts, jobSet: KubeObject): boolean {
  const rendered = render?.objects.find(({ kind }) => kind === "JobSet");
  if (rendered === undefined) return false;
  // Once suspended: what it refuses only because it runs does not count.
  const spec = { ...rendered.spec, suspend: true };
  return jobSetRefusals(jobSet, { ...rendered, spec }).length > 0;
}
