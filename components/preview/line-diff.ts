import { diffArrays } from "diff";
import { textOfLine, type YamlLine } from "./yaml-lines.ts";

export type DiffRow =
  | { readonly kind: "same" | "added" | "removed"; readonly line: YamlLine }
  /** Unchanged lines left out, with the lines that lead to what follows. */
  | { readonly kind: "gap"; readonly count: number; readonly path: readonly YamlLine[] };

const CONTEXT = 2;

/** The lines of `after` with what changed since `before`; unchanged stretches are left out but for two lines around. */
export function diffYamlLines(
  before: readonly YamlLine[],
  after: readonly YamlLine[],
): readonly DiffRow[] {
  const rows: Exclude<DiffRow, { kind: "gap" }>[] = [];
  const parts = diffArrays(before.map(textOfLine), after.map(textOfLine));
  let left = 0;
  let right = 0;
  for (const part of parts) {
    for (let step = 0; step < part.count; step++) {
      const line = part.removed ? before[left] : after[right];
      if (!part.added) left++;
      if (!part.removed) right++;
      if (line === undefined) continue;
      rows.push({ kind: part.added ? "added" : part.removed ? "removed" : "same", line });
    }
  }
  return withGaps(rows);
}

function withGaps(rows: readonly Exclude<DiffRow, { kind: "gap" }>[]): readonly DiffRow[] {
  const isShown = new Array<boolean>(rows.length).fill(false);
  rows.forEach((row, index) => {
    if (row.kind === "same") return;
    for (let near = index - CONTEXT; near <= index + CONTEXT; near++) isShown[near] = true;
  });
  const result: DiffRow[] = [];
  const open: YamlLine[] = [];
  let skipped = 0;
  rows.forEach((row, index) => {
    const depth = row.line.indent + row.line.lead.length;
    while ((open.at(-1)?.indent ?? -1) + (open.at(-1)?.lead.length ?? 0) >= depth) open.pop();
    if (isShown[index] === true) {
      if (skipped > 0) result.push({ kind: "gap", count: skipped, path: [...open] });
      skipped = 0;
      result.push(row);
    } else skipped++;
    if (row.kind !== "removed" && !row.line.isLeaf) open.push(row.line);
  });
  if (skipped > 0 && result.length > 0) result.push({ kind: "gap", count: skipped, path: [] });
  return result;
}
