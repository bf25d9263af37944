import type { OverrideEntry } from "./entry.ts";

/** A short name for logs and command line output, from the API's own words: `kueue.x-k8s.io/manager pod 2026-02-05T10:05:00Z`, `#2`. */
export function entryLabel(entry: OverrideEntry): string {
  if (entry.manager === undefined) return `#${entry.index}`;
  const kind = entry.kind === "patch" ? undefined : entry.kind;
  return [entry.manager, kind, entry.time].filter((part) => part !== undefined).join(" ");
}
