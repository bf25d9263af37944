import { detectDialect } from "../dialect/dialect-of-object.ts";
import type { Dialect } from "../dialect/entry.ts";
import { hasManagers, overridesOf } from "../dialect/override-list.ts";
import type { KubeObject } from "../k8s/object.ts";
import { asString, getIn, type Json, type JsonObject, objectsIn } from "../util/json.ts";
import type { JobState } from "./job-state.ts";
import { jobState } from "./job-state-of.ts";
import type { JobFacts, JobStatus } from "./job-status.ts";
import { readProgress } from "./progress.ts";
import { queueOf } from "./queue-status.ts";

/** The list's row of a TrainJob; the shape that `lib/protocol/jobs.ts` checks. Absent facts are absent. */
export type JobRowFacts = {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly state: JobState;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly runtimeKind: string;
  readonly runtime: string;
  readonly queue?: string | undefined;
  /** Place among the jobs of that queue that wait for quota, from 1. */
  readonly queuePosition?: number | undefined;
  readonly owner?: string | undefined;
  readonly nodes?: number | undefined;
  readonly procPerNode?: number | string | undefined;
  readonly progress?:
    | {
        readonly percent?: number | undefined;
        readonly remainingSeconds?: number | undefined;
        readonly updatedAt?: string | undefined;
      }
    | undefined;
  readonly managers: { manager?: string | undefined; entries: number }[];
  readonly stuck?: boolean | undefined;
  readonly suspended: boolean;
  readonly createdAt: string;
};

/** Rows stay small: a scheduler's message may have kilobytes. The detail page has the whole. */
const MAX_MESSAGE = 160;

export function toJobRow(facts: JobFacts): JobRowFacts {
  const { trainJob } = facts;
  const { metadata, spec } = trainJob;
  const status = jobState(facts);
  const isQuiet = status.stuck !== true && status.state === "Complete";
  const row: JobRowFacts = {
    uid: metadata.uid ?? "",
    namespace: metadata.namespace ?? "",
    name: metadata.name ?? "",
    state: status.state,
    reason: isQuiet ? undefined : status.reason,
    message: isQuiet ? undefined : cut(status.message),
    runtimeKind: asString(getIn(spec, "runtimeRef", "kind")) ?? "ClusterTrainingRuntime",
    runtime: asString(getIn(spec, "runtimeRef", "name")) ?? "",
    queue: queueOf(trainJob),
    queuePosition: positionOf(status),
    owner: ownerOf(trainJob),
    nodes: nodesOf(facts),
    procPerNode: numberOrText(getIn(spec, "trainer", "numProcPerNode")),
    progress: progressOf(trainJob, facts.now),
    managers: managersOf(trainJob, facts.dialect ?? detectDialect(trainJob)),
    stuck: status.stuck,
    suspended: spec?.["suspend"] === true,
    createdAt: metadata.creationTimestamp ?? "",
  };
  return row;
}

/** Only where the state is about waiting in the queue. */
function positionOf({ params }: JobStatus): number | undefined {
  const position = params?.["position"];
  return position === undefined ? undefined : Number(position);
}

/** The controller that made the TrainJob, else who the recommended label or annotation names. */
function ownerOf(trainJob: KubeObject): string | undefined {
  const { ownerReferences, labels, annotations } = trainJob.metadata;
  const owner = ownerReferences?.find(({ controller }) => controller === true);
  if (owner !== undefined) return `${owner.kind}/${owner.name}`;
  const key = "app.kubernetes.io/created-by";
  return annotations?.[key] ?? labels?.[key];
}

/** What the TrainJob asks for, else what its JobSet has. */
function nodesOf({ trainJob, jobSet }: JobFacts): number | undefined {
  const asked = getIn(trainJob.spec, "trainer", "numNodes");
  if (typeof asked === "number") return asked;
  const jobs = objectsIn(jobSet?.spec?.["replicatedJobs"]);
  const node =
    jobs.find((job) => job["name"] === "node") ?? (jobs.length === 1 ? jobs[0] : undefined);
  const parallelism = getIn(node, "template", "spec", "parallelism");
  return typeof parallelism === "number" ? parallelism : undefined;
}

function progressOf(trainJob: KubeObject, now: number): JobRowFacts["progress"] {
  const progress = readProgress(trainJob, now);
  if (progress === undefined) return undefined;
  const { percent, remainingSeconds, updatedAt } = progress;
  return { percent, remainingSeconds, updatedAt };
}

function managersOf(
  trainJob: KubeObject,
  dialect: Dialect | undefined,
): { manager?: string | undefined; entries: number }[] {
  if (dialect === undefined) return [];
  if (!hasManagers(dialect)) {
    const entries = overridesOf(trainJob, dialect)?.length ?? 0;
    return entries === 0 ? [] : [{ entries }];
  }
  const counts = new Map<string, number>();
  for (const item of objectsIn(trainJob.spec?.[dialect])) {
    const manager = asString(item["manager"]);
    if (manager === undefined) continue;
    const own = dialect === "runtimePatches" ? 1 : historyLength(item);
    counts.set(manager, (counts.get(manager) ?? 0) + own);
  }
  return [...counts].map(([manager, entries]) => ({ manager, entries }));
}

/** Counted without reading the entries: a list has thousands of rows. */
function historyLength(item: JsonObject): number {
  return objectsIn(item["job"]).length + objectsIn(item["pod"]).length;
}

function numberOrText(value: Json | undefined): number | string | undefined {
  return typeof value === "number" || typeof value === "string" ? value : undefined;
}

function cut(message: string | undefined): string | undefined {
  if (message === undefined || message.length <= MAX_MESSAGE) return message;
  return `${message.slice(0, MAX_MESSAGE - 1)}…`;
}
