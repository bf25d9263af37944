import * as z from "zod";
import { AppError } from "#lib/errors/app-error.ts";
import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import {
  type RuntimeJobs,
  RuntimeJobsQuerySchema,
  RuntimeJobsSchema,
} from "#lib/protocol/runtimes.ts";
import { hasSnapshots } from "#lib/reconcile/runtime-snapshot.ts";
import type { RowSight } from "#server/access/namespace-scope.ts";
import type { Person } from "#server/access/person.ts";
import { type CatalogEntry, runtimeRef } from "#server/watch/job-catalog.ts";
import { untilSynced } from "./readiness.ts";
import { NoBody } from "./request-parts.ts";
import { route, type ServiceRoute, type Services } from "./services.ts";
import { assertMay, scopeOf } from "./visible.ts";

const PAGE_SIZE = 250;

/** The TrainJobs that use a runtime, as objects: only those that the person may list, in the order of namespace and name. */
export const runtimeJobsRoute: ServiceRoute = route({
  method: "GET",
  path: "/runtimes/:namespace/:name/jobs",
  params: z.object({ namespace: z.string(), name: z.string() }),
  query: RuntimeJobsQuerySchema,
  body: NoBody,
  response: RuntimeJobsSchema,
  handle: async ({ services, person, params, query }) => {
    const namespace = params.namespace === "-" ? undefined : params.namespace;
    const kind = namespace === undefined ? "ClusterTrainingRuntime" : "TrainingRuntime";
    await assertMay(services, person, "get", KINDS[kind], namespace);
    await untilSynced(services);
    const scope = await scopeOf(services, person);
    const { catalog } = services.hub;
    if (catalog.cache(kind).byName(namespace, params.name) === undefined)
      throw new AppError("NOT_FOUND");
    const readsSnapshots = await snapshotReaders(services, person, scope.namespaces);
    const { page = 0, pageSize = PAGE_SIZE } = query;
    const users = [...catalog.rows.values()]
      .filter(({ row, trainJob }) => {
        const ref = runtimeRef(trainJob);
        const isHere = namespace === undefined || row.namespace === namespace;
        return isHere && scope.has(row.namespace) && ref.kind === kind && ref.name === params.name;
      })
      .sort(byPlace);
    const items = users
      .slice(page * pageSize, (page + 1) * pageSize)
      .map((entry) => describe(services, entry, scope.sight(entry.row.namespace), readsSnapshots));
    return { items, total: users.length, page, pageSize };
  },
});

/** The namespaces in which the person may read the ConfigMaps that hold snapshots. */
async function snapshotReaders(
  { reviewer }: Services,
  person: Person,
  namespaces: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const all = await Promise.all(
    [...namespaces].map(async (namespace) =>
      (await reviewer.may(person, "list", KINDS.ConfigMap, namespace)) ? [namespace] : [],
    ),
  );
  return new Set(all.flat());
}

function describe(
  services: Services,
  { trainJob, row }: CatalogEntry,
  sight: RowSight,
  readsSnapshots: ReadonlySet<string>,
): RuntimeJobs["items"][number] {
  const parts = services.hub.catalog.parts(trainJob.metadata.uid ?? "");
  return {
    trainJob: withoutManagedFields(trainJob),
    jobSet: sight.has("JobSet") ? standingOf(parts?.jobSet) : "unknown",
    hasSnapshot: !hasSnapshots(services.cluster.trainerVersion)
      ? false
      : readsSnapshots.has(row.namespace)
        ? parts?.snapshot !== undefined
        : // A controller that keeps snapshots makes one before it writes any status.
          trainJob.status !== undefined,
  };
}

function standingOf(jobSet: KubeObject | undefined): "none" | "suspended" | "running" {
  if (jobSet === undefined) return "none";
  return jobSet.spec?.["suspend"] === true ? "suspended" : "running";
}

function withoutManagedFields(object: KubeObject): KubeObject {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function byPlace({ row: a }: CatalogEntry, { row: b }: CatalogEntry): number {
  const [left, right] = [`${a.namespace}/${a.name}`, `${b.namespace}/${b.name}`];
  return left < right ? -1 : left > right ? 1 : 0;
}
