import {
  asArray,
  asString,
  isEqualJson,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
} from "#lib/util/json.ts";
import type { FieldShape } from "./field-shape.ts";

const DIRECTIVE = "$patch";
const ORDER = "$setElementOrder/";
const REMOVE = "$deleteFromPrimitiveList/";
const RETAIN = "$retainKeys";

function isSame(a: Json, b: Json, key: string | undefined): boolean {
  if (key === undefined) return isEqualJson(a, b);
  const wanted = isJsonObject(b) ? b[key] : b;
  return isJsonObject(a) && isEqualJson(a[key], wanted);
}

function placeIn(list: readonly Json[], item: Json, key: string | undefined): number {
  return list.findIndex((one) => isSame(one, item, key));
}

/** Patched items go before those that only the server has, unless both stood in the old list in the other order. */
function ordered(
  kept: readonly Json[],
  patched: readonly Json[],
  old: readonly Json[],
  key: string | undefined,
): readonly Json[] {
  const result: Json[] = [];
  const left = [...kept];
  for (const item of patched) {
    const place = placeIn(old, item, key);
    for (let next = left[0]; next !== undefined; next = left[0]) {
      if (place < 0 || placeIn(old, next, key) > place) break;
      result.push(next);
      left.shift();
    }
    result.push(item);
  }
  return [...result, ...left];
}

function byOrder(
  items: readonly Json[],
  order: readonly Json[],
  key: string | undefined,
): readonly Json[] {
  const place = (item: Json) => order.findIndex((one) => isSame(item, one, key));
  return [...items].sort((a, b) => place(a) - place(b));
}

function mergeList(
  old: readonly Json[],
  patch: readonly Json[],
  order: readonly Json[],
  shape: FieldShape,
): readonly Json[] {
  const key = typeof shape.list === "object" ? shape.list.keys[0] : undefined;
  const isReplaced = patch.some((item) => isJsonObject(item) && item[DIRECTIVE] === "replace");
  let result: readonly Json[] = isReplaced ? [] : old;
  const touched: Json[] = [];
  for (const item of patch) {
    const directive = isJsonObject(item) ? asString(item[DIRECTIVE]) : undefined;
    if (directive === "replace") continue;
    const before = result.find((one) => isSame(one, item, key));
    result = result.filter((one) => one !== before);
    if (directive !== "delete") touched.push(mergeStrategically(before, item, shape.item()));
  }
  const inOrder = (item: Json) => order.some((one) => isSame(item, one, key));
  const moved = result.filter(inOrder);
  const kept = result.filter((item) => !inOrder(item));
  const patched = order.length === 0 ? touched : byOrder([...touched, ...moved], order, key);
  return ordered(kept, patched, old, key);
}

function mergeFields(old: JsonObject, patch: JsonObject, shape: FieldShape): JsonObject {
  const result: MutableJsonObject = { ...old };
  const retained = asArray(patch[RETAIN]);
  if (retained !== undefined)
    for (const key of Object.keys(result)) if (!retained.includes(key)) delete result[key];
  for (const [key, value] of Object.entries(patch)) {
    if (key === DIRECTIVE || key === RETAIN) continue;
    if (key.startsWith(REMOVE)) {
      const field = key.slice(REMOVE.length);
      const gone = asArray(value) ?? [];
      const list = asArray(result[field]);
      if (list !== undefined)
        result[field] = list.filter((item) => placeIn(gone, item, undefined) < 0);
    } else if (key.startsWith(ORDER)) {
      const field = key.slice(ORDER.length);
      if (patch[field] === undefined && result[field] !== undefined)
        result[field] = mergeList(
          asArray(result[field]) ?? [],
          [],
          asArray(value) ?? [],
          shape.child(field),
        );
    } else if (value === null) delete result[key];
    else if (value !== undefined)
      result[key] = mergeValue(
        result[key],
        value,
        asArray(patch[`${ORDER}${key}`]) ?? [],
        shape.child(key),
      );
  }
  return result;
}

function mergeValue(
  old: Json | undefined,
  patch: Json,
  order: readonly Json[],
  shape: FieldShape,
): Json {
  const list = asArray(patch);
  if (list === undefined) return mergeStrategically(old, patch, shape);
  return shape.list === "atomic" ? list : mergeList(asArray(old) ?? [], list, order, shape);
}

/**
 * A strategic merge patch: null deletes, lists merge item by item where the shape has a key, and the directives
 * `$patch`, `$retainKeys`, `$setElementOrder/…` and `$deleteFromPrimitiveList/…` say the rest.
 */
export function mergeStrategically(old: Json | undefined, patch: Json, shape: FieldShape): Json {
  if (!isJsonObject(patch)) return patch;
  const { [DIRECTIVE]: directive } = patch;
  if (directive === "delete") return {};
  const base = directive === "replace" || !isJsonObject(old) ? {} : old;
  return mergeFields(base, patch, shape);
}
