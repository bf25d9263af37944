"use client";
import { useSyncExternalStore } from "react";

let text = "";
const listeners = new Set<() => void>();

/** Says something to screen readers that outlives the part of the page that it is about. */
export function announce(next: string): void {
  text = next;
  for (const each of listeners) each();
}

/** The one place on a page where that is heard. */
export function Announcer() {
  const spoken = useSyncExternalStore(
    subscribe,
    () => text,
    () => "",
  );
  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
