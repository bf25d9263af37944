import type { KubeObject } from "../k8s/object.ts";
import { asString, getIn, type Json, type JsonObject, objectsIn } from "../util/json.ts";

/** Counts of the Jobs (not pods) of one replicated job. */
export type JobCounts = {
  readonly name: string;
  readonly ready: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly active: number;
  readonly suspended: number;
  /** Prepares data or model before the training starts. */
  readonly isInitializer: boolean;
};

const ANCESTOR_LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";
const INITIALIZERS = ["dataset-initializer", "model-initializer"];

/** From the JobSet, which is newer, else from the TrainJob's copy (Trainer 2.0 has none); undefined when neither tells. */
export function jobCounts(
  trainJob: KubeObject,
  jobSet: KubeObject | undefined,
): readonly JobCounts[] | undefined {
  const own = objectsIn(jobSet?.status?.["replicatedJobsStatus"]);
  const rows = own.length > 0 ? own : objectsIn(trainJob.status?.["jobsStatus"]);
  if (rows.length === 0) return undefined;
  return rows.flatMap((row) => {
    const name = asString(row["name"]);
    return name === undefined ? [] : [toCounts(row, name, jobSet)];
  });
}

function toCounts(row: JsonObject, name: string, jobSet: KubeObject | undefined): JobCounts {
  return {
    name,
    ready: countOf(row["ready"]),
    succeeded: countOf(row["succeeded"]),
    failed: countOf(row["failed"]),
    active: countOf(row["active"]),
    suspended: countOf(row["suspended"]),
    isInitializer: INITIALIZERS.includes(ancestorOf(name, jobSet) ?? name),
  };
}

/** The ancestor label stands on the Job template; without a JobSet the reserved names have to do. */
function ancestorOf(name: string, jobSet: KubeObject | undefined): string | undefined {
  const job = objectsIn(jobSet?.spec?.["replicatedJobs"]).find((item) => item["name"] === name);
  return asString(getIn(job, "template", "metadata", "labels", ANCESTOR_LABEL));
}

function countOf(value: Json | undefined): number {
  return typeof value === "number" && Number.isFinite(value) ? Math.max(0, value) : 0;
}

/** Jobs of the JobSet that still have pods. */
export function activeJobsOf(
  counts: readonly JobCounts[] | undefined,
): readonly { readonly name: string; readonly active: number }[] {
  return (counts ?? [])
    .filter(({ active }) => active > 0)
    .map(({ name, active }) => ({ name, active }));
}
