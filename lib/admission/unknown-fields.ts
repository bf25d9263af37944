import { toFieldPath } from "../schema/field-path.ts";
import { type JsonPointer, parsePointer } from "../util/pointer.ts";

/** The API server's warning about a field that it drops: `unknown field "spec.x[0].y"`. */
export function unknownFieldWarning(pointer: JsonPointer): string {
  const steps = parsePointer(pointer).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return `unknown field ${JSON.stringify(toFieldPath(steps))}`;
}
