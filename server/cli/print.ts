import { stringifyYaml } from "#lib/yaml/stringify-yaml.ts";
import type { Unreadable } from "../sandbox/files/read-objects.ts";
import { toJsonValue } from "./json-value.ts";

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(toJsonValue(value), undefined, 2)}\n`);
}

export function printYaml(value: unknown): void {
  process.stdout.write(stringifyYaml(toJsonValue(value)));
}

export function printLines(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
}

/** What could not be read goes to standard error; true where there was something. */
export function complainOf(unreadable: readonly Unreadable[]): boolean {
  for (const { file, line, reason } of unreadable)
    process.stderr.write(`${file}:${line}: unreadable: ${reason}\n`);
  return unreadable.length > 0;
}
