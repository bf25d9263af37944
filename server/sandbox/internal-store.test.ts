import { expect, test } from "vitest";
import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JsonObject } from "#lib/util/json.ts";
import { createSandboxClient } from "./sandbox-client.ts";

const TRAINER = { manager: "trainer" };

function aJobSet(spec: JsonObject, labels: Record<string, string> = {}): KubeObject {
  return {
    apiVersion: "jobset.x-k8s.io/v1alpha2",
    kind: "JobSet",
    metadata: { name: "j", namespace: "team-a", labels },
    spec,
  };
}

test("[S6] apply removes what the manager applied before and no longer gives", () => {
  const { store } = createSandboxClient().sandbox;
  store.apply(aJobSet({ suspend: true }, { a: "1", b: "1" }), TRAINER);
  const after = store.apply(aJobSet({ suspend: false }, { a: "2" }), TRAINER);
  expect(after.metadata.labels).toEqual({ a: "2" });
  expect(after.spec).toEqual({ suspend: false });
  expect(after.metadata.generation).toBe(2);
});

test("[S6] apply leaves what others set, also inside a list-map", () => {
  const { store } = createSandboxClient().sandbox;
  store.apply(aJobSet({ replicatedJobs: [{ name: "node", replicas: 1 }] }), TRAINER);
  store.update(
    KINDS.JobSet,
    "team-a",
    "j",
    (current) => ({
      ...current,
      metadata: { ...current.metadata, labels: { foreign: "yes" } },
      spec: {
        replicatedJobs: [
          { name: "node", replicas: 1 },
          { name: "extra", replicas: 2 },
        ],
      },
    }),
    { manager: "kubectl-edit" },
  );
  const after = store.apply(aJobSet({ replicatedJobs: [{ name: "node", replicas: 3 }] }), TRAINER);
  expect(after.metadata.labels).toEqual({ foreign: "yes" });
  expect(after.spec).toEqual({
    replicatedJobs: [
      { name: "node", replicas: 3 },
      { name: "extra", replicas: 2 },
    ],
  });
});

test("[P3] applying the same again changes nothing, and a status write leaves the rest alone", () => {
  const { store } = createSandboxClient().sandbox;
  const first = store.apply(aJobSet({ suspend: true }), TRAINER);
  expect(store.apply(aJobSet({ suspend: true }), TRAINER)).toBe(first);
  const status = { restarts: 1 };
  const after = store.setStatus(KINDS.JobSet, "team-a", "j", status, { manager: "jobset" });
  expect(after).toMatchObject({ spec: { suspend: true }, status, metadata: { generation: 1 } });
  expect(store.apply(aJobSet({ suspend: true }), TRAINER).status).toEqual(status);
  expect(store.setStatus(KINDS.JobSet, "team-a", "none", status, TRAINER)).toBeUndefined();
});

test("[S6] a created object keeps the past that it brings along", () => {
  const { store } = createSandboxClient().sandbox;
  const made = store.create(
    {
      ...aJobSet({}),
      metadata: {
        name: "old",
        namespace: "team-a",
        uid: "11111111-2222-4333-8444-555555555555",
        creationTimestamp: "2025-01-01T00:00:00Z",
        generation: 7,
      },
      status: { restarts: 2 },
    },
    TRAINER,
  );
  expect(made.metadata).toMatchObject({
    uid: "11111111-2222-4333-8444-555555555555",
    creationTimestamp: "2025-01-01T00:00:00Z",
    generation: 7,
  });
  expect(made.status).toEqual({ restarts: 2 });
  expect(() => store.create(made, TRAINER)).toThrow("already exists");
});

test("[D2] removing an owner removes what only it owned, all the way down", () => {
  const { store } = createSandboxClient().sandbox;
  const own = (owner: KubeObject, name: string, others: readonly KubeObject[] = []): KubeObject =>
    store.create(
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: {
          name,
          namespace: "team-a",
          ownerReferences: [owner, ...others].map((one) => ({
            apiVersion: one.apiVersion,
            kind: one.kind,
            name: one.metadata.name ?? "",
            uid: one.metadata.uid ?? "",
          })),
        },
      },
      TRAINER,
    );
  const root = store.apply(aJobSet({}), TRAINER);
  const child = own(root, "child");
  own(child, "grandchild");
  const other = store.create(
    { ...aJobSet({}), metadata: { name: "k", namespace: "team-a" } },
    TRAINER,
  );
  own(root, "shared", [other]);
  expect(store.ownedBy(root.metadata.uid ?? "")).toHaveLength(2);
  expect(store.remove(KINDS.JobSet, "team-a", "j")).toBe(true);
  const left = store.list(KINDS.ConfigMap, "team-a").map((object) => object.metadata.name);
  expect(left).toEqual(["shared"]);
  expect(store.remove(KINDS.JobSet, "team-a", "j")).toBe(false);
});
