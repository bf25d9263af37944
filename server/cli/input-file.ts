import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { isKubeObject, type KubeObject } from "#lib/k8s/object.ts";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";

/** An input that cannot be used: told to the person at the terminal, exit code 2. */
export class InputError extends Error {}

export async function readText(file: string): Promise<string> {
  if (file === "-") return text(process.stdin);
  return readFile(file, "utf8").catch((cause: unknown) => {
    throw new InputError(`cannot read ${file}: ${messageOf(cause)}`, { cause });
  });
}

export function openText(file: string): Readable {
  return file === "-" ? process.stdin : createReadStream(file, "utf8");
}

/** The first document of one of the kinds; a file may hold others. */
export function pickObject(content: string, file: string, kinds: readonly string[]): KubeObject {
  const { documents, diagnostics } = parseDocuments(content, { file });
  const broken = diagnostics.find((finding) => finding.severity === "error");
  if (broken !== undefined)
    throw new InputError(`${placeOf(file, broken.source)}: ${broken.message}`);
  const found = documents
    .map((document): unknown => document.value)
    .find((value) => isKubeObject(value) && kinds.includes(value.kind));
  if (!isKubeObject(found)) throw new InputError(`${file}: no ${kinds.join(" or ")} in it`);
  return found;
}

/** The first document as it is; for snapshots that hold one object. */
export function parseYaml(content: string): unknown {
  const { documents, diagnostics } = parseDocuments(content);
  return diagnostics.some((finding) => finding.severity === "error")
    ? undefined
    : documents[0]?.value;
}

function placeOf(file: string, source: { line: number; column: number } | undefined): string {
  return source === undefined ? file : `${file}:${source.line}:${source.column}`;
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
