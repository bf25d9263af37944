import { isJsonObject, type Json, type JsonObject, toCanonicalJson } from "#lib/util/json.ts";

/** What Go encodes although it is empty: dropped on both sides. */
const EMPTY_STRUCTS = new Set(["metadata", "resources", "status", "spec"]);

export type CompareOptions = {
  /** For policies whose env order upstream leaves open. */
  readonly envByName?: boolean | undefined;
};

/** The differences of two sets of payloads, compared by kind and name; an empty list when they are equal. */
export function compareObjects(
  expected: readonly JsonObject[],
  actual: readonly JsonObject[],
  options: CompareOptions = {},
): readonly string[] {
  const left = byKey(expected, options);
  const right = byKey(actual, options);
  const differences: string[] = [];
  for (const [key, value] of left) {
    const other = right.get(key);
    if (other === undefined) differences.push(`${key}: missing`);
    else differences.push(...diff(value, other, key));
  }
  for (const key of right.keys()) if (!left.has(key)) differences.push(`${key}: not expected`);
  return differences;
}

function byKey(objects: readonly JsonObject[], options: CompareOptions): ReadonlyMap<string, Json> {
  return new Map(
    objects.map((object) => {
      const metadata = object["metadata"];
      const name = isJsonObject(metadata) ? metadata["name"] : undefined;
      return [`${String(object["kind"])}/${String(name)}`, normalise(object, options)];
    }),
  );
}

/** Without empty structs, with one spelling of each placeholder. */
function normalise(object: JsonObject, options: CompareOptions): Json {
  const kind = object["kind"];
  const data = object["data"];
  const hides =
    kind === "Secret" || (kind === "ConfigMap" && isJsonObject(data) && "init.sh" in data);
  const prepared: JsonObject =
    hides && isJsonObject(data)
      ? { ...object, data: Object.fromEntries(Object.keys(data).map((key) => [key, "<opaque>"])) }
      : object;
  return clean(prepared, options);
}

function clean(value: Json, options: CompareOptions): Json {
  if (Array.isArray(value)) return value.map((item: Json) => clean(item, options));
  if (!isJsonObject(value)) return value;
  const out: { [key: string]: Json } = {};
  for (const [key, given] of Object.entries(value)) {
    if (given === undefined) continue;
    const child = clean(given, options);
    if (EMPTY_STRUCTS.has(key) && isJsonObject(child) && Object.keys(child).length === 0) continue;
    out[key] = key === "env" && options.envByName === true ? sortedByName(child) : child;
  }
  return out;
}

function sortedByName(list: Json): Json {
  if (!Array.isArray(list)) return list;
  const nameOf = (item: Json): string => toCanonicalJson(isJsonObject(item) ? item["name"] : item);
  return [...(list as readonly Json[])].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
}

function diff(expected: Json, actual: Json, path: string): readonly string[] {
  if (isJsonObject(expected) && isJsonObject(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) => {
      const [a, b] = [expected[key], actual[key]];
      if (a === undefined) return [`${path}/${key}: expected nothing, got ${JSON.stringify(b)}`];
      if (b === undefined) return [`${path}/${key}: expected ${JSON.stringify(a)}, got nothing`];
      return diff(a, b, `${path}/${key}`);
    });
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return expected.flatMap((item: Json, index) =>
      diff(item, actual[index] as Json, `${path}/${index}`),
    );
  }
  if (toCanonicalJson(expected) === toCanonicalJson(actual)) return [];
  return [`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`];
}
