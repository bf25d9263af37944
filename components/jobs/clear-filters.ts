import { changeSearch } from "#components/shell/url-state.ts";
import { FILTER_KEYS } from "./list-query.ts";

export function clearFilters(): void {
  changeSearch(Object.fromEntries(FILTER_KEYS.map((key) => [key, undefined])), "push");
}
