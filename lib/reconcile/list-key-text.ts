/** Equal texts for items that server-side apply takes for the same one. */
export function listKeyText(
  item: { readonly [key: string]: unknown },
  keys: readonly string[],
): string {
  return JSON.stringify(keys.map((key) => item[key] ?? (key === "protocol" ? "TCP" : null)));
}
