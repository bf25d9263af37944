import { expect, test } from "vitest";
import type { KubeObject } from "#lib/k8s/object.ts";
import { FULL_SIGHT } from "#server/access/namespace-scope.ts";
import { JobCatalog } from "./job-catalog.ts";

const NOW = Date.UTC(2026, 4, 1, 12);
const CREATED = "2026-05-01T10:00:00Z";

function object(kind: string, name: string, more: Record<string, unknown> = {}): KubeObject {
  const { metadata, ...rest } = more;
  return {
    apiVersion: "x/v1",
    kind,
    metadata: {
      name,
      namespace: "team-a",
      uid: `${kind}-${name}`,
      resourceVersion: "1",
      creationTimestamp: CREATED,
      ...(metadata as KubeObject["metadata"]),
    },
    ...rest,
  };
}

const job = (name: string, suspend = false, queue?: string): KubeObject =>
  object("TrainJob", name, {
    spec: { runtimeRef: { kind: "ClusterTrainingRuntime", name: "torch" }, suspend },
    metadata: queue === undefined ? {} : { labels: { "kueue.x-k8s.io/queue-name": queue } },
  });

function owned(kind: string, name: string, owner: KubeObject, namespace = "team-a"): KubeObject {
  const { uid = "" } = owner.metadata;
  const reference = { apiVersion: "x/v1", kind: owner.kind, name, uid, controller: true };
  const spec = { queueName: "gpu" };
  return object(kind, name, { metadata: { namespace, ownerReferences: [reference] }, spec });
}

const runtime = object("ClusterTrainingRuntime", "torch", { metadata: { namespace: undefined } });

function catalogWith(...jobs: KubeObject[]): JobCatalog {
  const catalog = new JobCatalog({ dialect: () => "templateOverrides", now: () => NOW });
  catalog.apply("TrainJob", { type: "replace", items: jobs });
  catalog.settle();
  return catalog;
}

const rowOf = (catalog: JobCatalog, name: string) => catalog.rows.get(`TrainJob-${name}`)?.row;

test("a runtime is missing only once the runtimes were listed, and until it comes", () => {
  const catalog = catalogWith(job("a"));
  expect(rowOf(catalog, "a")?.reason).toBe("WaitingForController");
  catalog.apply("ClusterTrainingRuntime", { type: "replace", items: [] });
  expect(catalog.settle()).toMatchObject([{ row: { reason: "RuntimeNotFound" } }]);
  catalog.apply("ClusterTrainingRuntime", { type: "upsert", object: runtime });
  expect(catalog.settle()).toMatchObject([{ row: { reason: "WaitingForController" } }]);
  catalog.apply("ClusterTrainingRuntime", { type: "remove", object: runtime });
  expect(catalog.settle()).toMatchObject([{ row: { reason: "RuntimeNotFound" } }]);
});

test("a queued job without a Workload says so once the Workloads were listed, and to whom may list them", () => {
  const catalog = catalogWith(job("a", true, "gpu"));
  expect(rowOf(catalog, "a")?.reason).toBe("SuspendedByQueue");
  catalog.apply("Workload", { type: "replace", items: [] });
  catalog.touch(catalog.unfinished());
  catalog.settle();
  expect(rowOf(catalog, "a")?.reason).toBe("NoWorkload");
  const [entry] = catalog.rows.values();
  if (entry === undefined) throw new Error("no row");
  const blind = new Set([...FULL_SIGHT].filter((kind) => kind !== "Workload"));
  expect(catalog.rowFor(entry, blind).reason).toBe("SuspendedByQueue");
});

test("rows tell the place in the queue, and it moves up as others leave", () => {
  const [first, second] = [job("first", true, "gpu"), job("second", true, "gpu")];
  const catalog = catalogWith(first, second);
  const workloads = [owned("Workload", "a", first), owned("Workload", "b", second)];
  catalog.apply("Workload", { type: "replace", items: workloads });
  catalog.settle();
  expect(rowOf(catalog, "first")).toMatchObject({ reason: "WaitingForQuota", queuePosition: 1 });
  expect(rowOf(catalog, "second")?.queuePosition).toBe(2);
  catalog.apply("Workload", { type: "remove", object: owned("Workload", "a", first) });
  catalog.touch(catalog.unfinished());
  catalog.settle();
  expect(rowOf(catalog, "second")?.queuePosition).toBe(1);
});

test("a preempted job has a place in the queue again, one that was admitted has none", () => {
  const [waits, runs] = [job("waits", true, "gpu"), job("runs", true, "gpu")];
  const catalog = catalogWith(waits, runs);
  const withCondition = (workload: KubeObject, type: string, reason: string): KubeObject => ({
    ...workload,
    status: { conditions: [{ type, status: "True", reason }] },
  });
  const items = [
    withCondition(owned("Workload", "a", waits), "Evicted", "Preempted"),
    withCondition(owned("Workload", "b", runs), "QuotaReserved", "QuotaReserved"),
  ];
  catalog.apply("Workload", { type: "replace", items });
  catalog.settle();
  expect(rowOf(catalog, "waits")).toMatchObject({ reason: "Preempted", queuePosition: 1 });
  expect(rowOf(catalog, "runs")?.queuePosition).toBeUndefined();
});

test("an object of another namespace that names a TrainJob as its owner is none of its children", () => {
  const mine = job("a", true, "gpu");
  const catalog = catalogWith(mine);
  const forged = {
    ...owned("JobSet", "a", mine, "team-b"),
    status: { conditions: [{ type: "Failed", status: "True", message: "forged" }] },
  };
  catalog.apply("JobSet", { type: "replace", items: [forged] });
  catalog.touch(catalog.unfinished());
  catalog.settle();
  expect(rowOf(catalog, "a")?.state).toBe("Queued");
  expect(catalog.parts("TrainJob-a")?.jobSet).toBeUndefined();
});
