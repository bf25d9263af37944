import { expect, test } from "vitest";
import { getIn, type JsonObject, objectsIn } from "#lib/util/json.ts";
import {
  aConfigMap,
  aRuntime,
  aTrainJob,
  configMapsPath,
  metaOf,
  TRAINER_ROOT,
  trainJobsPath,
} from "./contract-objects.ts";
import type { ContractPlace } from "./kube-contract.ts";
import type { SessionAnswer } from "./kube-session.ts";

const STALE =
  "the object has been modified; please apply your changes to the latest version and try again";

async function makeMap(at: ContractPlace, name: string, more: JsonObject = {}) {
  const created = await at.session.create(configMapsPath(at.namespace), aConfigMap(name, more), {
    query: { fieldManager: "creator" },
  });
  expect(created.status).toBe(201);
  return { created, path: configMapsPath(at.namespace, name) };
}

async function makeTrainJob(at: ContractPlace, name: string): Promise<SessionAnswer> {
  const runtimes = `${TRAINER_ROOT}/namespaces/${at.namespace}/trainingruntimes`;
  await at.session.create(runtimes, aRuntime("writes"));
  const created = await at.session.create(trainJobsPath(at.namespace), aTrainJob(name, "writes"));
  expect(created.status).toBe(201);
  return created;
}

function managerOf(object: JsonObject, manager: string): JsonObject | undefined {
  return objectsIn(getIn(object, "metadata", "managedFields")).find(
    (entry) => entry["manager"] === manager,
  );
}

