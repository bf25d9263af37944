import type { KubeObject, ObjectMeta } from "#lib/k8s/object.ts";
import { isJsonObject } from "#lib/util/json.ts";
import { joinPointer } from "#lib/util/pointer.ts";

const KNOWN: readonly string[] = [
  "name",
  "generateName",
  "namespace",
  "selfLink",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "ownerReferences",
  "finalizers",
  "managedFields",
];

export type DecodedMetadata = {
  readonly object: KubeObject;
  /** JSON pointers of fields that no metadata has; they are dropped. */
  readonly unknown: readonly string[];
  /** The decoder's text when labels or annotations are not maps of strings. */
  readonly problem?: string | undefined;
};

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  return typeof value;
}

function problemOf(metadata: ObjectMeta): string | undefined {
  for (const field of ["labels", "annotations"] as const) {
    const map: unknown = metadata[field];
    if (map === undefined || map === null) continue;
    const at = `Go struct field ObjectMeta.metadata.${field}`;
    if (!isJsonObject(map))
      return `json: cannot unmarshal ${jsonType(map)} into ${at} of type map[string]string`;
    const wrong = Object.values(map).find((value) => typeof value !== "string" && value !== null);
    if (wrong !== undefined)
      return `json: cannot unmarshal ${jsonType(wrong)} into ${at} of type string`;
  }
  return undefined;
}

/** Metadata as the API server's typed decoder reads it, before any schema or webhook sees the object. */
export function decodeMetadata(object: KubeObject): DecodedMetadata {
  const entries = Object.entries(object.metadata);
  const unknown = entries.flatMap(([key]) =>
    KNOWN.includes(key) ? [] : [joinPointer("/metadata", key)],
  );
  const problem = problemOf(object.metadata);
  if (unknown.length === 0 && entries.every(([, value]) => value !== null))
    return { object, unknown, problem };
  const kept = entries.filter(([key, value]) => KNOWN.includes(key) && value !== null);
  return { object: { ...object, metadata: Object.fromEntries(kept) }, unknown, problem };
}
