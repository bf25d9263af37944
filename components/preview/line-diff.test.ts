import { expect, test } from "vitest";
import { diffYamlLines } from "./line-diff.ts";
import { textOfLine, toYamlLines } from "./yaml-lines.ts";

test("only changed lines and their neighbours are shown, gaps say where one is", () => {
  const before = { spec: { a: 1, b: 2, c: 3, d: 4, e: { f: 1, g: "old" } } };
  const after = { spec: { a: 1, b: 2, c: 3, d: 4, e: { f: 1, g: "new" } } };
  const rows = diffYamlLines(toYamlLines(before), toYamlLines(after));
  expect(
    rows.map((row) =>
      row.kind === "gap" ? `… ${row.count}` : `${row.kind} ${textOfLine(row.line)}`,
    ),
  ).toEqual(["… 5", "same   e:", "same     f: 1", "removed     g: old", "added     g: new"]);
  const [gap] = rows;
  expect(gap?.kind === "gap" ? gap.path.map(({ key }) => key) : []).toEqual(["spec"]);
});

test("equal objects give no rows", () => {
  const lines = toYamlLines({ a: { b: 1 } });
  expect(diffYamlLines(lines, lines)).toEqual([]);
});