export function describeWrites(place: () => ContractPlace): void {
  test("the server gives a created object uid, version and time", async () => {
    const { created, path } = await makeMap(place(), "made");
    for (const key of ["uid", "resourceVersion", "creationTimestamp"])
      expect(metaOf(created, key)).not.toBe("");
    expect((await place().session.get(path)).body).toEqual(created.body);
  });

  test("a second object of the same name already exists", async () => {
    const at = place();
    await makeMap(at, "twice");
    const again = await at.session.create(configMapsPath(at.namespace), aConfigMap("twice"));
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      reason: "AlreadyExists",
      message: 'configmaps "twice" already exists',
    });
  });

  test("generateName makes a name of its own", async () => {
    const at = place();
    const made = await at.session.create(configMapsPath(at.namespace), {
      ...aConfigMap("unused"),
      metadata: { generateName: "gen-" },
    });
    expect(metaOf(made, "name")).toMatch(/^gen-[a-z0-9]{5}$/);
  });

  test("an invalid name and a missing namespace are refused", async () => {
    const at = place();
    const wrong = await at.session.create(configMapsPath(at.namespace), aConfigMap("Not_A_Name"));
    expect(wrong.status).toBe(422);
    expect(getIn(wrong.body, "details", "causes", 0, "field")).toBe("metadata.name");
    const nowhere = await at.session.create(configMapsPath("no-such-place"), aConfigMap("x"));
    expect(nowhere.status).toBe(404);
    expect(nowhere.body["message"]).toBe('namespaces "no-such-place" not found');
  });

  test("a merge patch merges maps, replaces values and removes by null", async () => {
    const { path } = await makeMap(place(), "merged", { data: { a: "1", b: "2", c: "3" } });
    const patched = await place().session.mergePatch(path, { data: { a: "9", b: null } });
    expect(patched.status).toBe(200);
    expect(patched.body["data"]).toEqual({ a: "9", c: "3" });
  });

  test("a JSON patch applies whole or not at all", async () => {
    const at = place();
    const { path, created } = await makeMap(at, "patched");
    const good = await at.session.jsonPatch(path, [
      { op: "test", path: "/metadata/uid", value: metaOf(created, "uid") },
      { op: "add", path: "/data/b", value: "2" },
    ]);
    expect(good.body["data"]).toEqual({ a: "1", b: "2" });
    const bad = await at.session.jsonPatch(path, [
      { op: "add", path: "/data/c", value: "3" },
      { op: "test", path: "/metadata/uid", value: "another" },
    ]);
    expect(bad.status).toBe(422);
    expect(bad.body["reason"]).toBe("Invalid");
    expect(getIn(bad.body, "details", "causes")).toBeUndefined();
    expect((await at.session.get(path)).body["data"]).toEqual({ a: "1", b: "2" });
  });

  test("a patch of another type is refused by its type", async () => {
    const at = place();
    await makeTrainJob(at, "strategic");
    const patched = await at.session.call("PATCH", trainJobsPath(at.namespace, "strategic"), {
      body: { metadata: { labels: { a: "b" } } },
      headers: { "content-type": "application/strategic-merge-patch+json" },
    });
    expect(patched.status).toBe(415);
  });

  test("a stale version is a conflict, in a patch and in an update", async () => {
    const at = place();
    const { path, created } = await makeMap(at, "stale");
    await at.session.mergePatch(path, { data: { a: "2" } });
    const patched = await at.session.jsonPatch(path, [
      {
        op: "replace",
        path: "/metadata/resourceVersion",
        value: metaOf(created, "resourceVersion"),
      },
      { op: "add", path: "/data/b", value: "2" },
    ]);
    expect(patched.status).toBe(409);
    expect(patched.body).toMatchObject({
      reason: "Conflict",
      message: `Operation cannot be fulfilled on configmaps "stale": ${STALE}`,
    });
    expect((await at.session.call("PUT", path, { body: created.body })).status).toBe(409);
  });

  test("an update replaces the object", async () => {
    const at = place();
    const { path, created } = await makeMap(at, "updated", { data: { a: "1", b: "2" } });
    const next = { ...created.body, data: { z: "26" } };
    const updated = await at.session.call("PUT", path, { body: next });
    expect(updated.status).toBe(200);
    expect(updated.body["data"]).toEqual({ z: "26" });
  });

  test("a write that changes nothing makes no new version", async () => {
    const at = place();
    const { path, created } = await makeMap(at, "same");
    const patched = await at.session.mergePatch(path, { data: { a: "1" } });
    expect(metaOf(patched, "resourceVersion")).toBe(metaOf(created, "resourceVersion"));
  });

  test("a dry run answers like the real thing and keeps nothing", async () => {
    const at = place();
    const query = { dryRun: "All" };
    const made = await at.session.create(configMapsPath(at.namespace), aConfigMap("dry"), {
      query,
    });
    expect(made.status).toBe(201);
    expect((await at.session.get(configMapsPath(at.namespace, "dry"))).status).toBe(404);
    const { path } = await makeMap(at, "dry-two");
    const patched = await at.session.mergePatch(path, { data: { a: "2" } }, { query });
    expect(patched.body["data"]).toEqual({ a: "2" });
    const deleted = await at.session.call("DELETE", path, { query });
    expect(deleted.status).toBe(200);
    expect((await at.session.get(path)).body["data"]).toEqual({ a: "1" });
    const odd = await at.session.mergePatch(path, {}, { query: { dryRun: "Some" } });
    expect(odd.status).toBe(422);
  });

  test("managedFields name the manager that wrote a field last", async () => {
    const at = place();
    const { path, created } = await makeMap(at, "owned");
    const first = managerOf(created.body, "creator");
    expect(first).toMatchObject({ operation: "Update", fieldsType: "FieldsV1", apiVersion: "v1" });
    expect(getIn(first, "fieldsV1")).toEqual({ "f:data": { ".": {}, "f:a": {} } });
    const patched = await at.session.mergePatch(
      path,
      { data: { a: "2", b: "2" } },
      { query: { fieldManager: "example.com/other" } },
    );
    expect(managerOf(patched.body, "example.com/other")).toMatchObject({
      fieldsV1: { "f:data": { "f:a": {}, "f:b": {} } },
    });
    expect(getIn(managerOf(patched.body, "creator"), "fieldsV1", "f:data", "f:a")).toBeUndefined();
  });

  test("a manager's name has at most 128 characters", async () => {
    const { path } = await makeMap(place(), "named-manager");
    const long = await place().session.mergePatch(
      path,
      { data: { a: "2" } },
      { query: { fieldManager: "m".repeat(129) } },
    );
    expect([400, 422]).toContain(long.status);
  });

  test("generation counts changes of the spec alone", async () => {
    const at = place();
    const created = await makeTrainJob(at, "counted");
    const path = trainJobsPath(at.namespace, "counted");
    const before = Number(getIn(created.body, "metadata", "generation"));
    const labelled = await at.session.mergePatch(path, { metadata: { labels: { a: "b" } } });
    expect(getIn(labelled.body, "metadata", "generation")).toBe(before);
    const resumed = await at.session.mergePatch(path, { spec: { suspend: false } });
    expect(getIn(resumed.body, "metadata", "generation")).toBe(before + 1);
  });

  test("a field that may not change is refused with its path", async () => {
    const at = place();
    await makeTrainJob(at, "fixed");
    const patched = await at.session.mergePatch(trainJobsPath(at.namespace, "fixed"), {
      spec: { runtimeRef: { name: "another" } },
    });
    expect(patched.status).toBe(422);
    expect(patched.body).toMatchObject({
      reason: "Invalid",
      details: { name: "fixed", group: "trainer.kubeflow.org", kind: "TrainJob" },
    });
    expect(getIn(patched.body, "details", "causes", 0, "field")).toBe("spec.runtimeRef");
  });

  test("unknown fields are dropped with a warning, or refused when asked to be strict", async () => {
    const at = place();
    await makeTrainJob(at, "pruned");
    const path = trainJobsPath(at.namespace, "pruned");
    const warned = await at.session.mergePatch(
      path,
      { spec: { notAField: 1 } },
      { query: { fieldValidation: "Warn" } },
    );
    expect(warned.status).toBe(200);
    expect(getIn(warned.body, "spec", "notAField")).toBeUndefined();
    expect(warned.headers.get("warning")).toContain('unknown field \\"spec.notAField\\"');
    const strict = await at.session.mergePatch(
      path,
      { spec: { notAField: 1 } },
      { query: { fieldValidation: "Strict" } },
    );
    expect([400, 422]).toContain(strict.status);
  });

  test("status is written through its subresource only", async () => {
    const at = place();
    await makeTrainJob(at, "status");
    const path = trainJobsPath(at.namespace, "status");
    const condition = {
      type: "Complete",
      status: "True",
      reason: "Tested",
      message: "a test",
      lastTransitionTime: "2026-01-01T00:00:00Z",
    };
    const status = { conditions: [condition] };
    const ignored = await at.session.mergePatch(path, { status });
    expect(getIn(ignored.body, "status", "conditions", 0, "reason")).not.toBe("Tested");
    const written = await at.session.mergePatch(`${path}/status`, {
      status,
      spec: { suspend: false },
    });
    expect(written.status).toBe(200);
    expect(getIn(written.body, "status", "conditions", 0, "reason")).toBe("Tested");
    expect(getIn(written.body, "spec", "suspend")).toBe(true);
  });

  test("a deletion can ask for the object's uid", async () => {
    const at = place();
    const { path, created } = await makeMap(at, "deleted");
    const wrong = await at.session.call("DELETE", path, {
      body: { preconditions: { uid: "another" } },
    });
    expect(wrong.status).toBe(409);
    const right = await at.session.call("DELETE", path, {
      body: { preconditions: { uid: metaOf(created, "uid") } },
    });
    expect(right.status).toBe(200);
    expect((await at.session.get(path)).status).toBe(404);
  });

  test("what an object owns is deleted after it", async () => {
    const at = place();
    const { created, path } = await makeMap(at, "owner");
    const list = await at.session.get(configMapsPath(at.namespace));
    const owner = {
      apiVersion: "v1",
      kind: "ConfigMap",
      name: "owner",
      uid: metaOf(created, "uid"),
    };
    await makeMap(at, "dependent", { metadata: { ownerReferences: [owner] } });
    const watch = await at.session.watch(configMapsPath(at.namespace), {
      query: {
        fieldSelector: "metadata.name=dependent",
        resourceVersion: metaOf(list, "resourceVersion"),
      },
    });
    await at.session.call("DELETE", path, { query: { propagationPolicy: "Background" } });
    await watch.until((event) => event.type === "DELETED");
    await watch.cancel();
  });

  test("finalizers hold a deleted object until they are gone", async () => {
    const at = place();
    const { path } = await makeMap(at, "held", { metadata: { finalizers: ["example.com/hold"] } });
    await at.session.call("DELETE", path);
    expect(metaOf(await at.session.get(path), "deletionTimestamp")).not.toBe("");
    await at.session.mergePatch(path, { metadata: { finalizers: null } });
    expect((await at.session.get(path)).status).toBe(404);
  });

  test("a method that a resource does not have is not allowed", async () => {
    const at = place();
    const { path } = await makeMap(at, "methods");
    expect((await at.session.call("POST", path, { body: aConfigMap("methods") })).status).toBe(405);
  });
}
