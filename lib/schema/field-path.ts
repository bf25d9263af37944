import { type JsonPointer, toPointer } from "../util/pointer.ts";

/**
 * A field as the API server writes it: `spec.a[0].b`, map keys as `labels[key]`, the root as `<nil>`.
 * Steps hold list indexes as numbers and everything else as text.
 */
export type FieldPath = readonly (string | number)[];

export const ROOT_FIELD = "<nil>";

/** `base` with one more step, in the API server's writing. An empty base is the root. */
export function fieldChild(base: string, key: string): string {
  return base === "" ? key : `${base}.${key}`;
}

export function fieldIndex(base: string, index: number): string {
  return `${base}[${index}]`;
}

export function fieldKey(base: string, key: string): string {
  return `${base}[${key}]`;
}

/** Text of a path; text steps are joined by dots, numbers stand in brackets. */
export function toFieldPath(path: FieldPath): string {
  if (path.length === 0) return ROOT_FIELD;
  let text = "";
  for (const step of path)
    text = typeof step === "number" ? fieldIndex(text, step) : fieldChild(text, step);
  return text;
}

/**
 * Steps of a cause's `field`. A bracket with digits is a list index, any other bracket a map key (which may hold
 * dots and slashes). Dots inside a key that is not in brackets cannot be told from separators; the API server has
 * the same loss.
 */
export function parseFieldPath(field: string): FieldPath {
  if (field === "" || field === ROOT_FIELD) return [];
  const steps: (string | number)[] = [];
  let position = 0;
  while (position < field.length) {
    if (field[position] === "[") {
      const end = field.indexOf("]", position);
      const inside = field.slice(position + 1, end === -1 ? undefined : end);
      steps.push(/^\d+$/.test(inside) ? Number(inside) : inside);
      position = end === -1 ? field.length : end + 1;
    } else {
      if (field[position] === ".") position += 1;
      const rest = field.slice(position).search(/[.[]/);
      const end = rest === -1 ? field.length : position + rest;
      if (end > position) steps.push(field.slice(position, end));
      position = Math.max(end, position + (end === position ? 1 : 0));
    }
  }
  return steps;
}

/** The JSON pointer that belongs to a cause's `field`. */
export function pointerOf(field: string): JsonPointer {
  return toPointer(parseFieldPath(field));
}
