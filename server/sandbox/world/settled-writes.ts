import type { KubeObject } from "#lib/k8s/object.ts";
import { hasActivePods } from "#lib/reconcile/reconcile.ts";
import type { JsonObject } from "#lib/util/json.ts";

/** What the writes of a reconcile depend on; the store keeps the parts of an object that a write leaves as they are. */
export type ReconcileParts = readonly unknown[];

/** By TrainJob spec: what the last reconcile that had nothing to write was given. */
const SETTLED = new WeakMap<JsonObject, ReconcileParts>();

export function partsOfReconcile(
  trainJob: KubeObject,
  runtime: KubeObject | undefined,
  existing: readonly KubeObject[],
): ReconcileParts {
  return [runtime, ...[trainJob, ...existing].flatMap(partsOf)];
}

function partsOf(object: KubeObject): ReconcileParts {
  const { apiVersion, kind, spec, metadata } = object;
  const { name, uid, labels, annotations, ownerReferences, deletionTimestamp } = metadata;
  const identity = [apiVersion, kind, name, uid, deletionTimestamp];
  const isBusy = kind === "JobSet" && hasActivePods(object);
  return [...identity, spec, object["data"], labels, annotations, ownerReferences, isBusy];
}

export function settle({ spec }: KubeObject, parts: ReconcileParts): void {
  if (spec !== undefined) SETTLED.set(spec, parts);
}

export function isSettled({ spec }: KubeObject, parts: ReconcileParts): boolean {
  const known = spec === undefined ? undefined : SETTLED.get(spec);
  return known?.length === parts.length && known.every((part, index) => part === parts[index]);
}
