import { Document } from "yaml";
import { kubernetesTags } from "./kubernetes-tags.ts";

/**
 * A value as YAML in the manner of kubectl: two spaces, lists not indented below their key, texts of several lines as
 * block scalars, no folding, no anchors, keys in the order they come in. Texts that some reader would take for another
 * type are quoted. Absent (undefined) members are left out. `indentSeq` indents lists below their key after all.
 */
export function stringifyYaml(
  value: unknown,
  style: { readonly indentSeq?: boolean | undefined } = {},
): string {
  const document = new Document(value, {
    aliasDuplicateObjects: false,
    compat: "yaml-1.1",
    customTags: kubernetesTags,
    keepUndefined: false,
  });
  return document.toString({
    indentSeq: style.indentSeq ?? false,
    lineWidth: 0,
    blockQuote: "literal",
  });
}
