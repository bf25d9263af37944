import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../util/json.ts";
import { toPointer } from "../util/pointer.ts";
import { editText } from "./edit-text.ts";
import { editJson, type TextEdit } from "./json-edit.ts";
import { parseDocuments } from "./parse-documents.ts";
import { stringifyYaml } from "./stringify-yaml.ts";

const TEXT = `# head
spec:
  # above the selector
  nodeSelector:
    # above the pool
    pool: a100   # beside the pool
    zone: b
  tolerations:
    - key: a
      # inside
      operator: Exists
    # above the second
    - key: b

  foo: {a: 1}
  on: yes
  mode: 0400
# end
`;

function read(text: string): Json | undefined {
  const { documents, diagnostics } = parseDocuments(text);
  expect(diagnostics).toEqual([]);
  return documents[0]?.value;
}

/** Lines of the old text that are gone, and lines that are new. */
function changedLines(pointer: string, value: Json | undefined, text = TEXT) {
  const next = editText(text, [{ pointer, value }]).split("\n");
  const before = text.split("\n");
  return {
    gone: before.filter((line) => !next.includes(line)),
    added: next.filter((line) => !before.includes(line)),
  };
}

test("a scalar is replaced on its line, what is quoted where it must be", () => {
  expect(changedLines("/spec/nodeSelector/pool", "yes")).toEqual({
    gone: ["    pool: a100   # beside the pool"],
    added: ['    pool: "yes"   # beside the pool'],
  });
});

test("a new key and a new element come last, in the text's own indentation", () => {
  expect(changedLines("/spec/nodeSelector/gpu", "1").added).toEqual(['    gpu: "1"']);
  expect(changedLines("/spec/tolerations/-", { key: "c", effect: "NoSchedule" })).toEqual({
    gone: [],
    added: ["    - key: c", "      effect: NoSchedule"],
  });
  expect(changedLines("/spec/volumes", [{ name: "v" }]).added).toEqual([
    "  volumes:",
    "    - name: v",
  ]);
});

test("comment lines above a removed entry stay, what is on its lines goes", () => {
  expect(changedLines("/spec/nodeSelector/pool", undefined)).toEqual({
    gone: ["    pool: a100   # beside the pool"],
    added: [],
  });
  expect(changedLines("/spec/tolerations/1", undefined)).toEqual({
    gone: ["    - key: b"],
    added: [],
  });
});

test("the last key of a map leaves an empty map", () => {
  const text = "spec:\n  # why\n  nodeSelector:\n    a: b\nx: 1\n";
  expect(editText(text, [{ pointer: "/spec/nodeSelector", value: undefined }])).toBe(
    "spec: {}\n  # why\nx: 1\n",
  );
});

test("a renamed key keeps its place, its value and its comments", () => {
  const renamed = editText(TEXT, [{ pointer: "/spec/nodeSelector/pool", renameTo: "on" }]);
  expect(renamed).toBe(TEXT.replace("    pool: a100", '    "on": a100'));
  for (const renameTo of ["zone", "pool"])
    expect(editText(TEXT, [{ pointer: "/spec/nodeSelector/pool", renameTo }])).toBe(TEXT);
  expect(editText("{a: {b: 1}}\n", [{ pointer: "/a/b", renameTo: "c" }])).toBe("{a: {c: 1}}\n");
});

test("an empty value becomes a block and keeps the comment beside it", () => {
  for (const [text, expected] of [
    ["spec:\n", "spec:\n  a: 1\n"],
    ["spec: {} # c\nx: 1\n", "spec: # c\n  a: 1\nx: 1\n"],
    ["# only\n", "# only\nspec:\n  a: 1\n"],
    ["", "spec:\n  a: 1\n"],
    ["spec: {b: 2}\n", "spec: {b: 2, a: 1}\n"],
  ] as const)
    expect(editText(text, [{ pointer: "/spec/a", value: 1 }])).toBe(expected);
});

test("aliases are written out before anything is changed through them", () => {
  const text = "a: &a {x: 1}\nb: *a\nc:\n  <<: *a\n  z: 2\n";
  const next = editText(text, [
    { pointer: "/b/x", value: 2 },
    { pointer: "/c/x", value: undefined },
  ]);
  expect(read(next)).toEqual({ a: { x: 1 }, b: { x: 2 }, c: { z: 2 } });
});

test("a text that cannot be read comes back as it is", () => {
  for (const text of ["a: [1\n", "a: 1\n---\nb: 2\n", "a: 1\na: 2\n"])
    expect(editText(text, [{ pointer: "/b", value: 1 }])).toBe(text);
});

test("line ends stay what they are", () => {
  expect(editText("a: 1\r\nb: 2\r\n", [{ pointer: "/b", value: 3 }])).toBe("a: 1\r\nb: 3\r\n");
});

const keys = fc.constantFrom("a", "b", "spec", "on", "x/y", "list", "1");
const scalars = fc.oneof(
  fc.constantFrom("x", "yes", "1", "0400", "", "a: b", "# c", "two\nlines", "- d", "1e3", "{", "é"),
  fc.integer({ min: -5, max: 999 }),
  fc.boolean(),
  fc.constant(null),
);
const values: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalars,
    fc.dictionary(keys, tie("value"), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
})).value;
const roots = fc.dictionary(keys, values, { minKeys: 1, maxKeys: 4, noNullPrototype: true });

function pointersIn(value: Json | undefined, steps: readonly (string | number)[]): string[] {
  const own = steps.length === 0 ? [] : [toPointer(steps)];
  if (typeof value !== "object" || value === null) return own;
  if (Array.isArray(value))
    return [
      ...own,
      toPointer([...steps, "-"]),
      ...value.flatMap((item: Json, index) => pointersIn(item, [...steps, index])),
    ];
  return [
    ...own,
    toPointer([...steps, "new"]),
    ...Object.entries(value).flatMap(([key, item]) => pointersIn(item, [...steps, key])),
  ];
}

/** A comment line above every line that starts a key in a block, and beside every other one. */
function commented(text: string): string {
  return text
    .split("\n")
    .flatMap((line, index) => {
      const match = /^( *)([a-z0-9"/]+|\?):(?= |$)/i.exec(line);
      return match === null ? [line] : [`${match[1]}# above ${index}`, line];
    })
    .join("\n");
}

test("any sequence of edits reads as the same edits of the value", () => {
  fc.assert(
    fc.property(
      roots,
      fc.array(fc.tuple(fc.nat(), fc.option(values, { nil: undefined })), { maxLength: 5 }),
      (root, choices) => {
        let text = stringifyYaml(root);
        if (!JSON.stringify(root).includes("\\n")) text = commented(text);
        let value: Json | undefined = root;
        const edits: TextEdit[] = [];
        for (const [choice, next] of choices) {
          const pointers = pointersIn(value, []);
          const pointer = pointers[choice % pointers.length] ?? "/a";
          const edit: TextEdit =
            next === "x" ? { pointer, renameTo: "renamed" } : { pointer, value: next };
          edits.push(edit);
          value = editJson(value, edit);
        }
        const result = editText(text, edits);
        expect(read(result) ?? {}).toEqual(value ?? {});
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);
