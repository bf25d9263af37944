import { expect, test } from "vitest";
import { applyEdit } from "./apply-edit.ts";
import type { FormEdit } from "./form-edit.ts";
import type { FormContext } from "./form-model.ts";
import { readForm } from "./read-form.ts";

const POD: FormContext = { dialect: "templateOverrides", kind: "pod" };
const JOB: FormContext = { dialect: "templateOverrides", kind: "job" };
const PATCH: FormContext = { dialect: "runtimePatches", kind: "pod" };

const DRAFT = `# for the big pool
targetJobs:
- name: node
spec:
  nodeSelector:
    pool: a100   # was t4
  containers:
  # proxies
  - name: sidecar
    env:
    - name: A
      value: "1"
    - name: B   # two
      value: x
    lifecycle: {}
  hostNetwork: true
`;

function edited(text: string, context: FormContext, ...edits: readonly FormEdit[]): string {
  return edits.reduce((now, edit) => applyEdit(now, edit, context), text);
}

test("an edit changes the lines it is about", () => {
  const at = { part: 0, list: "containers", container: "sidecar" } as const;
  const item = { name: "B", source: { type: "value", value: "z" }, rest: {} } as const;
  const change = { type: "set", key: "pool", value: "h100" } as const;
  expect(
    edited(
      DRAFT,
      POD,
      { op: "map", part: 0, map: "nodeSelector", change },
      { op: "env", ...at, change: { type: "set", index: 1, item } },
      { op: "removeEnv", ...at, name: "A" },
    ),
  ).toBe(
    DRAFT.replace("a100", "h100")
      .replace("value: x", "value: z")
      .replace('    - name: A\n      value: "1"\n', ""),
  );
});

test("other jobs take the place of the old ones, and nothing else moves", () => {
  const next = edited(DRAFT, POD, { op: "setJobs", names: ["launcher", "data"] });
  expect(next).toBe(DRAFT.replace("- name: node\n", "- name: launcher\n- name: data\n"));
});

test("what the form does not know is named with its place and stays", () => {
  const { unknown } = readForm(DRAFT, POD);
  expect(unknown).toEqual([
    { pointer: "/spec/hostNetwork", reason: "unknownField" },
    { pointer: "/spec/containers/0/lifecycle", reason: "unknownField" },
  ]);
  const odd =
    "spec:\n  tolerations:\n  - {key: a, operator: Gt}\n  nodeSelector: {a: 1}\n  volumes: 3\n";
  expect(readForm(odd, POD).unknown).toEqual([
    { pointer: "/spec/nodeSelector/a", reason: "unusualValue" },
    { pointer: "/spec/volumes", reason: "unusualValue" },
    { pointer: "/spec/tolerations/0", reason: "rawItem" },
  ]);
  expect(readForm(DRAFT, JOB).unknown).toEqual([{ pointer: "/spec", reason: "unknownField" }]);
});

test("an empty draft grows from its first edits", () => {
  const value = "runner";
  expect(
    edited(
      "",
      PATCH,
      { op: "setJobs", names: ["node", "data"] },
      { op: "serviceAccountName", part: 1, value },
    ),
  ).toBe(`template:
  spec:
    replicatedJobs:
    - name: node
    - name: data
      template:
        spec:
          template:
            spec:
              serviceAccountName: runner
`);
});

test("a job that is new in a patch starts as a copy of the first, one that goes takes its part along", () => {
  const start = edited(
    "",
    PATCH,
    { op: "setJobs", names: ["node"] },
    { op: "serviceAccountName", part: "all", value: "runner" },
    { op: "setJobs", names: ["node", "data"] },
  );
  const parts = readForm(start, PATCH).model?.parts ?? [];
  expect(parts.map(({ pod }) => pod.serviceAccountName)).toEqual(["runner", "runner"]);
  const left = edited(start, PATCH, { op: "setJobs", names: ["data"] });
  expect(readForm(left, PATCH).model?.parts.map(({ targets }) => targets[0]?.name)).toEqual([
    "data",
  ]);
});

test("labels of a job entry stay where they are when it turns to the JobSet", () => {
  const text = "targetJobs:\n- name: node\nmetadata:\n  labels:\n    a: b # why\n";
  const next = edited(text, JOB, { op: "setJobs", names: [] });
  expect(next).toBe("metadata:\n  labels:\n    a: b # why\n");
  const model = readForm(next, JOB).model;
  expect(model?.jobSetMetadata.labels.entries).toEqual({ a: "b" });
  expect(model?.parts[0]?.jobMetadata.labels.entries).toEqual({});
});

test("a place that the dialect does not have cannot be written", () => {
  const change = { type: "set", key: "a", value: "b" } as const;
  expect(edited(DRAFT, POD, { op: "map", map: "jobSetLabels", change })).toBe(DRAFT);
  expect(edited("", JOB, { op: "serviceAccountName", part: 0, value: "x" })).toBe("");
});

test("a text that cannot be read is left alone and says why", () => {
  for (const [text, code] of [
    ["a: [\n", "YAML_SYNTAX"],
    ["- a\n", "FORM_NOT_A_MAP"],
    ["a: 1\n---\nb: 2\n", "FORM_MANY_DOCUMENTS"],
  ] as const) {
    const read = readForm(text, POD);
    expect(read.model).toBeUndefined();
    expect(read.diagnostics[0]).toMatchObject({ code, severity: "error" });
    expect(edited(text, POD, { op: "setJobs", names: ["node"] })).toBe(text);
  }
});

test("each dialect has the pod's fields at its own place", () => {
  const name = "serviceAccountName";
  for (const [dialect, path] of [
    ["podSpecOverrides", "targetJobs:\n- name: node\nserviceAccountName: x\n"],
    ["podTemplateOverrides", "targetJobs:\n- name: node\nspec:\n  serviceAccountName: x\n"],
    ["templateOverrides", "targetJobs:\n- name: node\nspec:\n  serviceAccountName: x\n"],
  ] as const) {
    const edits: readonly FormEdit[] = [
      { op: "setJobs", names: ["node"] },
      { op: name, part: 0, value: "x" },
    ];
    expect(edited("", { dialect, kind: "pod" }, ...edits)).toBe(path);
  }
});
