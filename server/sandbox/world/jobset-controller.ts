import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { type ChildJob, childJobs, childService } from "#lib/reconcile/children.ts";
import { findCondition, isConditionTrue, setCondition } from "#lib/reconcile/conditions.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import { asObject, asString, getIn, isEqualJson, type JsonObject } from "#lib/util/json.ts";
import { isFinishedJob } from "./job-controller.ts";
import { replicatedJobsStatus } from "./jobset-status.ts";
import { childrenOf } from "./owners.ts";
import type { WorldContext } from "./world-context.ts";

const MANAGER = { manager: "jobset-controller" };
const COMPONENT = "jobset-controller";
const ATTEMPT_LABEL = "jobset.sigs.k8s.io/restart-attempt";

/** Makes the Jobs of a JobSet in their order, restarts them, and sums them up in its status. */
export function reconcileJobSet(context: WorldContext, jobSet: KubeObject): void {
  if (jobSet.metadata.deletionTimestamp !== undefined) return;
  const jobs = currentJobs(context, jobSet);
  if (isFinishedJobSet(jobSet)) {
    expire(context, jobSet);
    return;
  }
  const wanted = childJobs(jobSet, restartsOf(jobSet));
  ensureService(context, jobSet);
  const made = makeJobs(context, jobSet, wanted, jobs);
  const status: JsonObject = {
    ...jobSet.status,
    restarts: restartsOf(jobSet),
    replicatedJobsStatus: replicatedJobsStatus(wanted, made),
  };
  const failed = made.find((job) => isConditionTrue(job.status, "Failed"));
  if (failed !== undefined) {
    restartOrFail(context, jobSet, status, failed);
    return;
  }
  if (isComplete(jobSet, wanted, made)) {
    const message = "jobset completed successfully";
    finish(context, jobSet, status, "Completed", "AllJobsCompleted", message);
    return;
  }
  write(context, jobSet, suspension(context, jobSet, status));
}

export function isFinishedJobSet(jobSet: KubeObject): boolean {
  return isConditionTrue(jobSet.status, "Completed") || isConditionTrue(jobSet.status, "Failed");
}

function restartsOf(jobSet: KubeObject): number {
  return Number(jobSet.status?.["restarts"] ?? 0);
}

/** Jobs of this attempt; those of an earlier one are deleted. */
function currentJobs(context: WorldContext, jobSet: KubeObject): readonly KubeObject[] {
  const attempt = String(restartsOf(jobSet));
  const current: KubeObject[] = [];
  for (const job of childrenOf(context.sandbox.store, jobSet, "Job")) {
    if (job.metadata.labels?.[ATTEMPT_LABEL] === attempt) current.push(job);
    else context.sandbox.store.remove(KINDS.Job, job.metadata.namespace, job.metadata.name ?? "");
  }
  return current;
}

function ensureService(context: WorldContext, jobSet: KubeObject): void {
  const service = childService(jobSet);
  if (service === undefined) return;
  const { store } = context.sandbox;
  const { namespace, name } = service.metadata;
  if (store.get(KINDS.Service, namespace, name ?? "") === undefined) store.create(service, MANAGER);
}

function makeJobs(
  context: WorldContext,
  jobSet: KubeObject,
  wanted: readonly ChildJob[],
  existing: readonly KubeObject[],
): readonly KubeObject[] {
  const made = new Map(existing.map((job) => [job.metadata.name ?? "", job]));
  const isSuspended = jobSet.spec?.["suspend"] === true;
  for (const child of wanted) {
    const name = child.job.metadata.name ?? "";
    const old = made.get(name);
    const mayRun = isSuspended || dependenciesMet(child, wanted, made);
    if (old !== undefined) made.set(name, mayRun ? adjustJob(context, old, child.job) : old);
    else if (mayRun) {
      const job = makeJob(context, jobSet, child.job);
      if (job !== undefined) made.set(name, job);
    }
  }
  return [...made.values()];
}

