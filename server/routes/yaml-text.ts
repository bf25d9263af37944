import { parseDocuments } from "#lib/yaml/parse-documents.ts";

const MAX_TEXTS = 256;
const MAX_LENGTH = 64 * 1024;
const known = new Map<string, unknown>();

/**
 * The first document of a text. Runtime snapshots are read again with every prediction and never change, so the last texts are
 * remembered; the value must not be written to.
 */
export function parseYamlText(text: string): unknown {
  if (known.has(text)) return known.get(text);
  const value = parseDocuments(text).documents[0]?.value;
  if (text.length > MAX_LENGTH) return value;
  const [oldest] = known.keys();
  if (known.size >= MAX_TEXTS && oldest !== undefined) known.delete(oldest);
  known.set(text, value);
  return value;
}
