import type { Json, JsonObject } from "../util/json.ts";

export type OwnerReference = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean | undefined;
  readonly blockOwnerDeletion?: boolean | undefined;
};

export type ManagedFieldsEntry = {
  readonly manager?: string | undefined;
  readonly operation?: string | undefined;
  readonly apiVersion?: string | undefined;
  readonly time?: string | undefined;
  readonly fieldsType?: string | undefined;
  readonly fieldsV1?: JsonObject | undefined;
  readonly subresource?: string | undefined;
};

export type ObjectMeta = {
  readonly name?: string | undefined;
  readonly generateName?: string | undefined;
  readonly namespace?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly generation?: number | undefined;
  readonly creationTimestamp?: string | undefined;
  readonly deletionTimestamp?: string | undefined;
  readonly labels?: { readonly [key: string]: string } | undefined;
  readonly annotations?: { readonly [key: string]: string } | undefined;
  readonly finalizers?: readonly string[] | undefined;
  readonly ownerReferences?: readonly OwnerReference[] | undefined;
  readonly managedFields?: readonly ManagedFieldsEntry[] | undefined;
};

/** Any Kubernetes object; fields beyond the envelope are plain JSON and may be anything a user typed. */
export type KubeObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec?: JsonObject | undefined;
  readonly status?: JsonObject | undefined;
  readonly [key: string]: unknown;
};

/** The same object seen as JSON, for walking. */
export function toJson(object: KubeObject): JsonObject {
  return object as unknown as JsonObject;
}

/** True for what has the envelope of an object: apiVersion, kind and a metadata map. Nothing below is checked. */
export function isKubeObject(value: unknown): value is KubeObject {
  if (typeof value !== "object" || value === null) return false;
  const candidate = value as { apiVersion?: unknown; kind?: unknown; metadata?: unknown };
  return (
    typeof candidate.apiVersion === "string" &&
    typeof candidate.kind === "string" &&
    typeof candidate.metadata === "object" &&
    candidate.metadata !== null &&
    !Array.isArray(candidate.metadata)
  );
}

export function specOf(object: KubeObject): JsonObject {
  return object.spec ?? {};
}

/** `<Kind>/<name>`: how blame and diffs name an object of one namespace. */
export function objectKey(object: KubeObject): string {
  return `${object.kind}/${object.metadata.name ?? ""}`;
}

export type { Json };
