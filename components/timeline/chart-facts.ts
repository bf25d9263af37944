import type { OverrideEntry } from "#lib/dialect/entry.ts";
import type { JobDetail } from "#lib/protocol/jobs.ts";
import type { Timeline } from "#lib/timeline/timeline.ts";

/** What the chart draws, handed down whole. */
export type ChartFacts = {
  readonly timeline: Timeline;
  readonly rights: JobDetail["rights"];
  /** Saved from this tab, not yet brought by the watch. */
  readonly pending: readonly OverrideEntry[];
  /** Ids of entries that the existing JobSet refuses. */
  readonly stuck: ReadonlySet<string>;
  /** How many entries apply at the compared points; undefined for a point that is no entry's. */
  readonly marks: readonly { readonly label: string; readonly count: number }[];
  /** Entries from this one on do not apply as of the chosen point. */
  readonly appliedCount: number;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
};
