import { isJsonObject, type Json } from "#lib/util/json.ts";
import type { FieldSet } from "./field-set.ts";

/** Undefined for what a client wrote into managedFields and is no value. */
function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function elementText(element: string): string {
  const rest = element.slice("f:".length);
  if (element.startsWith("f:")) return `.${rest}`;
  if (element.startsWith("i:")) return `[${rest}]`;
  const value = parsed(rest);
  if (value === undefined) return `[${rest}]`;
  if (element.startsWith("v:")) return `[=${JSON.stringify(value)}]`;
  const keys = Object.entries(isJsonObject(value) ? value : {}).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return `[${keys.map(([key, one]) => `${key}=${JSON.stringify(one)}`).join(",")}]`;
}

/** A path of elements as refusals write it: `.spec.containers[name="node"].image`. */
export function pathText(elements: readonly string[]): string {
  return elements.map(elementText).join("");
}

/** Every path of the set: at each level first those that end there. */
export function pathTextsOf(set: FieldSet, prefix = ""): readonly string[] {
  const entries = [...set.children].sort(([a], [b]) => (a < b ? -1 : 1));
  const here = entries.filter(([, child]) => child.isMember);
  const below = entries.filter(([, child]) => child.children.size > 0);
  return [
    ...here.map(([element]) => prefix + elementText(element)),
    ...below.flatMap(([element, child]) => pathTextsOf(child, prefix + elementText(element))),
  ];
}
