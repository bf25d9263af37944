import { expect, test } from "vitest";
import { getIn, type JsonObject, objectsIn } from "#lib/util/json.ts";
import {
  aConfigMap,
  aRuntime,
  aTrainJob,
  configMapsPath,
  TRAINER_ROOT,
  trainJobsPath,
} from "./contract-objects.ts";
import type { ContractPlace } from "./kube-contract.ts";
import type { SessionAnswer } from "./kube-session.ts";

function apply(
  { session }: ContractPlace,
  path: string,
  body: JsonObject,
  query: Readonly<Record<string, string>>,
): Promise<SessionAnswer> {
  const headers = { "content-type": "application/apply-patch+yaml" };
  return session.call("PATCH", path, { body, headers, query });
}

function fieldsOf(answer: SessionAnswer, manager: string, subresource?: string) {
  const entries = objectsIn(getIn(answer.body, "metadata", "managedFields"));
  return entries.find(
    (entry) => entry["manager"] === manager && entry["subresource"] === subresource,
  )?.["fieldsV1"];
}

const CONDITION = {
  type: "Complete",
  status: "True",
  reason: "Tested",
  message: "a test",
  lastTransitionTime: "2026-01-01T00:00:00Z",
};

/** Server-side apply. */
export function describeApplies(place: () => ContractPlace): void {
  const applyMap = (name: string, manager: string, more: JsonObject, query = {}) =>
    apply(place(), configMapsPath(place().namespace, name), aConfigMap(name, more), {
      fieldManager: manager,
      ...query,
    });

  test("an apply creates what is not there and owns what it sent", async () => {
    const made = await applyMap("applied", "one", { data: { a: "1", b: "2" } });
    expect(made.status).toBe(201);
    expect(fieldsOf(made, "one")).toEqual({ "f:data": { "f:a": {}, "f:b": {} } });
    const again = await applyMap("applied", "one", { data: { a: "1", b: "2" } });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(made.body);
  });

  test("what an applier no longer sends goes away, unless another manager has it too", async () => {
    await applyMap("shrunk", "one", { data: { a: "1", b: "2", c: "3" } });
    await applyMap("shrunk", "two", { data: { b: "2" } });
    const shrunk = await applyMap("shrunk", "one", { data: { a: "1" } });
    expect(shrunk.body["data"]).toEqual({ a: "1", b: "2" });
    expect(fieldsOf(shrunk, "two")).toEqual({ "f:data": { "f:b": {} } });
    const emptied = await apply(
      place(),
      configMapsPath(place().namespace, "shrunk"),
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "shrunk" } },
      { fieldManager: "one" },
    );
    expect(emptied.body["data"]).toEqual({ b: "2" });
    expect(fieldsOf(emptied, "one")).toBeUndefined();
  });

  test("a field that another manager set otherwise is a conflict that names it", async () => {
    await applyMap("contended", "one", { data: { a: "1", b: "2" } });
    const one = await applyMap("contended", "two", { data: { a: "9" } });
    expect(one.status).toBe(409);
    const message = 'conflict with "one"';
    expect(one.body).toMatchObject({
      reason: "Conflict",
      message: `Apply failed with 1 conflict: ${message}: .data.a`,
      details: { causes: [{ reason: "FieldManagerConflict", message, field: ".data.a" }] },
    });
    const two = await applyMap("contended", "two", { data: { a: "9", b: "8" } });
    expect(two.body["message"]).toBe(
      'Apply failed with 2 conflicts: conflicts with "one":\n- .data.a\n- .data.b',
    );
    const same = await applyMap("contended", "two", { data: { a: "1" } });
    expect(same.status).toBe(200);
  });

  test("a conflict with an update names the version it was made in", async () => {
    const at = place();
    await at.session.create(configMapsPath(at.namespace), aConfigMap("updated-first"), {
      query: { fieldManager: "creator" },
    });
    const refused = await applyMap("updated-first", "one", { data: { a: "2" } });
    expect(refused.body["message"]).toBe(
      'Apply failed with 1 conflict: conflict with "creator" using v1: .data.a',
    );
  });

  test("a forced apply takes the fields over", async () => {
    await applyMap("forced", "one", { data: { a: "1", b: "2" } });
    const forced = await applyMap("forced", "two", { data: { a: "9" } }, { force: "true" });
    expect(forced.status).toBe(200);
    expect(forced.body["data"]).toEqual({ a: "9", b: "2" });
    expect(fieldsOf(forced, "one")).toEqual({ "f:data": { "f:b": {} } });
    expect(fieldsOf(forced, "two")).toEqual({ "f:data": { "f:a": {} } });
  });

  test("a dry run of an apply keeps nothing", async () => {
    const at = place();
    const made = await applyMap("dry-applied", "one", {}, { dryRun: "All" });
    expect(made.status).toBe(201);
    expect((await at.session.get(configMapsPath(at.namespace, "dry-applied"))).status).toBe(404);
  });

  test("an apply must name its manager, and only an apply can be forced", async () => {
    const at = place();
    const path = configMapsPath(at.namespace, "unmanaged");
    const unnamed = await apply(at, path, aConfigMap("unmanaged"), {});
    expect(unnamed.status).toBe(422);
    expect(getIn(unnamed.body, "details", "causes", 0)).toEqual({
      reason: "FieldValueRequired",
      field: "fieldManager",
      message: "Required value: is required for apply patch",
    });
    const merged = await at.session.mergePatch(path, {}, { query: { force: "true" } });
    expect(getIn(merged.body, "details", "causes", 0, "field")).toBe("force");
  });

  test("what is applied must say what it is, and for whom", async () => {
    const at = place();
    const path = configMapsPath(at.namespace, "said");
    const query = { fieldManager: "one" };
    const map = aConfigMap("said");
    const messages: unknown[] = [];
    for (const body of [
      { ...map, metadata: {} },
      { ...map, metadata: { name: "other" } },
      { ...map, kind: "Secret" },
      { ...map, metadata: { name: "said", managedFields: [] } },
    ]) {
      const answer = await apply(at, path, body, query);
      expect(answer.status).toBe(400);
      messages.push(answer.body["message"]);
    }
    expect(messages).toEqual([
      "the name of the object (said based on URL) was undeterminable: name must be provided",
      "the name of the object (other) does not match the name on the URL (said)",
      "invalid object type: /v1, Kind=Secret",
      "metadata.managedFields must be nil",
    ]);
  });

  test("a uid is for an object that is there, a resourceVersion for one that has it", async () => {
    const lost = await applyMap("lost", "one", { metadata: { uid: "1" } });
    expect(lost.status).toBe(409);
    expect(lost.body["message"]).toContain("uid mismatch: the provided object specified uid 1");
    await applyMap("versioned", "one", {});
    const stale = await applyMap("versioned", "one", { metadata: { resourceVersion: "1" } });
    expect(stale.status).toBe(409);
  });

  test("fields that the kind does not have cannot be applied", async () => {
    const answer = await applyMap("undeclared", "one", { foo: 1 });
    expect(answer.status).toBe(500);
    expect(answer.body["message"]).toBe(
      "failed to create typed patch object (/undeclared; /v1, Kind=ConfigMap): .foo: field not declared in schema",
    );
    const wrong = await applyMap("undeclared", "one", { data: { a: 1 } });
    expect(wrong.body["message"]).toContain(".data.a: expected string, got ");
  });

  test("a custom resource is applied by the lists and maps of its schema", async () => {
    const at = place();
    const runtimes = `${TRAINER_ROOT}/namespaces/${at.namespace}/trainingruntimes`;
    await at.session.create(runtimes, aRuntime("applies"));
    const path = trainJobsPath(at.namespace, "applied-job");
    const job = aTrainJob("applied-job", "applies", {
      trainer: { env: [{ name: "A", value: "1" }] },
    });
    const made = await apply(at, path, job, { fieldManager: "one" });
    expect(made.status).toBe(201);
    expect(fieldsOf(made, "one")).toMatchObject({
      "f:spec": {
        "f:suspend": {},
        "f:trainer": { "f:env": { 'k:{"name":"A"}': { ".": {}, "f:name": {}, "f:value": {} } } },
      },
    });
    const other = await apply(at, path, aTrainJob("applied-job", "applies", { suspend: false }), {
      fieldManager: "two",
    });
    expect(other.body["message"]).toBe(
      'Apply failed with 1 conflict: conflict with "one": .spec.suspend',
    );
  });

  test("status is applied through its subresource, with an owner of its own", async () => {
    const at = place();
    const runtimes = `${TRAINER_ROOT}/namespaces/${at.namespace}/trainingruntimes`;
    await at.session.create(runtimes, aRuntime("applies"));
    const path = trainJobsPath(at.namespace, "applied-status");
    const status = { conditions: [CONDITION] };
    const job = { ...aTrainJob("applied-status", "applies"), status };
    const made = await apply(at, path, job, { fieldManager: "one" });
    expect(getIn(made.body, "status", "conditions", 0, "reason")).not.toBe("Tested");
    const written = await apply(at, `${path}/status`, job, { fieldManager: "one" });
    expect(getIn(written.body, "status", "conditions")).toEqual([CONDITION]);
    expect(fieldsOf(written, "one", "status")).toMatchObject({
      "f:status": { "f:conditions": { 'k:{"type":"Complete"}': { ".": {}, "f:reason": {} } } },
    });
    const next = { ...job, status: { conditions: [{ ...CONDITION, status: "False" }] } };
    const refused = await apply(at, `${path}/status`, next, { fieldManager: "two" });
    expect(refused.body["message"]).toBe(
      'Apply failed with 1 conflict: conflict with "one" with subresource "status": .status.conditions[type="Complete"].status',
    );
    const missing = trainJobsPath(at.namespace, "no-such-job");
    const lost = { ...job, metadata: { name: "no-such-job" } };
    expect((await apply(at, `${missing}/status`, lost, { fieldManager: "one" })).status).toBe(404);
  });

  test("a field given twice is a warning, or a refusal when asked to be strict", async () => {
    const at = place();
    const runtimes = `${TRAINER_ROOT}/namespaces/${at.namespace}/trainingruntimes`;
    await at.session.create(runtimes, aRuntime("applies"));
    const text = JSON.stringify(aTrainJob("twice-said", "applies", { foo: { a: 1 } }))
      .replace('"suspend":true', '"suspend":true,"suspend":true')
      .replace('"a":1', '"a":1,"a":2');
    const post = (query: Readonly<Record<string, string>>) =>
      at.session.send("POST", trainJobsPath(at.namespace), text, { query });
    const strict = await post({ fieldValidation: "Strict" });
    expect(strict.status).toBe(400);
    expect(strict.body["message"]).toBe(
      'TrainJob in version "v1alpha1" cannot be handled as a TrainJob: strict decoding error: duplicate field "spec.suspend", duplicate field "spec.foo.a", unknown field "spec.foo"',
    );
    const warned = await post({ dryRun: "All" });
    expect(warned.status).toBe(201);
    expect(warned.headers.get("warning")).toContain('duplicate field \\"spec.suspend\\"');
  });
}