function makeJob(
  context: WorldContext,
  jobSet: KubeObject,
  job: KubeObject,
): KubeObject | undefined {
  const problem = jobProblem(job);
  if (problem === undefined) return context.sandbox.store.create(job, MANAGER);
  const message = `job "${job.metadata.name ?? ""}" creation failed with error: Job.batch "${job.metadata.name ?? ""}" is invalid: ${problem}`;
  context.record(jobSet, { type: "Warning", reason: "JobCreationFailed", message }, COMPONENT);
  return undefined;
}

/** What the API server finds in a Job that was made from an incomplete template. */
function jobProblem(job: KubeObject): string | undefined {
  const containers = getIn(job.spec, "template", "spec", "containers");
  const path = "spec.template.spec.containers";
  if (!Array.isArray(containers) || containers.length === 0) return `${path}: Required value`;
  const place = containers.findIndex((container) => !asString(asObject(container)?.["image"]));
  return place < 0 ? undefined : `${path}[${place}].image: Required value`;
}

/** Suspends or resumes; on resume the five scheduling fields of the template are merged into the Job. */
function adjustJob(context: WorldContext, job: KubeObject, wanted: KubeObject): KubeObject {
  const suspend = wanted.spec?.["suspend"] === true;
  if (isFinishedJob(job) || (job.spec?.["suspend"] === true) === suspend) return job;
  const change = (current: KubeObject): KubeObject => ({
    ...current,
    spec: suspend ? { ...current.spec, suspend } : { ...resumedSpec(current, wanted), suspend },
  });
  const { namespace, name } = job.metadata;
  return context.sandbox.store.update(KINDS.Job, namespace, name ?? "", change, MANAGER) ?? job;
}

function resumedSpec(job: KubeObject, wanted: KubeObject): JsonObject {
  const now = asObject(job.spec?.["template"]) ?? {};
  const next = asObject(wanted.spec?.["template"]) ?? {};
  const merged = (...path: readonly string[]): JsonObject => ({
    ...asObject(getIn(now, ...path)),
    ...asObject(getIn(next, ...path)),
  });
  const spec = asObject(next["spec"]) ?? {};
  const selector = merged("spec", "nodeSelector");
  return {
    ...job.spec,
    template: {
      metadata: {
        ...asObject(now["metadata"]),
        labels: merged("metadata", "labels"),
        annotations: merged("metadata", "annotations"),
      },
      spec: {
        ...asObject(now["spec"]),
        ...(Object.keys(selector).length > 0 ? { nodeSelector: selector } : {}),
        ...(spec["tolerations"] === undefined ? {} : { tolerations: spec["tolerations"] }),
        ...(spec["schedulingGates"] === undefined
          ? {}
          : { schedulingGates: spec["schedulingGates"] }),
      },
    },
  };
}

function dependenciesMet(
  child: ChildJob,
  wanted: readonly ChildJob[],
  made: ReadonlyMap<string, KubeObject>,
): boolean {
  return child.dependsOn.every((dependency) =>
    wanted
      .filter((other) => other.replicatedJob === dependency.name)
      .every((other) => {
        const job = made.get(other.job.metadata.name ?? "");
        if (job === undefined) return false;
        if (isConditionTrue(job.status, "Complete")) return true;
        const ready = Number(job.status?.["ready"] ?? 0) + Number(job.status?.["succeeded"] ?? 0);
        return dependency.status === "Ready" && ready >= Number(job.spec?.["parallelism"] ?? 1);
      }),
  );
}

function isComplete(
  jobSet: KubeObject,
  wanted: readonly ChildJob[],
  made: readonly KubeObject[],
): boolean {
  const policy = asObject(jobSet.spec?.["successPolicy"]);
  const targets = policy?.["targetReplicatedJobs"];
  const counted = wanted.filter(
    (child) =>
      !Array.isArray(targets) || targets.length === 0 || targets.includes(child.replicatedJob),
  );
  const isDone = (child: ChildJob) =>
    made.some(
      (job) =>
        job.metadata.name === child.job.metadata.name && isConditionTrue(job.status, "Complete"),
    );
  if (counted.length === 0) return false;
  return policy?.["operator"] === "Any" ? counted.some(isDone) : counted.every(isDone);
}

