import type { Verdict } from "#lib/admission/verdict.ts";
import { overridesDigest } from "#lib/dialect/overrides-digest.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { KINDS, type KindInfo } from "#lib/k8s/kinds.ts";
import { type JobDetail, JobDetailSchema } from "#lib/protocol/jobs.ts";
import { ROW_KINDS, type RowSight } from "#server/access/namespace-scope.ts";
import { ownManagers } from "#server/access/own-managers.ts";
import type { Person } from "#server/access/person.ts";
import { type JobParts, runtimeRef } from "#server/watch/job-catalog.ts";
import { toEventRows } from "./event-rows.ts";
import { activeJobsOf, runtimeInSnapshot } from "./predict.ts";
import { untilSynced } from "./readiness.ts";
import { AnyQuery, JobParams, type JobParamsValue, NoBody } from "./request-parts.ts";
import { route, type ServiceRoute, type Services } from "./services.ts";
import { assertMay, isAdmin } from "./visible.ts";

/** How long a job that the API server has, but the cache not yet, is waited for. */
const CATCH_UP_TRIES = 60;
const CATCH_UP_MS = 25;

export const jobDetailRoute: ServiceRoute = route({
  method: "GET",
  path: "/jobs/:namespace/:name",
  params: JobParams,
  query: AnyQuery,
  body: NoBody,
  response: JobDetailSchema,
  handle: async ({ services, person, params, signal }) => {
    await assertMay(services, person, "get", KINDS.TrainJob, params.namespace);
    await untilSynced(services);
    const [rights, readable] = await Promise.all([
      rightsOn(services, person, params.namespace),
      readableKinds(services, person, params.namespace),
    ]);
    await untilCached(services, person, params, signal);
    // From here to the answer nothing is awaited: parts and cursor are one snapshot.
    const cursor = services.hub.snapshotCursor();
    const parts = partsOf(services, params);
    if (parts === undefined) throw new AppError("NOT_FOUND");
    return describeJob(services, parts, readable, rights, cursor);
  },
});

function partsOf(services: Services, { namespace, name }: JobParamsValue): JobParts | undefined {
  const { catalog } = services.hub;
  const trainJob = catalog.cache("TrainJob").byName(namespace, name);
  return trainJob === undefined ? undefined : catalog.parts(trainJob.metadata.uid ?? "");
}

/** A job made a moment ago: the API server knows it before the watch tells. Throws NOT_FOUND as the person sees it. */
async function untilCached(
  services: Services,
  person: Person,
  params: JobParamsValue,
  signal: AbortSignal,
): Promise<void> {
  if (partsOf(services, params) !== undefined) return;
  const as = { identity: person.identity, signal };
  await services.client.get(KINDS.TrainJob, params.namespace, params.name, as);
  for (let tries = 0; tries < CATCH_UP_TRIES; tries += 1) {
    if (partsOf(services, params) !== undefined) return;
    await services.clock.sleep(CATCH_UP_MS, signal);
  }
}

function describeJob(
  services: Services,
  parts: JobParts,
  readable: ReadableKinds,
  rights: JobDetail["rights"],
  cursor: string,
): JobDetail {
  const { trainJob, jobSet } = parts;
  const { cluster, hub } = services;
  const entry = hub.catalog.rows.get(trainJob.metadata.uid ?? "");
  if (entry === undefined) throw new AppError("NOT_FOUND");
  const standing = readable.jobSets ? services.standing(trainJob) : UNSEEN;
  return {
    trainJob,
    overridesDigest: overridesDigest(trainJob, cluster.dialect),
    dialect: cluster.dialect,
    trainerVersion: cluster.trainerVersion,
    controller: cluster.controller,
    row: hub.catalog.rowFor(entry, readable.sight),
    runtime: describeRuntime(services, parts, readable),
    ...(jobSet === undefined || !readable.jobSets ? {} : { jobSet }),
    children: {
      jobs: readable.jobs ? [...parts.jobs] : [],
      pods: readable.pods ? [...parts.pods] : [],
      others: [
        ...(readable.configMaps ? parts.others : []),
        ...(readable.workloads && parts.workload !== undefined ? [parts.workload] : []),
      ],
    },
    events: readable.events ? toEventRows(parts.events) : [],
    activeJobs: readable.jobSets ? activeJobsOf(jobSet) : [],
    verdicts: {
      current: {
        ...standing,
        causes: [...standing.causes],
        warnings: [...standing.warnings],
        stuck: standing.stuck === undefined ? undefined : [...standing.stuck],
      },
    },
    rights,
    cursor,
  };
}

/** Who may not see the JobSet is not told what it refuses. */
const UNSEEN: Verdict = {
  admitted: true,
  causes: [],
  warnings: [],
  effect: "none",
};

function describeRuntime(
  { hub }: Services,
  parts: JobParts,
  readable: ReadableKinds,
): JobDetail["runtime"] {
  const { kind, name } = runtimeRef(parts.trainJob);
  const mayRead = kind === "TrainingRuntime" ? readable.runtimes : readable.clusterRuntimes;
  const live = mayRead ? hub.catalog.runtimeOf(parts.trainJob) : undefined;
  const snapshot = readable.configMaps ? runtimeInSnapshot(parts.snapshot) : undefined;
  const missing = mayRead ? `${kind} ${name} does not exist` : `you may not read ${kind} ${name}`;
  return {
    ...(live === undefined ? { missing } : { live }),
    ...(snapshot === undefined ? {} : { snapshot }),
  };
}

type ReadableKinds = { readonly sight: RowSight } & Readonly<
  Record<
    | "jobSets"
    | "jobs"
    | "pods"
    | "events"
    | "configMaps"
    | "workloads"
    | "runtimes"
    | "clusterRuntimes",
    boolean
  >
>;

/** A part of a job that the person could not list by themselves is left out. */
async function readableKinds(
  { reviewer }: Services,
  person: Person,
  namespace: string,
): Promise<ReadableKinds> {
  const list = (info: KindInfo) => reviewer.may(person, "list", info, namespace);
  const [jobSets, jobs, pods, events, configMaps, workloads, runtimes, clusterRuntimes] =
    await Promise.all([
      list(KINDS.JobSet),
      list(KINDS.Job),
      list(KINDS.Pod),
      list(KINDS.Event),
      list(KINDS.ConfigMap),
      list(KINDS.Workload),
      list(KINDS.TrainingRuntime),
      reviewer.may(person, "list", KINDS.ClusterTrainingRuntime),
    ]);
  const seen = { JobSet: jobSets, Job: jobs, Pod: pods, Event: events, Workload: workloads };
  const sight = new Set(ROW_KINDS.filter((kind) => seen[kind]));
  return { sight, jobSets, jobs, pods, events, configMaps, workloads, runtimes, clusterRuntimes };
}

async function rightsOn(
  services: Services,
  person: Person,
  namespace: string,
): Promise<JobDetail["rights"]> {
  const { reviewer, config } = services;
  const [patch, remove, deleteJobSet, anyManager] = await Promise.all([
    reviewer.may(person, "patch", KINDS.TrainJob, namespace),
    reviewer.may(person, "delete", KINDS.TrainJob, namespace),
    reviewer.may(person, "delete", KINDS.JobSet, namespace),
    isAdmin(services, person),
  ]);
  const canWrite = patch && !config.readOnly;
  return {
    patch: canWrite,
    delete: remove && !config.readOnly,
    deleteJobSet: deleteJobSet && !config.readOnly,
    managers: canWrite ? [...ownManagers(config.managers, person)] : [],
    anyManager: canWrite && anyManager,
  };
}
