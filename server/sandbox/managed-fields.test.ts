import { expect, test } from "vitest";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JsonObject } from "#lib/util/json.ts";
import { crdSchemasFor } from "./crd-schemas.ts";
import { fieldSetOf, fromFieldsV1, toFieldsV1 } from "./field-set.ts";
import { rootShape } from "./field-shape.ts";
import { isFullyKeyed, managedFieldsAfter, ownedPart } from "./managed-fields.ts";

const SHAPE = rootShape(undefined);
const TRAIN_JOB = rootShape(crdSchemasFor("templateOverrides", "v2.3.0").TrainJob);

function aMap(data: JsonObject, metadata: JsonObject = {}): KubeObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "m", ...metadata }, data };
}

/** The object after each write in turn, one second apart. */
function written(writes: readonly (readonly [manager: string, data: JsonObject])[]): KubeObject {
  let old: KubeObject | undefined;
  for (const [index, [manager, data]] of writes.entries()) {
    const next = aMap(data);
    const time = `2026-01-01T00:00:${String(index).padStart(2, "0")}Z`;
    const writer = { manager, operation: "Update", time } as const;
    const managedFields = managedFieldsAfter({ old, next, shape: SHAPE, writer });
    old = { ...next, metadata: { ...next.metadata, managedFields } };
  }
  return old ?? aMap({});
}

function fieldsOf(object: KubeObject): Record<string, unknown> {
  const entries = object.metadata.managedFields ?? [];
  return Object.fromEntries(entries.map((entry) => [entry.manager, entry.fieldsV1]));
}

test("[M1] a changed field belongs to its writer alone, a field that is gone to nobody", () => {
  const object = written([
    ["one", { a: "1", b: "1", c: "1" }],
    ["two", { a: "2", b: "1" }],
  ]);
  expect(fieldsOf(object)).toEqual({
    one: { "f:data": { ".": {}, "f:b": {} } },
    two: { "f:data": { "f:a": {} } },
  });
});

test("[M1] a manager that owns nothing any more has no entry", () => {
  const object = written([
    ["one", { a: "1" }],
    ["two", { a: "1", b: "1" }],
    ["one", { a: "1", b: "2" }],
  ]);
  expect(Object.keys(fieldsOf(object))).toEqual(["one"]);
});

test("[M1] time is that of the manager's last change", () => {
  const object = written([
    ["one", { a: "1" }],
    ["two", { a: "1", b: "1" }],
    ["one", { a: "1", b: "1" }],
  ]);
  const times = (object.metadata.managedFields ?? []).map((entry) => [entry.manager, entry.time]);
  expect(times).toEqual([
    ["one", "2026-01-01T00:00:00Z"],
    ["two", "2026-01-01T00:00:01Z"],
  ]);
});

test("[M3] more than ten updaters are folded into ancient-changes", () => {
  const data: Record<string, string> = {};
  const writes = Array.from({ length: 13 }, (_, index) => {
    data[`k${index}`] = "1";
    return [`m${String(index).padStart(2, "0")}`, { ...data }] as const;
  });
  const object = written(writes);
  const entries = object.metadata.managedFields ?? [];
  expect(entries).toHaveLength(10);
  expect(entries[0]).toMatchObject({ manager: "ancient-changes", time: "2026-01-01T00:00:03Z" });
  expect(Object.keys(fieldsOf(object)["ancient-changes"] as JsonObject)).toEqual(["f:data"]);
});

test("[M4] an update of an object without managedFields tracks nothing", () => {
  const writer = { manager: "one", operation: "Update", time: "2026-01-01T00:00:00Z" } as const;
  const next = aMap({ a: "2" });
  expect(managedFieldsAfter({ old: aMap({ a: "1" }), next, shape: SHAPE, writer })).toBeUndefined();
});

test("[M2] items of list-maps are owned by key, atomic lists as one", () => {
  const entry = {
    time: "2026-01-01T00:00:00Z",
    targetJobs: [{ name: "node" }],
    spec: { tolerations: [{ key: "a" }], nodeSelector: { pool: "x" } },
  };
  const spec = { templateOverrides: [{ manager: "example.com/a", pod: [entry] }] };
  expect(toFieldsV1(fieldSetOf({ spec }, TRAIN_JOB))["f:spec"]).toEqual({
    ".": {},
    "f:templateOverrides": {
      ".": {},
      'k:{"manager":"example.com/a"}': {
        ".": {},
        "f:manager": {},
        "f:pod": {
          ".": {},
          'k:{"time":"2026-01-01T00:00:00Z"}': {
            ".": {},
            "f:time": {},
            "f:targetJobs": {},
            "f:spec": {
              ".": {},
              "f:tolerations": {},
              "f:nodeSelector": { ".": {}, "f:pool": {} },
            },
          },
        },
      },
    },
  });
});

test("[M2] owner references are items owned whole, finalizers a set", () => {
  const owner = { apiVersion: "v1", kind: "X", name: "x", uid: "u" };
  const object = aMap({}, { ownerReferences: [owner], finalizers: ["a.io/b"] });
  const fields = toFieldsV1(fieldSetOf(ownedPart({ ...object } as unknown as JsonObject), SHAPE));
  expect(fields["f:metadata"]).toEqual({
    ".": {},
    "f:ownerReferences": { ".": {}, 'k:{"uid":"u"}': {} },
    "f:finalizers": { ".": {}, 'v:"a.io/b"': {} },
  });
});

test("[M4] a list-map item without its key is noticed", () => {
  const object = (pod: JsonObject): KubeObject => ({
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "j" },
    spec: { templateOverrides: [{ manager: "example.com/a", pod: [pod] }] },
  });
  expect(isFullyKeyed(object({ time: "2026-01-01T00:00:00Z" }), TRAIN_JOB)).toBe(true);
  expect(isFullyKeyed(object({ targetJobs: [] }), TRAIN_JOB)).toBe(false);
});

test("the wire form comes back as it was", () => {
  const fields = { "f:data": { ".": {}, "f:a": {} }, "f:metadata": { "f:labels": { "f:x": {} } } };
  expect(toFieldsV1(fromFieldsV1(fields))).toEqual(fields);
});
