import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isJsonObject, type Json } from "#lib/util/json.ts";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";
import { textOfLine, toYamlLines } from "./yaml-lines.ts";

const toText = (value: { [key: string]: Json }) => toYamlLines(value).map(textOfLine).join("\n");

test("maps, lists of maps and lists of scalars are written in the manner of kubectl", () => {
  const text = toText({
    metadata: { name: "a", labels: {} },
    spec: { jobs: [{ name: "node", args: ["x", "y"] }, { name: "b" }], count: 3, other: "yes" },
  });
  expect(text).toBe(
    [
      "metadata:",
      "  name: a",
      "  labels: {}",
      "spec:",
      "  jobs:",
      "  - name: node",
      "    args:",
      "    - x",
      '    - "y"',
      "  - name: b",
      "  count: 3",
      '  other: "yes"',
    ].join("\n"),
  );
});

test("a text of several lines is a block of which every line points to the value", () => {
  const lines = toYamlLines({ command: ["sh", "-c", "a\nb\n"] });
  expect(lines.map(textOfLine)).toEqual(
    ["command:", "- sh", "- -c", "- |", "  a", "  b"].map((line) =>
      line === "- -c" ? '- "-c"' : line,
    ),
  );
  expect(lines.slice(3).map(({ pointer }) => pointer)).toEqual([
    "/command/2",
    "/command/2",
    "/command/2",
  ]);
});

test("the text reads back as the same value", () => {
  const scalar = fc.oneof(
    fc.string({ maxLength: 12 }).filter((text) => !/[\n\r\u0085\u2028\u2029]/.test(text)),
    fc.integer({ min: -1e6, max: 1e6 }),
    fc.boolean(),
    fc.constantFrom(
      "yes",
      "0x1f",
      "1e3",
      "a: b",
      "- a",
      "null",
      "~",
      "",
      " a ",
      "12:30",
      "2026-01-01",
    ),
  );
  const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      scalar,
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(
        fc
          .string({ minLength: 1, maxLength: 6 })
          .filter((key) => key !== "__proto__" && key !== "<<"),
        tie("tree"),
        { maxKeys: 3 },
      ),
    ),
  }));
  void fc.assert(
    fc.property(tree, (value) => {
      if (!isJsonObject(value) || Object.keys(value).length === 0) return;
      const [document] = parseDocuments(toText(value as { [key: string]: Json })).documents;
      expect(document?.value).toEqual(value);
    }),
    { numRuns: 200 },
  );
});
