import type { Json, MutableJsonObject } from "../util/json.ts";

/** What a YAML parser returned as plain JSON; values that JSON has no word for are reported and become text. */
export function toJsonValue(value: unknown, report: (message: string) => void): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return value;
    report(`${value} is no JSON value`);
    return String(value);
  }
  if (Array.isArray(value)) return value.map((item: unknown) => toJsonValue(item, report));
  if (typeof value === "object") return toJsonObject(value, report);
  report(`a ${typeof value} is no JSON value`);
  return String(value);
}

function toJsonObject(value: object, report: (message: string) => void): Json {
  const object: MutableJsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const json = toJsonValue(member, report);
    // A plain assignment to this name would set the prototype.
    if (key === "__proto__") {
      Object.defineProperty(object, key, {
        value: json,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    } else object[key] = json;
  }
  return object;
}
