import type { Diagnostic } from "../util/diagnostic.ts";
import { isEqualJson, type Json } from "../util/json.ts";
import { editJson, type TextEdit } from "./json-edit.ts";
import { parseDocuments } from "./parse-documents.ts";
import { rewriteDocument } from "./rewrite-document.ts";
import { spliceText } from "./splice-text.ts";
import { stringifyYaml } from "./stringify-yaml.ts";

export type { TextEdit } from "./json-edit.ts";

/**
 * Changes values inside a YAML text of one document and leaves the rest of the text as it is written.
 *
 * - Edits apply in order; each pointer is meant for the text as the edits before it left it.
 * - Lines that an edit does not touch stay as they are, letter by letter, wherever the text is in block style. Inside flow
 *   collections (JSON too), and where aliases or merge keys are in play, the document is printed anew: comments and
 *   order stay, spacing may change, aliases are written out.
 * - Comment lines above a removed entry stay; what stands on the removed lines or inside the removed value goes with it.
 * - A renamed key keeps its place. New keys and list elements come last in their map or list. Maps on the way are made.
 * - A text that cannot be read (syntax errors, several documents) comes back as it is. An empty text becomes a new document.
 *
 * Reading the result gives exactly the edited value; a splice that would not is discarded for the printed document.
 */
export function editText(text: string, edits: readonly TextEdit[]): string {
  const isWindows = text.includes("\r\n");
  const unix = isWindows ? text.replaceAll("\r\n", "\n") : text;
  const { documents, diagnostics } = parseDocuments(unix);
  if (documents.length > 1 || diagnostics.some(isError)) return text;
  const start: State = { text: unix, value: documents[0]?.value };
  const result = edits.reduce(applyOne, start).text;
  if (result === unix) return text;
  return isWindows ? result.replaceAll("\n", "\r\n") : result;
}

/** `value` is what the text reads as. */
type State = { readonly text: string; readonly value: Json | undefined };

function applyOne(state: State, edit: TextEdit): State {
  const { text, value } = state;
  const after = editJson(value, edit);
  if (after === undefined || isEqualJson(value, after)) return state;
  if (value === undefined || value === null)
    return { text: startDocument(text, stringifyYaml(after)), value: after };
  const spliced = spliceText(text, edit);
  if (spliced !== undefined && reads(spliced, after)) return { text: spliced, value: after };
  const rewritten = rewriteDocument(text, edit);
  return { text: reads(rewritten, after) ? rewritten : stringifyYaml(after), value: after };
}

function reads(text: string, expected: Json): boolean {
  const { documents, diagnostics } = parseDocuments(text);
  const [document] = documents;
  return (
    documents.length === 1 && !diagnostics.some(isError) && isEqualJson(document?.value, expected)
  );
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** A text of comments only keeps them above what is new. */
function startDocument(text: string, content: string): string {
  const comments = text.split("\n").filter((line) => line.trimStart().startsWith("#"));
  return [...comments, content].join("\n");
}
