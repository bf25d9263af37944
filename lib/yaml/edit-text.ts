import { isEqualJson } from "../util/json.ts";
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
 * - New keys and list elements come last in their map or list. Maps on the way are made.
 * - A text that cannot be read (syntax errors, several documents) comes back as it is. An empty text becomes a new document.
 *
 * Reading the result gives exactly the edited value; a splice that would not is discarded for the printed document.
 */
export function editText(text: string, edits: readonly TextEdit[]): string {
  const isWindows = text.includes("\r\n");
  const unix = isWindows ? text.replaceAll("\r\n", "\n") : text;
  const result = edits.reduce(applyOne, unix);
  if (result === unix) return text;
  return isWindows ? result.replaceAll("\n", "\r\n") : result;
}

function applyOne(text: string, edit: TextEdit): string {
  const { documents, diagnostics } = parseDocuments(text);
  if (documents.length > 1 || diagnostics.some(({ severity }) => severity === "error")) return text;
  const before = documents[0]?.value;
  const after = editJson(before, edit);
  if (after === undefined || isEqualJson(before, after)) return text;
  if (before === undefined || before === null) return startDocument(text, stringifyYaml(after));
  const spliced = spliceText(text, edit);
  if (spliced !== undefined && reads(spliced, after)) return spliced;
  const rewritten = rewriteDocument(text, edit);
  return reads(rewritten, after) ? rewritten : stringifyYaml(after);
}

function reads(text: string, expected: Parameters<typeof isEqualJson>[0]): boolean {
  const { documents, diagnostics } = parseDocuments(text);
  const [document] = documents;
  return (
    documents.length === 1 &&
    !diagnostics.some(({ severity }) => severity === "error") &&
    isEqualJson(document?.value, expected)
  );
}

/** A text of comments only keeps them above what is new. */
function startDocument(text: string, content: string): string {
  const comments = text.split("\n").filter((line) => line.trimStart().startsWith("#"));
  return [...comments, content].join("\n");
}
