import { expect, test } from "vitest";
import type { AppendDraft } from "./append-draft.ts";
import { markAt, readDraftText, withinOverride } from "./draft-text.ts";

const draft = (text: string, targets: readonly string[] = ["node"]): AppendDraft => ({
  manager: "a.b/c",
  kind: "pod",
  targets,
  text,
  time: "",
});

test("chosen targets stand before what was written, unless the text names its own", () => {
  expect(readDraftText(draft("spec: {}"), "templateOverrides").override).toEqual({
    targetJobs: [{ name: "node" }],
    spec: {},
  });
  const own = readDraftText(draft("targetJobs:\n- name: other\nspec: {}"), "templateOverrides");
  expect(own.override).toEqual({ targetJobs: [{ name: "other" }], spec: {} });
  expect(own.namesTargets).toBe(true);
});

test("other dialects take the text as it is", () => {
  expect(readDraftText(draft("spec: {}"), "podTemplateOverrides").override).toEqual({ spec: {} });
});

test("what is no map gives no override but a word about it", () => {
  expect(readDraftText(draft(""), "templateOverrides")).toMatchObject({
    override: undefined,
    trouble: "yamlEmpty",
  });
  expect(readDraftText(draft("- a"), "templateOverrides")).toMatchObject({
    override: undefined,
    trouble: "yamlNotMap",
  });
  expect(readDraftText(draft("a: 1\n---\nb: 2"), "templateOverrides").trouble).toBe("yamlMany");
  expect(readDraftText(draft("a: [1"), "templateOverrides").override).toBeUndefined();
});

test("a finding is marked at the key it names, else at the nearest one that is written", () => {
  const { document } = readDraftText(
    draft("spec:\n  nodeSelector:\n    pool: a"),
    "templateOverrides",
  );
  expect(markAt(document, "/spec/nodeSelector/pool", "x")).toMatchObject({ line: 3, column: 5 });
  expect(markAt(document, "/spec/containers/0/name", "x")).toMatchObject({ line: 1, column: 1 });
  expect(markAt(document, undefined, "x")).toBeUndefined();
});

test("pointers into the TrainJob become pointers into the override", () => {
  const entry = "/spec/templateOverrides/0/pod/2";
  expect(withinOverride(`${entry}/spec/volumes`, entry, "templateOverrides")).toBe("/spec/volumes");
  expect(withinOverride(entry, entry, "templateOverrides")).toBe("");
  expect(withinOverride("/spec/runtimeRef", entry, "templateOverrides")).toBeUndefined();
  expect(
    withinOverride(
      "/spec/runtimePatches/1/trainingRuntimeSpec/template",
      "/spec/runtimePatches/1",
      "runtimePatches",
    ),
  ).toBe("/template");
  expect(
    withinOverride("/spec/runtimePatches/1/manager", "/spec/runtimePatches/1", "runtimePatches"),
  ).toBe("");
});
