import { text } from "node:stream/consumers";
import { runtimeRefOf } from "#lib/admission/runtime-lookup.ts";
import { apiVersionOf, KINDS, TRAINER_GROUP } from "#lib/k8s/kinds.ts";
import { isKubeObject, type KubeObject } from "#lib/k8s/object.ts";
import type { SourcePosition } from "#lib/util/diagnostic.ts";
import type { TextRange } from "#lib/yaml/pointer-range.ts";
import { type FoundFile, findFiles } from "../sandbox/files/find-files.ts";
import { type ReadObject, readObjects, type Unreadable } from "../sandbox/files/read-objects.ts";
import { labelOf } from "../sandbox/files/sort-out.ts";

/** An object of the Trainer API in a file, as a client would send it. */
export type SourceObject = {
  readonly object: KubeObject;
  /** `TrainJob team-a/x`. */
  readonly label: string;
  readonly read: ReadObject;
};

export type Sources = {
  readonly trainJobs: readonly SourceObject[];
  readonly runtimes: readonly SourceObject[];
  /** In file order: TrainJobs and runtimes together. */
  readonly all: readonly SourceObject[];
  /** Every document of every file, also those of other kinds. */
  readonly documents: readonly ReadObject[];
  /** With objects of API versions that no cluster serves. */
  readonly unreadable: readonly Unreadable[];
};

const STDIN = "<stdin>";
const SERVED = apiVersionOf(KINDS.TrainJob);
const RUNTIME_KINDS = ["TrainingRuntime", "ClusterTrainingRuntime"];

/** Reads files, folders (all YAML and JSON below them) and `-`, standard input. */
export async function readSources(paths: readonly string[]): Promise<Sources> {
  const found: FoundFile[] = [];
  for (const path of paths) {
    if (path === "-") found.push({ name: STDIN, text: await text(process.stdin) });
    else found.push(...findFiles([path]));
  }
  const files = found
    .filter((file, index) => found.findIndex((other) => other.name === file.name) === index)
    .map(readObjects);
  const documents = files.flatMap((file) => file.objects);
  const all = documents.flatMap(toSource);
  return {
    trainJobs: all.filter(({ object }) => object.kind === "TrainJob"),
    runtimes: all.filter(({ object }) => RUNTIME_KINDS.includes(object.kind)),
    all,
    documents,
    unreadable: [...files.flatMap((file) => file.unreadable), ...documents.flatMap(unserved)],
  };
}

function isTrainerKind(value: KubeObject): boolean {
  const isKind = value.kind === "TrainJob" || RUNTIME_KINDS.includes(value.kind);
  return isKind && value.apiVersion.startsWith(`${TRAINER_GROUP}/`);
}

function unserved({ value, file, line }: ReadObject): readonly Unreadable[] {
  if (!isKubeObject(value) || !isTrainerKind(value) || value.apiVersion === SERVED) return [];
  const reason = `${value.apiVersion} is served by no cluster; the released API is ${SERVED}`;
  return [{ file, line, reason }];
}

function toSource(read: ReadObject): readonly SourceObject[] {
  const { value } = read;
  if (!isKubeObject(value) || !isTrainerKind(value) || value.apiVersion !== SERVED) return [];
  return [{ object: withName(value), label: labelOf(value), read }];
}

/** Null and empty metadata, which old tools write, count as absent; a name to be generated gets an end. */
function withName(object: KubeObject): KubeObject {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(object.metadata);
  const metadata: KubeObject["metadata"] = Object.fromEntries(
    entries.filter(([, value]) => value !== null && value !== ""),
  );
  const { name, generateName } = metadata;
  if (name !== undefined || typeof generateName !== "string") return { ...object, metadata };
  return { ...object, metadata: { ...metadata, name: `${generateName}xxxxx` } };
}

/** The runtime among these that the TrainJob names. A namespace that a file leaves open fits every other. */
export function runtimeAmong(
  runtimes: readonly SourceObject[],
  trainJob: KubeObject,
): SourceObject | undefined {
  const { kind, name } = runtimeRefOf(trainJob);
  const wanted = kind === "" ? "ClusterTrainingRuntime" : kind;
  return runtimes.find(
    ({ object }) =>
      object.kind === wanted && object.metadata.name === name && isNear(trainJob, object),
  );
}

function isNear(trainJob: KubeObject, runtime: KubeObject): boolean {
  if (runtime.kind === "ClusterTrainingRuntime") return true;
  const [a, b] = [trainJob.metadata.namespace, runtime.metadata.namespace];
  return a === undefined || b === undefined || a === b;
}

/** Where the value at the pointer stands, or else the nearest thing above it that is in the text. */
export function rangeNear(read: ReadObject, pointer: string): TextRange {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const range = read.rangeOf(at);
    if (range !== undefined) return range;
  }
  // The object as a whole is its first line: nobody wants all of it marked.
  const { line } = read;
  const column = read.rangeOf("")?.column ?? 1;
  return { line, column, endLine: line, endColumn: column };
}

export function positionOf(read: ReadObject, pointer: string): SourcePosition {
  const { line, column } = rangeNear(read, pointer);
  return { file: read.file, line, column };
}

export function placeText({ file, line, column }: SourcePosition): string {
  return `${file ?? ""}:${line}:${column}`;
}
