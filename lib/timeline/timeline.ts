import type { Dialect, EntryKind, OverrideEntry } from "../dialect/entry.ts";
import type { Json } from "../util/json.ts";
import type { JsonPointer } from "../util/pointer.ts";

/** Who wrote what into a TrainJob's overrides, in which order, and what of it still counts. */
export type Timeline = {
  readonly dialect: Dialect;
  /** Managers in list order; one lane without a manager for ownerless overrides. */
  readonly lanes: readonly Lane[];
  /** In the order in which they apply. */
  readonly entries: readonly TimelineEntry[];
  /** Every field that some entry sets, in the order of first writing. */
  readonly targets: readonly FieldTarget[];
  readonly conflicts: readonly Conflict[];
  readonly anomalies: readonly Anomaly[];
  /** First and last readable time; absent where no entry has one: then the axis is the list order. */
  readonly range?: { readonly first: string; readonly last: string } | undefined;
};

export type Lane = {
  /** Unique in a timeline; the manager where there is one. */
  readonly key: string;
  readonly manager?: string | undefined;
  readonly tracks: readonly Track[];
};

/** Entry ids in the order in which they apply. Lanes of templateOverrides have a job and a pod track, others one. */
export type Track = { readonly kind: EntryKind; readonly entryIds: readonly string[] };

export type TimelineEntry = {
  readonly entry: OverrideEntry;
  readonly laneKey: string;
  readonly trust: TrustMark;
  readonly fields: readonly FieldWrite[];
  /** True when it sets something and later entries replaced all of it. */
  readonly isReplaced: boolean;
};

/**
 * confirmed: managedFields name a writer of this entry that is called like the entry's manager; claimed: they name others only;
 * unknown: they name nobody, or the entry has no manager. `writers` are the names found.
 */
export type TrustMark = {
  readonly level: "confirmed" | "claimed" | "unknown";
  readonly writers: readonly string[];
};

export type FieldPlace = "jobSet" | "job" | "pod";

/** One value that an entry sets, at the grain at which later entries replace earlier ones (a map key, a whole toleration list…). */
export type FieldWrite = {
  /** Key of the FieldTarget. */
  readonly target: string;
  /** Where the value stands in the TrainJob. */
  readonly path: JsonPointer;
  readonly value: Json;
  /** The next later entry that writes the same field. */
  readonly replacedBy?: string | undefined;
  /** Known when a blame was given, for fields that no later entry replaced: false = trainer, policy or controller values won. */
  readonly isEffective?: boolean | undefined;
};

export type FieldTarget = {
  readonly key: string;
  readonly place: FieldPlace;
  /** Absent for the JobSet itself. */
  readonly job?: string | undefined;
  /** Within metadata or pod spec, list elements by their merge key: `/containers/node/env/FOO`, `/nodeSelector/zone`. */
  readonly pointer: JsonPointer;
  /** The same in the API's own words: `containers[node].env[FOO]`, `nodeSelector[zone]`, `metadata.labels[a]`. */
  readonly label: string;
  /** Entry ids in the order in which they apply; the last one wins. */
  readonly writers: readonly string[];
  readonly winner: string;
};

/** A field with writers of two or more managers (two or more entries where entries have no manager). */
export type Conflict = {
  readonly target: FieldTarget;
  readonly winner: string;
  readonly losers: readonly string[];
  /** Both want the same: harmless. */
  readonly isSameValue: boolean;
  readonly reason: ConflictReason;
};

/**
 * laterManager: the winner's manager stands later in the list. laterManagerOlderTime: the same although a loser was written
 * later (times do not count between managers). laterInList: entries without managers, the later one wins.
 */
export type ConflictReason = {
  readonly code: "laterManager" | "laterManagerOlderTime" | "laterInList";
  readonly params: { readonly [name: string]: string };
};

export const ANOMALY_CODES = [
  "duplicateManager",
  "duplicateTime",
  "missingTime",
  "unreadableTime",
  "beforeCreation",
  "olderThanFirstSeen",
  "inFuture",
  "unknownJob",
  "unknownContainer",
  "reservedEnv",
  "beatsKueue",
  "snapshotDiffers",
] as const;
export type AnomalyCode = (typeof ANOMALY_CODES)[number];

/** Something about the overrides that deserves a look. `params` are for the sentence of the code. */
export type Anomaly = {
  readonly code: AnomalyCode;
  readonly severity: "error" | "warning" | "info";
  readonly entryId?: string | undefined;
  readonly path?: JsonPointer | undefined;
  readonly params: { readonly [name: string]: string };
};
