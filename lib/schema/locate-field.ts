import { isJsonArray, isJsonObject, type Json } from "../util/json.ts";
import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import { ROOT_FIELD } from "./field-path.ts";

/**
 * The place in `value` that a cause's `field` names, or the nearest thing above it that exists. Unlike `pointerOf` it knows the
 * value, so that keys with dots and slashes (`limits.nvidia.com/gpu`) are found, and `spec.RuntimeRef`, which
 * upstream writes with a capital.
 */
export function locateField(value: Json, field: string): JsonPointer {
  let rest = field === ROOT_FIELD ? "" : field;
  let current: Json | undefined = value;
  let pointer: JsonPointer = "";
  while (rest !== "" && current !== undefined) {
    const step = nextStep(current, rest);
    if (step === undefined) return pointer;
    pointer = joinPointer(pointer, step.key);
    current = step.value;
    rest = step.rest;
  }
  return pointer;
}

type Step = {
  readonly key: string | number;
  readonly value: Json | undefined;
  readonly rest: string;
};

function nextStep(current: Json, text: string): Step | undefined {
  if (isJsonArray(current)) {
    const match = /^\[(\d+)\]/.exec(text);
    const index = Number(match?.[1]);
    if (match === null || index >= current.length) return undefined;
    return {
      key: index,
      value: current[index],
      rest: text.slice(match[0].length),
    };
  }
  if (!isJsonObject(current)) return undefined;
  const plain = text.startsWith(".") ? text.slice(1) : text;
  let best: Step | undefined;
  for (const key of Object.keys(current)) {
    const rest = afterKey(plain, key);
    if (rest === undefined || current[key] === undefined) continue;
    if (best === undefined || String(best.key).length < key.length)
      best = { key, value: current[key], rest };
  }
  return best;
}

/** What follows a key in the text, written as `key` or `[key]`; letters compare without case. */
function afterKey(text: string, key: string): string | undefined {
  for (const written of [key, `[${key}]`]) {
    if (text.slice(0, written.length).toLowerCase() !== written.toLowerCase()) continue;
    const rest = text.slice(written.length);
    if (rest === "" || rest.startsWith(".") || rest.startsWith("[")) return rest;
  }
  return undefined;
}
