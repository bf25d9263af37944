import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../util/json.ts";
import { applyDefaults } from "./defaults.ts";
import { prune } from "./prune.ts";
import type { StructuralSchema } from "./structural-schema.ts";

const SCHEMA: StructuralSchema = {
  type: "object",
  properties: {
    metadata: { type: "object" },
    spec: {
      type: "object",
      properties: {
        kind: { type: "string", default: "ClusterTrainingRuntime" },
        note: { type: "string", nullable: true, default: "x" },
        plain: { type: "string" },
        nested: {
          type: "object",
          default: {},
          properties: { port: { type: "integer", default: 80 } },
        },
        items: {
          type: "array",
          items: { type: "object", properties: { protocol: { type: "string", default: "TCP" } } },
        },
        labels: { type: "object", additionalProperties: { type: "string" } },
        free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        embedded: {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          properties: { spec: { type: "object", properties: { a: { type: "string" } } } },
        },
      },
    },
  },
};

const KEYS = [
  "kind",
  "note",
  "plain",
  "nested",
  "port",
  "items",
  "protocol",
  "labels",
  "free",
  "embedded",
  "metadata",
  "spec",
  "other",
];

const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Json>(null, true, 0, 1.5, "", "text"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie("value"), { maxKeys: 4 }),
  ),
})).value;

const anObject = fc.dictionary(fc.constantFrom("spec", "metadata", "other"), anyJson);

test("unknown fields go, with the pointers at which they stood", () => {
  const value = {
    kind: "X",
    extra: 1,
    metadata: { anything: { goes: 1 } },
    spec: {
      plain: "a",
      "a/b": 1,
      items: [{ protocol: "UDP", typo: 1 }],
      labels: { any: "key" },
      free: { what: { ever: 1 } },
      embedded: { kind: "Y", metadata: { x: 1 }, status: {}, spec: { a: "1", b: "2" } },
    },
  };
  const { value: kept, pruned } = prune(SCHEMA, value);
  expect(pruned).toEqual([
    "/extra",
    "/spec/a~1b",
    "/spec/items/0/typo",
    "/spec/embedded/status",
    "/spec/embedded/spec/b",
  ]);
  expect(kept).toEqual({
    kind: "X",
    metadata: { anything: { goes: 1 } },
    spec: {
      plain: "a",
      items: [{ protocol: "UDP" }],
      labels: { any: "key" },
      free: { what: { ever: 1 } },
      embedded: { kind: "Y", metadata: { x: 1 }, spec: { a: "1" } },
    },
  });
});

test("a value without unknown fields comes back as the same object", () => {
  const value = { metadata: {}, spec: { plain: "a", items: [{}] } };
  expect(prune(SCHEMA, value).value).toBe(value);
});

test("defaults fill absent fields, also inside defaults, but nothing below an absent object", () => {
  expect(applyDefaults(SCHEMA, { spec: { items: [{}] } })).toEqual({
    spec: {
      items: [{ protocol: "TCP" }],
      kind: "ClusterTrainingRuntime",
      note: "x",
      nested: { port: 80 },
    },
  });
  expect(applyDefaults(SCHEMA, {})).toEqual({});
});

test("null counts as absent where it may not be, and stays where it may", () => {
  const filled = applyDefaults(SCHEMA, {
    spec: { kind: null, note: null, plain: null, nested: { port: null }, labels: { a: null } },
  });
  expect(filled).toEqual({
    spec: { kind: "ClusterTrainingRuntime", note: null, nested: { port: 80 }, labels: {} },
  });
  expect(applyDefaults(SCHEMA, { spec: { items: [null] } })).toMatchObject({
    spec: { items: [null] },
  });
});

test("pruning and defaulting are idempotent and never change their input", () => {
  fc.assert(
    fc.property(anObject, (object: JsonObject) => {
      const before = structuredClone(object);
      const pruned = prune(SCHEMA, object).value;
      expect(prune(SCHEMA, pruned)).toEqual({ value: pruned, pruned: [] });
      const filled = applyDefaults(SCHEMA, pruned);
      expect(applyDefaults(SCHEMA, filled)).toEqual(filled);
      expect(prune(SCHEMA, filled).pruned).toEqual([]);
      expect(object).toEqual(before);
    }),
  );
});
