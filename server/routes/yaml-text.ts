import { parseDocuments } from "#lib/yaml/parse-documents.ts";

/** Real runtimes have some ten thousand characters. Reading a text holds up everybody, and who wrote it may be anybody. */
const MAX_LENGTH = 256 * 1024;
/** Characters of all remembered texts. */
const MAX_REMEMBERED = 8 * 1024 * 1024;

const known = new Map<string, unknown>();
let remembered = 0;

/**
 * The first document of a text; undefined where there is none, or the text is too long. Runtime snapshots are read again with every
 * prediction and never change, so the last texts are remembered; the value must not be written to.
 */
export function parseYamlText(text: string): unknown {
  if (text.length > MAX_LENGTH) return undefined;
  if (known.has(text)) return known.get(text);
  const value = parseDocuments(text).documents[0]?.value;
  known.set(text, value);
  remembered += text.length;
  for (const oldest of known.keys()) {
    if (remembered <= MAX_REMEMBERED) break;
    known.delete(oldest);
    remembered -= oldest.length;
  }
  return value;
}
