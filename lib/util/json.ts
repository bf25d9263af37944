/** JSON values as they travel on the Kubernetes wire. Values are treated as immutable everywhere outside parsers. */
export type JsonPrimitive = string | number | boolean | null;
export type Json = JsonPrimitive | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json | undefined };
/** A JSON object under construction: only the function that created it may write to it. */
export type MutableJsonObject = { [key: string]: Json | undefined };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Array.isArray narrows readonly lists to any[]; this keeps the items' type. */
export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function asObject(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

export function asArray(value: Json | undefined): readonly Json[] | undefined {
  return isJsonArray(value) ? value : undefined;
}

export function asString(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The objects of a list; anything else in it is skipped. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return (asArray(value) ?? []).filter(isJsonObject);
}

/** Follows object keys and list indexes; undefined as soon as a step does not exist. */
export function getIn(
  value: Json | undefined,
  ...steps: readonly (string | number)[]
): Json | undefined {
  let current: Json | undefined = value;
  for (const step of steps) {
    if (typeof step === "number") current = asArray(current)?.[step];
    else current = asObject(current)?.[step];
    if (current === undefined) return undefined;
  }
  return current;
}

/** Deep equality of JSON values; key order does not matter, undefined equals absent. */
export function isEqualJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isEqualJson(item, b[index]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  for (const key of Object.keys(a)) if (!isEqualJson(a[key], b[key])) return false;
  for (const key of Object.keys(b))
    if (b[key] !== undefined && (a[key] === undefined || !Object.hasOwn(a, key))) return false;
  return true;
}

/** JSON text with object keys sorted: equal values give equal texts. */
export function toCanonicalJson(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  if (isJsonObject(value)) {
    const parts: string[] = [];
    for (const key of Object.keys(value).sort()) {
      if (value[key] !== undefined)
        parts.push(`${JSON.stringify(key)}:${toCanonicalJson(value[key])}`);
    }
    return `{${parts.join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}
