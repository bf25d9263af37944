import { expect, test } from "vitest";
import { toFieldProblems } from "./refusals.ts";

function pointersOf(entryPath: string, isRuntimePatch: boolean, ...fields: string[]) {
  const causes = fields.map((field) => ({ reason: "", field, message: "" }));
  return toFieldProblems(causes, { entryPath, isRuntimePatch }).map(({ pointer }) => pointer);
}

test("what is about the new entry points into the override", () => {
  const pointers = pointersOf(
    "/spec/templateOverrides/1/pod/0",
    false,
    "spec.templateOverrides[1].pod[0].spec.containers[2].name",
    "spec.templateOverrides[1].pod[0].time",
    "spec.templateOverrides[1].pod",
    "spec.templateOverrides",
  );
  expect(pointers).toEqual(["/override/spec/containers/2/name", "/time", "/override", "/override"]);
});

test("the manager's name points at the manager, with and without an index", () => {
  expect(
    pointersOf("/spec/templateOverrides/1/pod/0", false, "spec.templateOverrides[1].manager"),
  ).toEqual(["/manager"]);
  expect(pointersOf("/spec/runtimePatches/3", true, "spec.runtimePatches.manager")).toEqual([
    "/manager",
  ]);
});

test("what is about another entry points at the whole request", () => {
  const pointers = pointersOf(
    "/spec/templateOverrides/12/pod/10",
    false,
    "spec.templateOverrides[1]",
    "spec.templateOverrides[1].manager",
    "spec.templateOverrides[12].pod[1]",
    "spec.suspend",
    "<nil>",
  );
  expect(pointers).toEqual(["", "", "", "", ""]);
});
