import type { Change } from "#lib/diff/change.ts";
import { groupChanges } from "#lib/diff/group-changes.ts";
import type { Diagnostic } from "#lib/util/diagnostic.ts";
import type { Json } from "#lib/util/json.ts";
import { paint, paintSeverity } from "./paint.ts";

const WIDEST = 160;

/** The changes of one TrainJob for reading, indented below its name. */
export function diffLines(
  label: string,
  changes: readonly Change[],
  diagnostics: readonly Diagnostic[],
): readonly string[] {
  const groups = groupChanges(changes).flatMap(({ objectKey, job, changes: own }) => [
    `  ${paint("bold", job === undefined ? objectKey : `${objectKey} job ${job}`)}`,
    ...own.map((change) => `    ${changeText(change)}`),
  ]);
  const found = diagnostics.map(
    ({ severity, code, path, message }) =>
      `  ${paintSeverity(severity)} ${code} ${path}: ${message}`,
  );
  const none = groups.length === 0 ? ["  no difference"] : [];
  return [paint("bold", label), ...found, ...groups, ...none];
}

function changeText({ kind, label, before, after }: Change): string {
  const name = label === "" ? "" : `${label}: `;
  switch (kind) {
    case "added":
      return paint("green", `+ ${name}${shown(after)}`);
    case "removed":
      return paint("red", `- ${name}${shown(before)}`);
    case "moved":
    case "changed":
      return paint("yellow", `~ ${name}${shown(before)} → ${shown(after)}`);
  }
}

function shown(value: Json | undefined): string {
  const text = value === undefined ? "" : JSON.stringify(value);
  return text.length > WIDEST ? `${text.slice(0, WIDEST)}…` : text;
}
