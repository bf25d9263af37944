/** Plain text order, the same everywhere: for deterministic walks over object keys. */
export function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
