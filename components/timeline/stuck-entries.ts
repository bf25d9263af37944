import type { StuckField } from "#lib/admission/verdict.ts";
import type { OverrideEntry } from "#lib/dialect/entry.ts";
import type { Blame } from "#lib/render/index.ts";

/** The entries whose values the existing JobSet refuses, by the blame of the fields that are stuck. */
export function stuckEntries(
  stuck: readonly StuckField[],
  blame: Blame | undefined,
  entries: readonly OverrideEntry[],
): ReadonlySet<string> {
  const pointers = stuck.map(({ field }) => field);
  const ids = new Set<string>();
  for (const [object, leaves] of Object.entries(blame ?? {})) {
    if (!object.startsWith("JobSet/")) continue;
    for (const [leaf, { origin }] of Object.entries(leaves)) {
      const { layer, path } = origin;
      if (layer !== "override" || path === undefined) continue;
      if (!pointers.some((pointer) => isWithin(leaf, pointer))) continue;
      const entry = entries.find((each) => isWithin(path, each.path));
      if (entry !== undefined) ids.add(entry.id);
    }
  }
  return ids;
}

function isWithin(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}
