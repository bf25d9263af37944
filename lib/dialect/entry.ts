import type { JsonObject } from "../util/json.ts";
import type { JsonPointer } from "../util/pointer.ts";

/** The four override APIs; a cluster serves one of them. */
export const DIALECTS = [
  "podSpecOverrides",
  "podTemplateOverrides",
  "templateOverrides",
  "runtimePatches",
] as const;
export type Dialect = (typeof DIALECTS)[number];

export type EntryKind = "job" | "pod" | "patch";

/**
 * One override, whichever API it was written in.
 *
 * `id` is stable while others write: manager/kind/time, manager, or position and hash for ownerless lists.
 * `index` is the place in the order in which entries apply (0 first); `path` the JSON pointer of the entry in the TrainJob.
 * `change` is the entry as written, without manager and time.
 */
export type OverrideEntry = {
  readonly id: string;
  readonly dialect: Dialect;
  readonly index: number;
  readonly manager?: string | undefined;
  readonly kind: EntryKind;
  readonly time?: string | undefined;
  readonly targetJobs?: readonly string[] | undefined;
  readonly change: JsonObject;
  readonly path: JsonPointer;
};

/** A piece of a change with the JSON pointer at which it stands in the TrainJob. */
export type Located = { readonly value: JsonObject; readonly path: JsonPointer };

/** What an entry does, in the shape of the runtime's tree; the render engine and the timeline read only this. */
export type EntryParts = {
  /** Labels and annotations of the JobSet itself. */
  readonly jobSetMetadata?: Located | undefined;
  /** In the order in which the entry names its jobs. */
  readonly jobs: readonly JobPart[];
};

export type JobPart = {
  readonly name: string;
  /** Where the job's name is written. */
  readonly namePath: JsonPointer;
  readonly jobMetadata?: Located | undefined;
  readonly podMetadata?: Located | undefined;
  readonly podSpec?: Located | undefined;
};
