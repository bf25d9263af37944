import { expect, test } from "vitest";
import { parseFieldPath, pointerOf, toFieldPath } from "./field-path.ts";
import { locateField } from "./locate-field.ts";

test("a field is read and written as the API server writes it", () => {
  const text = "spec.templateOverrides[0].pod[1].spec.containers[0].env";
  const path = ["spec", "templateOverrides", 0, "pod", 1, "spec", "containers", 0, "env"];
  expect(parseFieldPath(text)).toEqual(path);
  expect(toFieldPath(path)).toBe(text);
  expect(pointerOf(text)).toBe("/spec/templateOverrides/0/pod/1/spec/containers/0/env");
});

test("the root is <nil> and the empty pointer; map keys stand in brackets", () => {
  expect(toFieldPath([])).toBe("<nil>");
  expect(pointerOf("<nil>")).toBe("");
  expect(pointerOf("spec.annotations[scheduling.volcano.sh/queue-name]")).toBe(
    "/spec/annotations/scheduling.volcano.sh~1queue-name",
  );
});

test("with the object at hand keys with dots, capitals and absent ends are found", () => {
  const object = {
    spec: { runtimeRef: {}, limits: { "nvidia.com/gpu": 1 }, list: [{ name: "a" }] },
  };
  expect(locateField(object, "spec.limits.nvidia.com/gpu")).toBe("/spec/limits/nvidia.com~1gpu");
  expect(locateField(object, "spec.RuntimeRef")).toBe("/spec/runtimeRef");
  expect(locateField(object, "spec.list[0].missing.more")).toBe("/spec/list/0");
  expect(locateField(object, "spec.list.manager")).toBe("/spec/list");
  expect(locateField(object, "spec.list[7]")).toBe("/spec/list");
  expect(locateField(object, "<nil>")).toBe("");
});
