import type { KubeObject } from "../k8s/object.ts";
import { toKubeTime } from "../util/clock.ts";
import type { OverrideEntry } from "./entry.ts";
import { parseInstant } from "./instant.ts";
import { readEntries } from "./read-entries.ts";

export type ChooseTimeArgs = {
  readonly trainJob: KubeObject;
  readonly manager: string;
  /** Where both histories hold the requested instant, the entry of this kind is the one named. */
  readonly kind?: "job" | "pod" | undefined;
  /** What the client asked for; any RFC 3339 spelling, fractions of a second are cut off. */
  readonly requested?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

export type ChosenTime =
  | { readonly time: string }
  | {
      readonly error: "tooLate" | "notLater" | "malformed" | "taken";
      /** The newest stored time of the manager, in UTC. */
      readonly newest?: string | undefined;
      /** The stored entry at the requested instant. */
      readonly equalEntry?: OverrideEntry | undefined;
    };

/** How far a client's clock may run ahead of ours. */
const AHEAD_MS = 5000;

/**
 * The time of a new templateOverrides entry, UTC in whole seconds.
 * Without a request: now, or the second after the manager's newest entry (job and pod histories together) where that is later.
 * A requested time must be later than the newest and at most max(now + 5 s, newest + 1 s); it is never moved.
 */
export function chooseTime(args: ChooseTimeArgs): ChosenTime {
  const stored = readEntries(args.trainJob, "templateOverrides").filter(
    (entry) => entry.manager === args.manager,
  );
  const newest = newestInstant(stored);
  if (args.requested === undefined) return { time: nextTime(newest, args.now) };
  const requested = parseInstant(args.requested);
  const known = newest === undefined ? {} : { newest: toKubeTime(newest * 1000) };
  if (requested === undefined) return { error: "malformed", ...known };
  const equalEntry = entryAt(stored, requested, args.kind);
  if (equalEntry !== undefined) return { error: "taken", ...known, equalEntry };
  if (newest !== undefined && requested <= newest) return { error: "notLater", ...known };
  const latest = Math.max(args.now + AHEAD_MS, newest === undefined ? 0 : (newest + 1) * 1000);
  if (requested * 1000 > latest) return { error: "tooLate", ...known };
  return { time: toKubeTime(requested * 1000) };
}

/** Seconds since the epoch of the newest readable time; undefined when there is none. */
export function newestInstant(entries: readonly OverrideEntry[]): number | undefined {
  let newest: number | undefined;
  for (const entry of entries) {
    const instant = entry.time === undefined ? undefined : parseInstant(entry.time);
    if (instant !== undefined && (newest === undefined || instant > newest)) newest = instant;
  }
  return newest;
}

function nextTime(newest: number | undefined, now: number): string {
  const current = Math.floor(now / 1000);
  return toKubeTime(Math.max(current, (newest ?? current - 1) + 1) * 1000);
}

function entryAt(
  entries: readonly OverrideEntry[],
  instant: number,
  kind: "job" | "pod" | undefined,
): OverrideEntry | undefined {
  const same = entries.filter(
    (entry) => entry.time !== undefined && parseInstant(entry.time) === instant,
  );
  return same.find((entry) => entry.kind === kind) ?? same[0];
}
