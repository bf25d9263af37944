import { mapSubschemas, subschemasOf } from "./walk.mjs";

/** Below this a copy is shorter than what a reference saves. */
const SMALLEST_POOLED = 12;

/**
 * Stores subschemas that occur more than once only once: nine tenths of what the versions and kinds hold is equal.
 * The answer is `{pool, roots}` as `lib/schema/generated/expand.ts` reads it; equal input gives equal output.
 * @param {readonly (readonly [name: string, schema: object])[]} namedSchemas
 */
export function toPool(namedSchemas) {
  const uses = new Map();
  for (const [, schema] of namedSchemas) countUses(schema, uses);

  const pool = [];
  const indexes = new Map();
  const encode = (schema) => {
    const text = JSON.stringify(schema);
    if (text.length < SMALLEST_POOLED || uses.get(text) < 2) return mapSubschemas(schema, encode);
    if (!indexes.has(text)) {
      const encoded = mapSubschemas(schema, encode);
      indexes.set(text, pool.push(encoded) - 1);
    }
    return indexes.get(text);
  };
  const roots = Object.fromEntries(namedSchemas.map(([name, schema]) => [name, encode(schema)]));
  return { pool, roots };
}

function countUses(schema, uses) {
  const text = JSON.stringify(schema);
  const before = uses.get(text) ?? 0;
  uses.set(text, before + 1);
  if (before === 0) for (const part of subschemasOf(schema)) countUses(part, uses);
}

/** One item a line: a new release shows as a readable difference. */
export function toPoolText({ pool, roots }) {
  const items = pool.map((item) => JSON.stringify(item)).join(",\n");
  const named = Object.entries(roots)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(",\n");
  return `{"pool":[\n${items}\n],"roots":{\n${named}\n}}\n`;
}
