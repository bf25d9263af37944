import * as z from "zod";
import { AppError } from "#lib/errors/app-error.ts";
import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { RuntimeDetailSchema, RuntimeListSchema, type RuntimeRow } from "#lib/protocol/runtimes.ts";
import { asObject, asString, getIn, objectsIn } from "#lib/util/json.ts";
import type { NamespaceScope } from "#server/access/namespace-scope.ts";
import type { Person } from "#server/access/person.ts";
import { runtimeRef } from "#server/watch/job-catalog.ts";
import { untilSynced } from "./readiness.ts";
import { AnyQuery, NoBody, NoParams } from "./request-parts.ts";
import { route, type ServiceRoute, type Services } from "./services.ts";
import { assertMay, scopeOf } from "./visible.ts";

const FRAMEWORK = "trainer.kubeflow.org/framework";
const SUPPORT = "trainer.kubeflow.org/support";

export const runtimeRoutes: readonly ServiceRoute[] = [
  route({
    method: "GET",
    path: "/runtimes",
    params: NoParams,
    query: z.object({ namespace: z.string().optional() }),
    body: NoBody,
    response: RuntimeListSchema,
    handle: async ({ services, person, query }) => {
      await untilSynced(services);
      const scope = await scopeOf(services, person);
      const runtimes = await readable(services, person, scope, query.namespace);
      const cursor = services.hub.snapshotCursor();
      const usage = countUsage(services, scope);
      return { items: runtimes.map((runtime) => toRow(runtime, usage)).sort(byName), cursor };
    },
  }),
  route({
    method: "GET",
    path: "/runtimes/:namespace/:name",
    params: z.object({ namespace: z.string(), name: z.string() }),
    query: AnyQuery,
    body: NoBody,
    response: RuntimeDetailSchema,
    handle: async ({ services, person, params }) => {
      const { namespace, name } = params;
      const isCluster = namespace === "-";
      const kind = isCluster ? "ClusterTrainingRuntime" : "TrainingRuntime";
      await assertMay(services, person, "get", KINDS[kind], isCluster ? undefined : namespace);
      await untilSynced(services);
      const scope = await scopeOf(services, person);
      const cursor = services.hub.snapshotCursor();
      const cache = services.hub.catalog.cache(kind);
      const runtime = cache.byName(isCluster ? undefined : namespace, name);
      if (runtime === undefined) throw new AppError("NOT_FOUND");
      return { runtime, row: toRow(runtime, countUsage(services, scope)), cursor };
    },
  }),
];

async function readable(
  { hub, reviewer }: Services,
  person: Person,
  scope: NamespaceScope,
  namespace: string | undefined,
): Promise<readonly KubeObject[]> {
  const wanted = [...scope.namespaces].filter(
    (candidate) => namespace === undefined || candidate === namespace,
  );
  const allowed = await Promise.all(
    wanted.map(async (candidate) =>
      (await reviewer.may(person, "list", KINDS.TrainingRuntime, candidate)) ? candidate : "",
    ),
  );
  const ofCluster = await reviewer.may(person, "list", KINDS.ClusterTrainingRuntime);
  const cached = hub.catalog;
  return [
    ...(ofCluster ? cached.cache("ClusterTrainingRuntime").values() : []),
    ...[...cached.cache("TrainingRuntime").values()].filter(({ metadata }) =>
      allowed.includes(metadata.namespace ?? "-"),
    ),
  ];
}

type Usage = ReadonlyMap<string, { readonly total: number; readonly running: number }>;

/** Only jobs that the person may see count. */
function countUsage({ hub }: Services, scope: NamespaceScope): Usage {
  const usage = new Map<string, { total: number; running: number }>();
  for (const entry of hub.catalog.rows.values()) {
    const { namespace } = entry.row;
    if (!scope.has(namespace)) continue;
    const { trainJob } = entry;
    const row = hub.catalog.rowFor(entry, scope.sight(namespace));
    const { kind, name } = runtimeRef(trainJob);
    const key = usageKey(kind, kind === "TrainingRuntime" ? namespace : undefined, name);
    const { total, running } = usage.get(key) ?? { total: 0, running: 0 };
    const isRunning = row.state === "Running" || row.state === "Starting";
    usage.set(key, { total: total + 1, running: running + (isRunning ? 1 : 0) });
  }
  return usage;
}

function usageKey(kind: string, namespace: string | undefined, name: string): string {
  return `${kind}/${namespace ?? ""}/${name}`;
}

function toRow(runtime: KubeObject, usage: Usage): RuntimeRow {
  const { uid = "", namespace, name = "", labels = {}, creationTimestamp = "" } = runtime.metadata;
  const kind = runtime.kind === "TrainingRuntime" ? "TrainingRuntime" : "ClusterTrainingRuntime";
  const framework = labels[FRAMEWORK];
  const jobs = objectsIn(getIn(runtime.spec, "template", "spec", "replicatedJobs"));
  return {
    uid,
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    ...(framework === undefined ? {} : { framework }),
    policy: policyOf(runtime),
    jobs: jobs.map((job) => asString(job["name"]) ?? ""),
    deprecated: labels[SUPPORT] === "deprecated",
    usedBy: usage.get(usageKey(kind, namespace, name)) ?? { total: 0, running: 0 },
    createdAt: creationTimestamp,
  };
}

/** The key of `mlPolicy` beside numNodes; a policy without one is plain. */
function policyOf(runtime: KubeObject): string {
  const policy = asObject(getIn(runtime.spec, "mlPolicy")) ?? {};
  return Object.keys(policy).find((key) => key !== "numNodes") ?? "plain";
}

function byName(a: RuntimeRow, b: RuntimeRow): number {
  return `${a.kind}/${a.namespace ?? ""}/${a.name}` < `${b.kind}/${b.namespace ?? ""}/${b.name}`
    ? -1
    : 1;
}