function restartOrFail(
  context: WorldContext,
  jobSet: KubeObject,
  status: JsonObject,
  failed: KubeObject,
): void {
  const first = `(first failed job: ${failed.metadata.name ?? ""})`;
  const policy = asObject(jobSet.spec?.["failurePolicy"]);
  if (policy === undefined) {
    const message = `jobset failed due to one or more job failures ${first}`;
    finish(context, jobSet, status, "Failed", "FailedJobs", message);
    return;
  }
  const restarts = restartsOf(jobSet);
  if (restarts >= Number(policy["maxRestarts"] ?? 0)) {
    const message = `jobset failed due to reaching max number of restarts ${first}`;
    finish(context, jobSet, status, "Failed", "ReachedMaxRestarts", message);
    return;
  }
  const reason = "RestartJobSetFailurePolicyAction";
  const message = `applying RestartJobSet failure policy action ${first}`;
  context.record(jobSet, { type: "Warning", reason, message }, COMPONENT);
  const counted = Number(jobSet.status?.["restartsCountTowardsMax"] ?? 0) + 1;
  write(context, jobSet, { ...status, restarts: restarts + 1, restartsCountTowardsMax: counted });
}

function finish(
  context: WorldContext,
  jobSet: KubeObject,
  status: JsonObject,
  type: "Completed" | "Failed",
  reason: string,
  message: string,
): void {
  const time = toKubeTime(context.clock.now());
  const conditions = setCondition(
    status["conditions"],
    { type, status: "True", reason, message },
    time,
  );
  const kind = type === "Completed" ? "Normal" : "Warning";
  context.record(jobSet, { type: kind, reason, message }, COMPONENT);
  write(context, jobSet, { ...status, conditions, terminalState: type });
  for (const job of childrenOf(context.sandbox.store, jobSet, "Job"))
    if (!isFinishedJob(job))
      context.sandbox.store.remove(KINDS.Job, job.metadata.namespace, job.metadata.name ?? "");
}

function suspension(context: WorldContext, jobSet: KubeObject, status: JsonObject): JsonObject {
  const isSuspended = jobSet.spec?.["suspend"] === true;
  if (!isSuspended && !isConditionTrue(jobSet.status, "Suspended")) return status;
  const time = toKubeTime(context.clock.now());
  const condition = isSuspended
    ? ({ status: "True", reason: "SuspendedJobs", message: "jobset is suspended" } as const)
    : ({ status: "False", reason: "ResumeJobs", message: "jobset is resumed" } as const);
  if (isSuspended !== isConditionTrue(jobSet.status, "Suspended"))
    context.record(
      jobSet,
      { type: "Normal", reason: condition.reason, message: condition.message },
      COMPONENT,
    );
  const conditions = setCondition(status["conditions"], { type: "Suspended", ...condition }, time);
  return { ...status, conditions };
}

/** `ttlSecondsAfterFinished`: a finished JobSet is deleted when it is over. */
function expire(context: WorldContext, jobSet: KubeObject): void {
  const ttl = jobSet.spec?.["ttlSecondsAfterFinished"];
  if (typeof ttl !== "number") return;
  const finished =
    findCondition(jobSet.status, "Completed") ?? findCondition(jobSet.status, "Failed");
  const since = Date.parse(asString(finished?.["lastTransitionTime"]) ?? "");
  const end = since + ttl * 1000;
  if (context.clock.now() < end) context.wakeAt(jobSet, end);
  else
    context.sandbox.store.remove(
      KINDS.JobSet,
      jobSet.metadata.namespace,
      jobSet.metadata.name ?? "",
    );
}

function write(context: WorldContext, jobSet: KubeObject, status: JsonObject): void {
  if (isEqualJson(status, jobSet.status)) return;
  const { namespace, name } = jobSet.metadata;
  context.sandbox.store.setStatus(KINDS.JobSet, namespace, name ?? "", status, MANAGER);
}
