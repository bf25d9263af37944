import type { Json } from "../util/json.ts";
import type { JsonPointer } from "../util/pointer.ts";

/**
 * One difference between two sets of objects. `pointer` is where the value stands after the change, or stood before it when
 * it was removed (list indexes are those of that side). "moved": an element of a list-map has another place among its
 * neighbours, which Kubernetes does not care about in most lists. Whole objects have the empty pointer.
 */
export type Change = {
  /** `<Kind>/<name>`. */
  readonly objectKey: string;
  readonly pointer: JsonPointer;
  readonly kind: "added" | "removed" | "changed" | "moved";
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
  /** The pointer with list-map elements named by their keys instead of indexes: `spec.replicatedJobs[node]...env[FOO]`. */
  readonly label: string;
  /** The job of the JobSet in which the change is. */
  readonly job?: string | undefined;
};

/** Changes of one object, or of one job of a JobSet, for display. */
export type ChangeGroup = {
  readonly objectKey: string;
  readonly job?: string | undefined;
  readonly changes: readonly Change[];
};
