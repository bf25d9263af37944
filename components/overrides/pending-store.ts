"use client";
import { useSyncExternalStore } from "react";
import type { OverrideEntry } from "#lib/dialect/entry.ts";

const pending = new Map<string, readonly OverrideEntry[]>();
const listeners = new Set<() => void>();
const NONE: readonly OverrideEntry[] = [];

/** Entries of a TrainJob that were saved from this tab; those that the watch has confirmed are among them. */
export function useSavedEntries(uid: string): readonly OverrideEntry[] {
  return useSyncExternalStore(
    subscribe,
    () => pending.get(uid) ?? NONE,
    () => NONE,
  );
}

export function noteSaved(uid: string, entry: OverrideEntry): void {
  pending.set(uid, [...(pending.get(uid) ?? []), entry]);
  for (const each of listeners) each();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
