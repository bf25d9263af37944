import { jobSetListKeys } from "../k8s/list-keys.ts";
import type { KubeObject } from "../k8s/object.ts";
import { isJsonObject, type Json, type JsonObject, type MutableJsonObject } from "../util/json.ts";
import { listKeyText } from "./list-key-text.ts";

/** The field manager of whoever applies rendered objects. */
export const APPLY_MANAGER = "trainer";

/** Which fields an earlier apply set: a fieldsV1 tree, or all of them where nobody recorded it. */
type Owned = JsonObject | "all" | undefined;

/** Maps that server-side apply replaces as a whole. */
const ATOMIC_MAPS: ReadonlySet<string> = new Set(["nodeSelector", "selector", "labelSelector"]);

/**
 * The JobSet after a forced server-side apply of `next` by the field manager `trainer`: what `next` has is set, what
 * an earlier apply had and `next` has not is removed, what others own stays. Without managedFields every field counts
 * as the earlier apply's. Covers the spec; metadata but labels and annotations is `existing`'s.
 */
export function applyToJobSet(existing: KubeObject, next: KubeObject): KubeObject {
  const owned = ownedFields(existing);
  const spec = merge(existing.spec ?? {}, next.spec ?? {}, "spec", child(owned, "f:spec"));
  const metadata = child(owned, "f:metadata");
  return {
    ...existing,
    metadata: {
      ...existing.metadata,
      labels: mergeText(
        existing.metadata.labels,
        next.metadata.labels,
        child(metadata, "f:labels"),
      ),
      annotations: mergeText(
        existing.metadata.annotations,
        next.metadata.annotations,
        child(metadata, "f:annotations"),
      ),
    },
    spec: isJsonObject(spec) ? spec : {},
  };
}

function ownedFields(existing: KubeObject): Owned {
  const entries = existing.metadata.managedFields;
  if (entries === undefined || entries.length === 0) return "all";
  const own = entries.find(
    (entry) => entry.manager === APPLY_MANAGER && entry.operation === "Apply" && !entry.subresource,
  );
  return own?.fieldsV1;
}

function child(owned: Owned, key: string): Owned {
  if (owned === "all" || owned === undefined) return owned;
  const value = owned[key];
  if (!isJsonObject(value)) return undefined;
  return value;
}

/** Owned as a leaf, or owned with everything below it. */
function isOwned(owned: Owned): boolean {
  return owned !== undefined;
}

function merge(before: Json, next: Json, field: string, owned: Owned): Json {
  if (isJsonObject(before) && isJsonObject(next))
    return ATOMIC_MAPS.has(field) ? next : mergeObjects(before, next, owned);
  const keys = jobSetListKeys(field);
  if (keys !== undefined && isObjectList(before) && isObjectList(next))
    return mergeLists(before, next, keys, owned);
  return next;
}

function mergeObjects(before: JsonObject, next: JsonObject, owned: Owned): JsonObject {
  const result: MutableJsonObject = {};
  for (const [key, value] of Object.entries(before)) {
    if (value === undefined) continue;
    const nextValue = next[key];
    const below = child(owned, `f:${key}`);
    const merged =
      nextValue === undefined
        ? withoutOwned(value, key, below)
        : merge(value, nextValue, key, below);
    if (merged !== undefined) result[key] = merged;
  }
  for (const [key, value] of Object.entries(next))
    if (before[key] === undefined && value !== undefined) result[key] = value;
  return result;
}

function mergeLists(
  before: readonly JsonObject[],
  next: readonly JsonObject[],
  keys: readonly string[],
  owned: Owned,
): readonly JsonObject[] {
  const old = new Map(before.map((item) => [listKeyText(item, keys), item]));
  const applied = new Set(next.map((item) => listKeyText(item, keys)));
  const result = next.map((item) => {
    const existing = old.get(listKeyText(item, keys));
    if (existing === undefined) return item;
    return mergeObjects(existing, item, child(owned, fieldsKey(existing, keys)));
  });
  for (const [index, item] of before.entries()) {
    if (applied.has(listKeyText(item, keys))) continue;
    const rest = withoutOwned(item, "", child(owned, fieldsKey(item, keys)));
    if (isJsonObject(rest)) result.splice(Math.min(index, result.length), 0, rest);
  }
  return result;
}

/** What is left of a value that the new apply does not name. */
function withoutOwned(value: Json, field: string, owned: Owned): Json | undefined {
  if (!isOwned(owned)) return value;
  if (owned === "all" || Object.keys(owned ?? {}).length === 0) return undefined;
  if (isJsonObject(value)) {
    if (isJsonObject(owned) && owned["."] !== undefined && field === "") return undefined;
    const rest = mergeObjects(value, {}, owned);
    return Object.keys(rest).length === 0 ? undefined : rest;
  }
  const keys = jobSetListKeys(field);
  if (keys === undefined || !isObjectList(value)) return undefined;
  const rest = mergeLists(value, [], keys, owned);
  return rest.length === 0 ? undefined : rest;
}

/** `k:{"name":"node"}`, as fieldsV1 names an item of a list-map. */
function fieldsKey(item: JsonObject, keys: readonly string[]): string {
  const parts = [...keys]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((key) => [key, item[key] ?? (key === "protocol" ? "TCP" : null)]);
  return `k:${JSON.stringify(Object.fromEntries(parts))}`;
}

function mergeText(
  before: { readonly [key: string]: string } | undefined,
  next: { readonly [key: string]: string } | undefined,
  owned: Owned,
): { readonly [key: string]: string } | undefined {
  const result: { [key: string]: string } = {};
  for (const [key, value] of Object.entries(before ?? {}))
    if (!isOwned(child(owned, `f:${key}`))) result[key] = value;
  Object.assign(result, next);
  return Object.keys(result).length === 0 ? undefined : result;
}

function isObjectList(value: Json): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every(isJsonObject);
}
