import type { JobListQuery } from "#lib/protocol/jobs.ts";

export const PAGE_SIZE = 100;

const KEYS = [
  "namespace",
  "q",
  "state",
  "runtime",
  "queue",
  "owner",
  "labelSelector",
  "sort",
] as const;

/** Keys of the URL that narrow the list; the namespace is a place, not a filter. */
export const FILTER_KEYS = ["q", "state", "runtime", "queue", "owner", "labelSelector"] as const;

/** What the URL asks for, as the server takes it. */
export function toListQuery(params: URLSearchParams, page: number): JobListQuery {
  const query: JobListQuery = { page, pageSize: PAGE_SIZE };
  for (const key of KEYS) {
    const value = params.get(key);
    if (value !== null && value !== "") query[key] = value;
  }
  return query;
}

export function isFiltered(params: URLSearchParams): boolean {
  return FILTER_KEYS.some((key) => (params.get(key) ?? "") !== "");
}

/** The pages that hold the rows from `first` to `last`, the first page always: it has the counts. */
export function pagesFor(first: number, last: number): readonly number[] {
  const pages = new Set([0]);
  for (let page = Math.floor(first / PAGE_SIZE); page <= Math.floor(last / PAGE_SIZE); page++)
    pages.add(page);
  return [...pages];
}

/** A click on a column: ascending, then descending, then the server's own order. */
export function nextSort(current: string | undefined, column: string): string | undefined {
  if (current === column) return `-${column}`;
  return current === `-${column}` ? undefined : column;
}

/** Takes a value into a comma-separated list, or out of it. */
export function toggleInList(list: string | null, value: string): string {
  const values = (list ?? "").split(",").filter((each) => each !== "");
  return (
    values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
  ).join(",");
}
