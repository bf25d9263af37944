import type { KubeObject } from "../k8s/object.ts";
import type { TrainerVersion } from "../render/versions.ts";
import { asString, type JsonObject, objectsIn } from "../util/json.ts";
import { findCondition, isConditionTrue, setCondition } from "./conditions.ts";

export const DEADLINE_EXCEEDED = "DeadlineExceeded";

/** Conditions without a Failed that the next look at the JobSet decides anew; DeadlineExceeded stays for ever. */
export function withoutPassingFailure(status: JsonObject | undefined): JsonObject {
  const failed = findCondition(status, "Failed");
  if (failed === undefined || failed["reason"] === DEADLINE_EXCEEDED) return status ?? {};
  const conditions = objectsIn(status?.["conditions"]).filter((item) => item !== failed);
  return { ...status, conditions };
}

/** Suspended: True while suspended, False after a resume; a TrainJob that was never suspended has none. `time`: metav1.Time. */
export function withSuspended(status: JsonObject, suspend: boolean, time: string): JsonObject {
  if (suspend)
    return withCondition(status, "Suspended", "True", "Suspended", "TrainJob is suspended", time);
  if (!isConditionTrue(status, "Suspended")) return status;
  return withCondition(status, "Suspended", "False", "Resumed", "TrainJob is resumed", time);
}

/** Complete, Failed and the counts per job, taken over from the JobSet; without a JobSet all stays as it was. */
export function withJobSetStatus(
  status: JsonObject,
  jobSet: KubeObject | undefined,
  version: TrainerVersion,
): JsonObject {
  if (jobSet === undefined) return status;
  const completed = copied(status, jobSet, "Completed", "Complete");
  const failed = copied(completed, jobSet, "Failed", "Failed");
  const jobs = objectsIn(jobSet.status?.["replicatedJobsStatus"]);
  if (jobs.length === 0 || version === "v2.0.0" || version === "v2.0.1") return failed;
  return { ...failed, jobsStatus: jobs.map(toJobStatus) };
}

export function withFailed(
  status: JsonObject,
  reason: string,
  message: string,
  time: string,
): JsonObject {
  return withCondition(status, "Failed", "True", reason, message, time);
}

/** Milliseconds since the epoch at which the active deadline passes; undefined where none runs. */
export function deadlineOf(trainJob: KubeObject, status: JsonObject): number | undefined {
  const seconds = trainJob.spec?.["activeDeadlineSeconds"];
  if (typeof seconds !== "number" || seconds === 0) return undefined;
  if (trainJob.spec?.["suspend"] === true) return undefined;
  const suspended = findCondition(status, "Suspended");
  const start =
    suspended?.["status"] === "False"
      ? asString(suspended["lastTransitionTime"])
      : trainJob.metadata.creationTimestamp;
  const from = Date.parse(start ?? "");
  return Number.isNaN(from) ? undefined : from + seconds * 1000;
}

function copied(status: JsonObject, jobSet: KubeObject, from: string, to: string): JsonObject {
  const condition = findCondition(jobSet.status, from);
  if (condition?.["status"] !== "True") return status;
  const time = asString(condition["lastTransitionTime"]) ?? "";
  const reason = asString(condition["reason"]) ?? "";
  const message = asString(condition["message"]) ?? "";
  return withCondition(status, to, "True", reason, message, time);
}

function withCondition(
  status: JsonObject,
  type: string,
  value: "True" | "False",
  reason: string,
  message: string,
  time: string,
): JsonObject {
  const next = { type, status: value, reason, message };
  return { ...status, conditions: setCondition(status["conditions"], next, time) };
}

function toJobStatus(job: JsonObject): JsonObject {
  const count = (field: string) => (typeof job[field] === "number" ? job[field] : 0);
  return {
    name: job["name"],
    ready: count("ready"),
    succeeded: count("succeeded"),
    failed: count("failed"),
    active: count("active"),
    suspended: count("suspended"),
  };
}
