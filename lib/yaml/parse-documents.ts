import {
  type Document,
  LineCounter,
  type ParsedNode,
  parseAllDocuments,
  type YAMLError,
  type YAMLWarning,
} from "yaml";
import type { Diagnostic } from "../util/diagnostic.ts";
import type { Json } from "../util/json.ts";
import type { JsonPointer } from "../util/pointer.ts";
import { duplicateKeys } from "./duplicate-keys.ts";
import { kubernetesTags } from "./kubernetes-tags.ts";
import { type PointerPart, rangeOfPointer, type TextRange, toTextRange } from "./pointer-range.ts";
import { toJsonValue } from "./to-json-value.ts";

export type YamlDocument = {
  readonly value: Json;
  /** Of the document's first content, from 1. */
  readonly line: number;
  /** Where the value at the pointer stands in the text (its key with "key"); undefined where the pointer leads nowhere. */
  rangeOf(pointer: JsonPointer, part?: PointerPart): TextRange | undefined;
};

export type ParsedYaml = {
  /** Documents without content are left out; one with errors holds what could be read of it. */
  readonly documents: readonly YamlDocument[];
  readonly diagnostics: readonly Diagnostic[];
};

export const YAML_CODES = [
  "YAML_SYNTAX",
  "YAML_DUPLICATE_KEY",
  "YAML_ALIAS_LIMIT",
  "YAML_NOT_JSON",
  "YAML_TOO_DEEP",
] as const;
export type YamlCode = (typeof YAML_CODES)[number];

type Source = { readonly file?: string | undefined; readonly lines: LineCounter };
type Parsed = Document.Parsed<ParsedNode>;

/** An anchor may be used this often, counted after expansion; more is a text made to exhaust memory. */
const MAX_ALIASES = 100;
/** Findings beyond these follow from the first ones. */
const MAX_DIAGNOSTICS = 100;

/**
 * Reads all documents of a text the way Kubernetes' reader does: YAML 1.1 words and octals, merge keys, JSON values only.
 * Never throws: what is wrong with the text becomes diagnostics with positions.
 */
export function parseDocuments(
  text: string,
  options: { readonly file?: string | undefined } = {},
): ParsedYaml {
  const lines = new LineCounter();
  const source: Source = { file: options.file, lines };
  const diagnostics: Diagnostic[] = [];
  const documents: YamlDocument[] = [];
  for (const parsed of readAll(text, source, diagnostics)) {
    for (const error of [...parsed.errors, ...parsed.warnings]) {
      diagnostics.push(toDiagnostic(error, source));
    }
    for (const offset of duplicateKeys(parsed, MAX_DIAGNOSTICS)) {
      diagnostics.push(found("YAML_DUPLICATE_KEY", "Map keys must be unique", offset, source));
    }
    const document = toDocument(parsed, source, diagnostics);
    if (document !== undefined) documents.push(document);
  }
  return { documents, diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS) };
}

function readAll(text: string, source: Source, diagnostics: Diagnostic[]): readonly Parsed[] {
  try {
    const parsed = parseAllDocuments(text, {
      lineCounter: source.lines,
      prettyErrors: false,
      merge: true,
      uniqueKeys: false,
      customTags: kubernetesTags,
    });
    return "empty" in parsed ? [] : parsed;
  } catch (error) {
    // The parser recurses: a text of nothing but brackets ends its stack.
    diagnostics.push(found("YAML_TOO_DEEP", String(error), 0, source));
    return [];
  }
}

function toDocument(
  parsed: Parsed,
  source: Source,
  diagnostics: Diagnostic[],
): YamlDocument | undefined {
  const contents = parsed.contents;
  if (contents === null || contents.range[0] === contents.range[1]) return undefined;
  const offset = contents.range[0];
  const value = readValue(parsed, (code, message) =>
    diagnostics.push(found(code, message, offset, source)),
  );
  if (value === undefined) return undefined;
  return {
    value,
    line: source.lines.linePos(offset).line,
    rangeOf: (pointer, part = "value") => {
      const range = rangeOfPointer(parsed, pointer, part);
      return range === undefined ? undefined : toTextRange(range, source.lines);
    },
  };
}

function readValue(
  parsed: Parsed,
  report: (code: YamlCode, message: string) => void,
): Json | undefined {
  try {
    const value: unknown = parsed.toJS({ maxAliasCount: MAX_ALIASES });
    return toJsonValue(value, (message) => report("YAML_NOT_JSON", message));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    report(failureCode(error, message), message);
    return undefined;
  }
}

/** The parser speaks of aliases with ReferenceErrors: too many uses, or none to refer to. Anything else ended the stack. */
function failureCode(error: unknown, message: string): YamlCode {
  if (!(error instanceof ReferenceError)) return "YAML_TOO_DEEP";
  return message.startsWith("Excessive") ? "YAML_ALIAS_LIMIT" : "YAML_SYNTAX";
}

function toDiagnostic(error: YAMLError | YAMLWarning, source: Source): Diagnostic {
  const severity = error.name === "YAMLWarning" ? "warning" : "error";
  return { ...found("YAML_SYNTAX", error.message, error.pos[0], source), severity };
}

function found(code: YamlCode, message: string, offset: number, source: Source): Diagnostic {
  const { line, col } = source.lines.linePos(offset);
  const file = source.file === undefined ? {} : { file: source.file };
  const position = { ...file, line: Math.max(line, 1), column: Math.max(col, 1) };
  return { code, severity: "error", path: "", message, source: position };
}
