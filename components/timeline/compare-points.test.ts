import { expect, test } from "vitest";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { Json } from "#lib/util/json.ts";
import { driftOf, idOfPoint, LIVE, NOW, pointOf } from "./compare-points.ts";
import { stuckEntries } from "./stuck-entries.ts";

const entries: readonly OverrideEntry[] = ["x", "y"].map((id, index) => ({
  id,
  dialect: "runtimePatches",
  index,
  kind: "patch",
  manager: `a.example/${id}`,
  change: {},
  path: `/spec/runtimePatches/${index}`,
}));

test("every point has an id for the URL; an unknown one is the fallback", () => {
  for (const id of [LIVE, NOW, "runtime", "x"])
    expect(idOfPoint(pointOf(id, entries, { count: 2 }), entries)).toBe(id);
  expect(pointOf("y", entries, { count: 0 })).toEqual({ count: 2 });
  expect(pointOf("gone", entries, { count: 1 })).toEqual({ count: 1 });
});

function aJobSet(spec: { readonly [key: string]: Json }, labels = {}): KubeObject {
  return {
    apiVersion: "jobset.x-k8s.io/v1alpha2",
    kind: "JobSet",
    metadata: { name: "a", namespace: "team-a", labels },
    spec,
  };
}

const jobs = (pool: string) => [
  { name: "node", template: { spec: { template: { spec: { nodeSelector: { pool } } } } } },
];

test("what the API server fills in is no drift, what something else changed is", () => {
  const rendered = aJobSet({ suspend: false, replicatedJobs: jobs("t4") });
  const stored = aJobSet({
    suspend: false,
    network: { enableDNSHostnames: true, publishNotReadyAddresses: true },
    successPolicy: { operator: "All" },
    startupPolicy: { startupPolicyOrder: "AnyOrder" },
    replicatedJobs: [
      {
        groupName: "default",
        replicas: 1,
        name: "node",
        template: {
          spec: {
            completionMode: "Indexed",
            template: { spec: { restartPolicy: "OnFailure", nodeSelector: { pool: "t4" } } },
          },
        },
      },
    ],
  });
  const clean = driftOf(rendered, {
    ...stored,
    metadata: { ...stored.metadata, uid: "u", resourceVersion: "9" },
    status: { restarts: 0 },
  });
  expect(clean.changed).toEqual([]);
  expect(clean.defaults.map(({ label }) => label)).toContain(
    "spec.startupPolicy.startupPolicyOrder",
  );
  const moved = driftOf(aJobSet({ ...stored.spec, replicatedJobs: jobs("h100") }), stored);
  expect(moved.changed.map(({ before, after }) => [before, after])).toEqual([["h100", "t4"]]);
});

test("an entry is stuck where the existing JobSet refuses a value that it wrote", () => {
  const leaf = "/spec/replicatedJobs/0/template/spec/template/spec/volumes/0/name";
  const origin = {
    layer: "override",
    path: "/spec/runtimePatches/1/trainingRuntimeSpec/x",
  } as const;
  const blame = { "JobSet/a": { [leaf]: { origin, chain: [] } } };
  const at = (field: string) => [...stuckEntries([{ field, way: "deleteJobSet" }], blame, entries)];
  expect(at("/spec/replicatedJobs/0/template/spec/template/spec/volumes")).toEqual(["y"]);
  expect(at("/spec/replicatedJobs/0/template/spec/template/spec/affinity")).toEqual([]);
});
