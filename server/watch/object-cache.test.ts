import { expect, test } from "vitest";
import type { KubeObject } from "#lib/k8s/object.ts";
import { ObjectCache } from "./object-cache.ts";
import { WATCHED, WATCHED_NAMES } from "./watched-kinds.ts";

const keepAll = (object: KubeObject) => object;
const pod = (name: string, version: string, owner?: string): KubeObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name,
    namespace: "a",
    uid: name,
    resourceVersion: version,
    ...(owner === undefined
      ? {}
      : {
          ownerReferences: [
            { apiVersion: "v1", kind: "X", name: "other", uid: "other" },
            { apiVersion: "batch/v1", kind: "Job", name: owner, uid: owner, controller: true },
          ],
        }),
  },
});

test("[C1] a replace answers what is new, what changed and what is gone", () => {
  const cache = new ObjectCache(keepAll);
  cache.apply({ type: "replace", items: [pod("a", "1"), pod("b", "1"), pod("c", "1")] });
  const changes = cache.apply({
    type: "replace",
    items: [pod("a", "1"), pod("b", "2"), pod("d", "1")],
  });
  expect(changes.map(({ before, after }) => [before?.metadata.uid, after?.metadata.uid])).toEqual([
    ["c", undefined],
    ["b", "b"],
    [undefined, "d"],
  ]);
  expect(cache.size).toBe(3);
});

test("[C2] the same version again changes nothing", () => {
  const cache = new ObjectCache(keepAll);
  cache.apply({ type: "upsert", object: pod("a", "1") });
  expect(cache.apply({ type: "upsert", object: pod("a", "1") })).toEqual([]);
});

test("[C3] children follow their controlling owner, also when it changes or goes", () => {
  const cache = new ObjectCache(keepAll);
  cache.apply({ type: "upsert", object: pod("a", "1", "job-1") });
  expect(cache.of("job-1").map(({ metadata }) => metadata.name)).toEqual(["a"]);
  expect(cache.of("other")).toEqual([]);
  cache.apply({ type: "upsert", object: pod("a", "2", "job-2") });
  expect(cache.of("job-1")).toEqual([]);
  cache.apply({ type: "remove", object: pod("a", "3", "job-2") });
  expect(cache.of("job-2")).toEqual([]);
  expect(cache.byName("a", "a")).toBeUndefined();
});

test("a name that was made anew belongs to the newer object, whichever word comes first", () => {
  const cache = new ObjectCache(keepAll);
  const older = { ...pod("a", "1"), metadata: { ...pod("a", "1").metadata, uid: "old" } };
  const newer = { ...pod("a", "5"), metadata: { ...pod("a", "5").metadata, uid: "new" } };
  cache.apply({ type: "upsert", object: older });
  cache.apply({ type: "upsert", object: newer });
  cache.apply({ type: "remove", object: older });
  expect(cache.byName("a", "a")?.metadata.uid).toBe("new");
});

test("[C4] no Secret is watched, and managedFields stay on TrainJobs only", () => {
  expect(WATCHED_NAMES).not.toContain("Secret");
  const withFields: KubeObject = { ...pod("a", "1") };
  const object = { ...withFields, metadata: { ...withFields.metadata, managedFields: [] } };
  expect(WATCHED.Pod.keep(object)?.metadata.managedFields).toBeUndefined();
  expect(WATCHED.TrainJob.keep(object)?.metadata.managedFields).toEqual([]);
});

test("[C4] of ConfigMaps only runtime snapshots and the version are kept", () => {
  const named = (name: string) =>
    WATCHED.ConfigMap.keep({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, uid: name } });
  expect(named("bert-runtime-snapshot")).toBeDefined();
  expect(named("app-settings")).toBeUndefined();
});
