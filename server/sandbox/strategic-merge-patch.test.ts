import { expect, test } from "vitest";
import type { Json } from "#lib/util/json.ts";
import { rootShape } from "./field-shape.ts";
import { mergeStrategically } from "./strategic-merge-patch.ts";

const SHAPE = rootShape(undefined);
const merge = (old: Json, patch: Json) => mergeStrategically(old, patch, SHAPE);
const pod = (...containers: Json[]) => ({ spec: { containers } });
const a = { name: "a", image: "1", env: [{ name: "X", value: "1" }] };
const b = { name: "b", image: "1" };

test("[P1] items meet by their key, and new items come first", () => {
  const merged = merge(pod(a, b), pod({ name: "c" }, { name: "b", image: "2" }));
  expect(merged).toEqual(pod({ name: "c" }, a, { name: "b", image: "2" }));
  const inner = merge(pod(a), pod({ name: "a", env: [{ name: "X", value: "2" }] }));
  expect(inner).toEqual(pod({ ...a, env: [{ name: "X", value: "2" }] }));
});

test("[P1] null deletes a field, and $patch deletes an item or replaces a list or a map", () => {
  expect(merge({ data: { a: "1", b: "2" } }, { data: { a: null } })).toEqual({ data: { b: "2" } });
  expect(merge(pod(a, b), pod({ name: "a", $patch: "delete" }))).toEqual(pod(b));
  expect(merge(pod(a, b), pod({ $patch: "replace" }, { name: "z" }))).toEqual(pod({ name: "z" }));
  const replaced = { data: { $patch: "replace", z: "26" } };
  expect(merge({ data: { a: "1" } }, replaced)).toEqual({ data: { z: "26" } });
});

test("[P1] $setElementOrder orders, $retainKeys keeps, and a list of values loses what is named", () => {
  const order = { "$setElementOrder/containers": [{ name: "b" }, { name: "a" }] };
  expect(merge(pod(a, b), { spec: order })).toEqual(pod(b, a));
  const kept = { spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } } };
  expect(merge({ spec: { strategy: { type: "x", rolling: {} } } }, kept)).toEqual({
    spec: { strategy: { type: "Recreate" } },
  });
  const held = { metadata: { finalizers: ["x", "y"] } };
  const less = { metadata: { "$deleteFromPrimitiveList/finalizers": ["x"] } };
  expect(merge(held, less)).toEqual({ metadata: { finalizers: ["y"] } });
});

test("[P1] a list that is one value is replaced", () => {
  const old = { spec: { tolerations: [{ key: "a" }] } };
  const next = { spec: { tolerations: [{ key: "b" }] } };
  expect(merge(old, next)).toEqual(next);
});
