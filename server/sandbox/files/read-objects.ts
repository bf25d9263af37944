import { asString, getIn, isJsonObject, type Json } from "#lib/util/json.ts";
import { parseDocuments, type YamlDocument } from "#lib/yaml/parse-documents.ts";
import type { TextRange } from "#lib/yaml/pointer-range.ts";
import type { FoundFile } from "./find-files.ts";

/** An object of a file and where it begins; `value` may be anything that YAML can say. Lines count from 1. */
export type ReadObject = {
  readonly file: string;
  readonly line: number;
  readonly value: Json;
  lineOf(pointer: string): number | undefined;
  /** Of the key, or of the value where there is none (list elements, the object itself). */
  rangeOf(pointer: string): TextRange | undefined;
};

/** What could not be read at all. */
export type Unreadable = { readonly file: string; readonly line: number; readonly reason: string };

export type ReadFile = {
  readonly objects: readonly ReadObject[];
  readonly unreadable: readonly Unreadable[];
};

/** The objects of a file, those inside Lists one by one. A document with an error is unreadable as a whole. */
export function readObjects(file: FoundFile): ReadFile {
  if ("problem" in file)
    return { objects: [], unreadable: [{ file: file.name, line: 1, reason: file.problem }] };
  const { documents, diagnostics } = parseDocuments(file.text, { file: file.name });
  const errors = diagnostics
    .filter((diagnostic) => diagnostic.severity === "error")
    .map((diagnostic) => ({
      file: file.name,
      line: diagnostic.source?.line ?? 1,
      reason: diagnostic.message,
    }));
  const starts = documents.map((document) => document.line);
  const isBroken = (index: number) => {
    const from = starts[index] ?? 1;
    const to = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    return errors.some(({ line }) => line >= from && line < to);
  };
  const sound = documents.filter((_, index) => !isBroken(index));
  return {
    objects: sound.flatMap((document) => objectsOf(file.name, document)),
    unreadable: errors,
  };
}

function objectsOf(file: string, document: YamlDocument): readonly ReadObject[] {
  return flatten(document.value, "").map(({ value, pointer }) => {
    const rangeOf = (below: string) => document.rangeOf(`${pointer}${below}`, "key");
    const lineOf = (below: string) => rangeOf(below)?.line;
    const line =
      pointer === "" ? document.line : (document.rangeOf(pointer)?.line ?? document.line);
    return { file, line, value, lineOf, rangeOf };
  });
}

type Placed = { readonly value: Json; readonly pointer: string };

function flatten(value: Json, pointer: string): readonly Placed[] {
  const items = getIn(value, "items");
  const isList = (asString(getIn(value, "kind")) ?? "").endsWith("List") && Array.isArray(items);
  if (!isList) return [{ value, pointer }];
  return items.flatMap((item: Json, index: number) =>
    flatten(withListType(item, value), `${pointer}/items/${index}`),
  );
}

/** Items of a typed list (`TrainJobList`) need not repeat what they are. */
function withListType(item: Json, list: Json): Json {
  const kind = (asString(getIn(list, "kind")) ?? "").slice(0, -"List".length);
  const apiVersion = getIn(list, "apiVersion");
  if (!isJsonObject(item) || kind === "" || item["kind"] !== undefined) return item;
  return { apiVersion, kind, ...item };
}
