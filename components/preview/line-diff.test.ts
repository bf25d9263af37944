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
  expect(gap?.kind === "gap" ? gap.path : undefined).toBe("spec");
});

test("equal objects give no rows", () => {
  const lines = toYamlLines({ a: { b: 1 } });
  expect(diffYamlLines(lines, lines)).toEqual([]);
});

test("the place of a change names the list items that it is in", () => {
  const jobs = (pool: string) => ({
    spec: {
      jobs: [{ name: "other" }, { name: "node", size: 1, more: { a: 1, b: 2, c: 3, pool } }],
    },
  });
  const [gap] = diffYamlLines(toYamlLines(jobs("x")), toYamlLines(jobs("y")));
  expect(gap?.kind === "gap" ? gap.path : undefined).toBe("spec.jobs[node].more");
});
