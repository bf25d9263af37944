import type { Json } from "#lib/util/json.ts";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";
import { stringifyYaml } from "#lib/yaml/stringify-yaml.ts";

const KEPT = 256;
const parsed = new Map<string, unknown>();

/**
 * The first document of a text; undefined for an unreadable one. Runtime snapshots are read at every reconcile and
 * hardly differ, so the last texts are remembered.
 */
export function parseYamlText(text: string): unknown {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  return remember(text, parseDocuments(text).documents[0]?.value);
}

function remember(text: string, value: unknown): unknown {
  if (parsed.size >= KEPT) parsed.clear();
  parsed.set(text, value);
  return value;
}

/** What is written here is read here as well: its text is known already. */
export function toYamlText(value: Json): string {
  const text = stringifyYaml(value);
  remember(text, value);
  return text;
}
