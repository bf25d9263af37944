import { RUNTIME_ALONE } from "#components/preview/scrubber.tsx";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import type { Change } from "#lib/diff/change.ts";
import { diffObjects } from "#lib/diff/diff-objects.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { defaultJobSet } from "#lib/reconcile/jobset-defaults.ts";

/** `b` in the URL for the JobSet that exists. */
export const LIVE = "live";
export const NOW = "now";

/** A point of the history: how many entries apply, or the JobSet as it stands in the cluster. */
export type Point = { readonly count: number } | { readonly live: true };

/** An unknown id is taken for the fallback. */
export function pointOf(
  id: string | undefined,
  entries: readonly OverrideEntry[],
  fallback: Point,
): Point {
  if (id === LIVE) return { live: true };
  if (id === NOW) return { count: entries.length };
  if (id === RUNTIME_ALONE) return { count: 0 };
  const at = entries.findIndex((entry) => entry.id === id);
  return at === -1 ? fallback : { count: at + 1 };
}

export function idOfPoint(point: Point, entries: readonly OverrideEntry[]): string {
  if ("live" in point) return LIVE;
  if (point.count >= entries.length) return NOW;
  return entries[point.count - 1]?.id ?? RUNTIME_ALONE;
}

export type Drift = {
  /** What something else changed in the JobSet after the controller wrote it, or what it has not written yet. */
  readonly changed: readonly Change[];
  /** What the API server filled in: JobSet's schema and its webhook. */
  readonly defaults: readonly Change[];
};

/** The JobSet that exists against the one that the overrides make. */
export function driftOf(rendered: KubeObject, live: KubeObject): Drift {
  const wanted = comparable(rendered);
  const stored = defaultJobSet(wanted);
  return {
    defaults: diffObjects([wanted], [stored]),
    changed: diffObjects([stored], [comparable(live)]).filter(({ kind }) => kind !== "moved"),
  };
}

/** Without what only the API server writes. */
function comparable({ apiVersion, kind, metadata, spec }: KubeObject): KubeObject {
  const { name, namespace, labels, annotations } = metadata;
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, labels: labels ?? {}, annotations: annotations ?? {} },
    spec,
  };
}
