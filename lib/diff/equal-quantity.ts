import { canonicalQuantity } from "../k8s/quantity.ts";
import type { Json } from "../util/json.ts";

/** Maps whose values are quantities. */
const QUANTITY_MAPS = new Set(["limits", "requests", "minResources", "overhead", "capacity"]);

/** True where both are quantities of the same amount, like "1000m" and 1. */
export function isSameQuantity(map: string, a: Json, b: Json): boolean {
  if (!QUANTITY_MAPS.has(map)) return false;
  const left = toCanonical(a);
  return left !== undefined && left === toCanonical(b);
}

function toCanonical(value: Json): string | undefined {
  const isQuantity = typeof value === "string" || typeof value === "number";
  return isQuantity ? canonicalQuantity(String(value)) : undefined;
}
