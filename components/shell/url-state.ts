"use client";
import { useSearchParams } from "next/navigation";

export type SearchChange = { readonly [key: string]: string | undefined };

/**
 * The query of the URL and its setter. Undefined and empty values are taken out. `push` makes a step to come back from;
 * otherwise the present one is rewritten. The native history is used because a router navigation would ask the server
 * for a page that does not depend on the query.
 */
export function useUrlState(): readonly [
  URLSearchParams,
  (change: SearchChange, how?: "push" | "replace") => void,
] {
  const params = useSearchParams();
  return [new URLSearchParams(params.toString()), changeSearch];
}

export function changeSearch(change: SearchChange, how: "push" | "replace" = "replace"): void {
  const search = new URLSearchParams(window.location.search);
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined || value === "") search.delete(key);
    else search.set(key, value);
  }
  const text = search.toString();
  const url = `${window.location.pathname}${text === "" ? "" : `?${text}`}${window.location.hash}`;
  if (how === "push") window.history.pushState(null, "", url);
  else window.history.replaceState(null, "", url);
}
