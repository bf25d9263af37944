import { diffArrays } from "diff";
import { textOfLine, type YamlLine } from "./yaml-lines.ts";

export type DiffRow =
  | { readonly kind: "same" | "added" | "removed"; readonly line: YamlLine }
  /** Unchanged lines left out, with the place of what follows. */
  | { readonly kind: "gap"; readonly count: number; readonly path: string };

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

/** A line that is open around the present one, and its name with the list item one is in: `replicatedJobs[node]`. */
type Opened = { readonly depth: number; readonly key: string; item: string | undefined };

function withGaps(rows: readonly Exclude<DiffRow, { kind: "gap" }>[]): readonly DiffRow[] {
  const isShown = new Array<boolean>(rows.length).fill(false);
  for (const [index, row] of rows.entries()) {
    if (row.kind === "same") continue;
    for (let near = index - CONTEXT; near <= index + CONTEXT; near++) isShown[near] = true;
  }
  const result: DiffRow[] = [];
  const open: Opened[] = [];
  let skipped = 0;
  for (const [index, row] of rows.entries()) {
    closeUpTo(open, row.line);
    if (isShown[index] === true) {
      if (skipped > 0) result.push({ kind: "gap", count: skipped, path: pathOf(open) });
      skipped = 0;
      result.push(row);
    } else skipped++;
    if (row.kind !== "removed") openAt(open, row.line);
  }
  if (skipped > 0 && result.length > 0) result.push({ kind: "gap", count: skipped, path: "" });
  return result;
}

function depthOf({ indent, lead }: YamlLine): number {
  return indent + lead.length;
}

function closeUpTo(open: Opened[], line: YamlLine): void {
  while ((open.at(-1)?.depth ?? -1) >= depthOf(line)) open.pop();
}

function openAt(open: Opened[], line: YamlLine): void {
  const last = open.at(-1);
  if (line.lead !== "" && last !== undefined)
    last.item = line.isLeaf && line.key === "name" ? line.value : undefined;
  if (!line.isLeaf && line.key !== undefined)
    open.push({ depth: depthOf(line), key: line.key, item: undefined });
}

function pathOf(open: readonly Opened[]): string {
  return open.map(({ key, item }) => (item === undefined ? key : `${key}[${item}]`)).join(".");
}
