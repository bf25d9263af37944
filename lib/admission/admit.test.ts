import { expect, test } from "vitest";
import {
  aRuntime,
  aTrainJob,
  createOurs,
  createReleased,
  outcome,
  schemaSet,
  updateReleased,
} from "../../tests/fixtures/admission/requests.ts";
import type { KubeObject } from "../k8s/object.ts";
import { getIn } from "../util/json.ts";
import { admit } from "./admit.ts";

function aJobOf(ancestor: string, replicas: number, container: string): KubeObject {
  const labels = { "trainer.kubeflow.org/trainjob-ancestor-step": ancestor };
  const pod = { spec: { containers: [{ name: container }] } };
  const job = { name: "a", replicas, template: { metadata: { labels }, spec: { template: pod } } };
  return aRuntime({ template: { spec: { replicatedJobs: [job] } } });
}

test("[O1] defaults are filled in before anything is judged", () => {
  const result = createReleased(aTrainJob());
  const ref = result.admitted && getIn(result.object.spec, "runtimeRef");
  expect(ref).toEqual({
    name: "torch",
    apiGroup: "trainer.kubeflow.org",
    kind: "ClusterTrainingRuntime",
  });
});

test("[O7] kinds without a schema pass as they are", () => {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
  const result = admit(schemaSet("v2.3.0"), {
    operation: "create",
    dialect: "runtimePatches",
    trainerVersion: "v2.3.0",
    object,
    activeJobs: [],
    now: 0,
  });
  expect(result).toEqual({ admitted: true, object, warnings: [], pruned: [] });
});

test("[O5] an unchanged value that breaks a limit of today is let be", () => {
  const bad = aTrainJob({ managedBy: "acme.io/old" });
  expect(
    outcome(updateReleased(bad, { ...bad, metadata: { ...bad.metadata, labels: {} } })),
  ).toEqual(["ok"]);
  expect(outcome(createReleased(bad))[0]).toContain("422 spec.managedBy");
});

test("[R3] a deprecated runtime warns on its own creation", () => {
  const runtime = aRuntime();
  const labels = { "trainer.kubeflow.org/support": "deprecated" };
  const result = createReleased({ ...runtime, metadata: { name: "torch", labels } });
  expect(outcome(result)).toEqual(["ok"]);
  expect(result.warnings[0]).toMatch(/^ClusterTrainingRuntime "torch" is deprecated/);
});

test("[R4] ancestor jobs have one replica and their container", () => {
  expect(outcome(createReleased(aJobOf("trainer", 1, "node")))).toEqual(["ok"]);
  const found = outcome(createReleased(aJobOf("trainer", 2, "main")));
  expect(found).toHaveLength(2);
  expect(found[0]).toContain("replicas: Invalid value: 2: always must be 1");
  expect(found[1]).toContain("must contain the required container for the ancestor: trainer");
});

test("[R4] a TrainingRuntime is looked at on create only, its cluster twin always", () => {
  const bad = aJobOf("trainer", 2, "node");
  expect(outcome(updateReleased(bad, bad))).toHaveLength(1);
  const namespaced = {
    ...bad,
    kind: "TrainingRuntime",
    metadata: { name: "torch", namespace: "team-a" },
  };
  expect(outcome(updateReleased(namespaced, namespaced))).toEqual(["ok"]);
});

test("[R5] names, labels and annotations follow the rules of every object", () => {
  const named = (name: string) => outcome(createOurs(aTrainJob({}, name)));
  expect(named("Train")[0]).toContain("RFC 1035 DNS label format");
  expect(named("Train").at(-1)).toContain("422 metadata.name");
  expect(named("a".repeat(64))).toEqual([
    "422 <nil>: Invalid value: metadata.name must be no more than 63 characters",
  ]);
  expect(named("a".repeat(254)).at(-1)).toContain("must be no more than 253 characters");
  const labelled = {
    ...aTrainJob(),
    metadata: { name: "a", labels: { "a/b/c": "x", ok: "-" }, annotations: { "-": "x" } },
  };
  expect(outcome(createOurs(labelled)).map((text) => text.split(": ")[0])).toEqual([
    "422 metadata.annotations",
    "422 metadata.labels",
    "422 metadata.labels",
  ]);
});

test("a generated name stands in for a name", () => {
  const object = { ...aTrainJob(), metadata: { generateName: "train-" } };
  expect(outcome(createOurs(object))).toEqual(["ok"]);
  expect(outcome(createOurs({ ...object, metadata: {} }))).toContain(
    "422 metadata.name: Required value: name or generateName is required",
  );
  expect(outcome(createOurs({ ...object, metadata: { generateName: "1-" } }))).toHaveLength(1);
});
