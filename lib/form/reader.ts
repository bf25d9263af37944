import {
  asArray,
  getIn,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  objectsIn,
} from "../util/json.ts";
import type { StringMap } from "./form-model.ts";

/**
 * Takes known fields out of an object: a field that has the expected type is given back and gone from `rest()`, anything
 * else is left there and reads as absent. An empty text or list reads as absent and is gone.
 */
export type Reader = {
  text(...steps: readonly string[]): string;
  integer(...steps: readonly string[]): number | undefined;
  flag(...steps: readonly string[]): boolean | undefined;
  /** Only a list of nothing but objects. */
  objects(...steps: readonly string[]): readonly JsonObject[];
  /** Only a list of nothing but texts. */
  texts(...steps: readonly string[]): readonly string[];
  list(...steps: readonly string[]): readonly Json[];
  stringMap(...steps: readonly string[]): StringMap;
  has(...steps: readonly string[]): boolean;
  /** The same reader, further down. */
  scope(...steps: readonly string[]): Reader;
  rest(): JsonObject;
};

/** Maps that stay, empty, when everything in them was taken: they carry the shape of the override. */
const SHAPE: ReadonlySet<string> = new Set(["template", "spec", "metadata"]);

export function createReader(object: JsonObject): Reader {
  let rest = object;
  const take = <Value extends Json>(
    steps: readonly string[],
    isFit: (value: Json) => value is Value,
  ): Value | undefined => {
    const value = getIn(rest, ...steps);
    if (value === undefined || !isFit(value)) return undefined;
    rest = without(rest, steps);
    return value;
  };
  const scoped = (base: readonly string[]): Reader => ({
    text: (...steps) => take([...base, ...steps], isText) ?? "",
    integer: (...steps) => take([...base, ...steps], isInteger),
    flag: (...steps) => take([...base, ...steps], isFlag),
    objects: (...steps) => objectsIn(take([...base, ...steps], isObjectList)),
    texts: (...steps) => take([...base, ...steps], isTextList) ?? [],
    list: (...steps) => take([...base, ...steps], isList) ?? [],
    stringMap: (...steps) => takeStringMap([...base, ...steps]),
    has: (...steps) => getIn(rest, ...base, ...steps) !== undefined,
    scope: (...steps) => scoped([...base, ...steps]),
    rest: () => rest,
  });
  const takeStringMap = (steps: readonly string[]): StringMap => {
    const map = getIn(rest, ...steps);
    const entries: { [key: string]: string } = {};
    if (!isJsonObject(map)) return { mode: "merge", entries };
    const directive = take([...steps, "$patch"], isDirective);
    for (const key of Object.keys(map)) {
      if (key === "$patch") continue;
      const value = take([...steps, key], isText);
      if (value !== undefined) entries[key] = value;
    }
    return { mode: directive ?? "merge", entries };
  };
  return scoped([]);
}

const isText = (value: Json): value is string => typeof value === "string";
const isFlag = (value: Json): value is boolean => typeof value === "boolean";
const isInteger = (value: Json): value is number => Number.isSafeInteger(value);
const isList = (value: Json): value is readonly Json[] => asArray(value) !== undefined;
const isObjectList = (value: Json): value is readonly JsonObject[] =>
  isList(value) && value.every(isJsonObject);
const isTextList = (value: Json): value is readonly string[] =>
  isList(value) && value.every(isText);
const isDirective = (value: Json): value is "replace" | "delete" =>
  value === "replace" || value === "delete";

function without(object: JsonObject, [step = "", ...further]: readonly string[]): JsonObject {
  const result: MutableJsonObject = { ...object };
  const member = result[step];
  if (further.length === 0 || !isJsonObject(member)) delete result[step];
  else {
    const left = without(member, further);
    if (Object.keys(left).length === 0 && !SHAPE.has(step)) delete result[step];
    else result[step] = left;
  }
  return result;
}
