import type { Json } from "#lib/util/json.ts";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";
import { stringifyYaml } from "#lib/yaml/stringify-yaml.ts";

/** The first document of a text; undefined for an unreadable one. */
export function parseYamlText(text: string): unknown {
  return parseDocuments(text).documents[0]?.value;
}

export function toYamlText(value: unknown): string {
  return stringifyYaml(value as Json);
}
