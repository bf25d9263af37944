"use client";
import { useSyncExternalStore } from "react";

/** False on the server: the wide layout is the first one. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

export const NARROW = "(max-width: 767px)";
