import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocuments } from "./parse-documents.ts";
import { stringifyYaml } from "./stringify-yaml.ts";

test("it writes as kubectl does", () => {
  const text = stringifyYaml({
    apiVersion: "v1",
    list: [{ name: "a", command: ["sh", "-c", "echo 1\necho 2\n"] }],
    empty: {},
    none: [],
    gone: undefined,
    nothing: null,
  });
  expect(text).toBe(
    [
      "apiVersion: v1",
      "list:",
      "- name: a",
      "  command:",
      "  - sh",
      "  - -c",
      "  - |",
      "    echo 1",
      "    echo 2",
      "empty: {}",
      "none: []",
      "nothing: null",
      "",
    ].join("\n"),
  );
});

test("texts that look like something else are quoted", () => {
  const value = [
    "yes",
    "0400",
    "1e3",
    "2026-03-18T10:05:00Z",
    "22:22",
    "null",
    "12",
    "~",
    "",
    "a: b",
  ];
  const text = stringifyYaml(value);
  expect(text.split("\n").filter((line) => line !== "" && !/["']/.test(line))).toEqual([]);
  expect(parseDocuments(text).documents[0]?.value).toEqual(value);
});

test("long lines are not folded and equal objects are written out", () => {
  const shared = { a: 1 };
  const long = "word ".repeat(60).trim();
  expect(stringifyYaml({ x: shared, z: shared, long })).toBe(
    `x:\n  a: 1\nz:\n  a: 1\nlong: ${long}\n`,
  );
});

test("what is written is read back as it was", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (json) => {
      const value = JSON.parse(JSON.stringify({ json }));
      const { documents, diagnostics } = parseDocuments(stringifyYaml(value));
      expect(diagnostics).toEqual([]);
      expect(documents[0]?.value).toEqual(value);
    }),
    { numRuns: 300 },
  );
});
