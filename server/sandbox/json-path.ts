import { asArray, asObject, type Json } from "#lib/util/json.ts";

type Step = (value: Json) => readonly Json[];

const TOKEN =
  /\.([\w-]+)|\[(\*)\]|\[(-?\d+)\]|\[(-?\d*):(-?\d*)\]|\['([^']+)'\]|\[\?\(@\.([\w.-]+)\s*==\s*["']([^"']*)["']\)\]/y;

function fieldOf(value: Json, key: string): readonly Json[] {
  const found = asObject(value)?.[key];
  return found === undefined ? [] : [found];
}

function dotted(value: Json, path: string): Json | undefined {
  return path.split(".").reduce<Json | undefined>((at, key) => asObject(at)?.[key], value);
}

function numberOr(text: string, fallback: number | undefined): number | undefined {
  return text === "" ? fallback : Number(text);
}

function toStep(match: RegExpExecArray): Step {
  const [, name, star, index, from, to, quoted, filter, wanted] = match;
  const field = name ?? quoted;
  if (field !== undefined) return (value) => fieldOf(value, field);
  if (star !== undefined) return (value) => asArray(value) ?? [];
  if (index !== undefined) {
    const at = Number(index);
    return (value) => (asArray(value) ?? []).slice(at, at === -1 ? undefined : at + 1);
  }
  if (filter !== undefined)
    return (value) => (asArray(value) ?? []).filter((item) => dotted(item, filter) === wanted);
  return (value) =>
    (asArray(value) ?? []).slice(numberOr(from ?? "", 0), numberOr(to ?? "", undefined));
}

/**
 * The values at a printer column's JSONPath: fields, indexes, slices, `[*]` and equality filters, which is what
 * definitions use. A path beyond that finds nothing.
 */
export function valuesAt(value: Json, path: string): readonly Json[] {
  const steps: Step[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < path.length) {
    const match = TOKEN.exec(path);
    if (match === null) return [];
    steps.push(toStep(match));
  }
  return steps.reduce<readonly Json[]>((values, step) => values.flatMap(step), [value]);
}
