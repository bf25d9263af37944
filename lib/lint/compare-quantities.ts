import { parseQuantity } from "../k8s/quantity.ts";
import type { Json } from "../util/json.ts";

/** Below, at or above zero as `a` is less, equal or more; undefined where one of them is no quantity. */
export function compareQuantities(a: Json | undefined, b: Json | undefined): number | undefined {
  const [left, right] = [toQuantity(a), toQuantity(b)];
  if (left === undefined || right === undefined) return undefined;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function toQuantity(value: Json | undefined): bigint | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return parseQuantity(String(value))?.nano;
}
