import { type Document, isMap, isNode, isScalar, type ParsedNode, visit } from "yaml";

/**
 * Where keys stand that their map has already, at most `limit` of them. The parser's own check compares each key with all keys before
 * it: a map of a hundred thousand keys would take minutes.
 */
export function duplicateKeys(
  document: Document.Parsed<ParsedNode>,
  limit: number,
): readonly number[] {
  const offsets: number[] = [];
  visit(document, {
    Map: (_key, map) => {
      const known = new Set<unknown>();
      for (const { key } of isMap(map) ? map.items : []) {
        const value = isScalar(key) ? key.value : key;
        if (known.has(value) && isNode(key)) offsets.push(key.range?.[0] ?? 0);
        known.add(value);
      }
      return offsets.length > limit ? visit.BREAK : undefined;
    },
  });
  return offsets.slice(0, limit);
}
