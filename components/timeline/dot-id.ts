/** The DOM id of an entry's dot in the chart. */
export function dotId(entryId: string): string {
  return `entry ${entryId}`.replaceAll(" ", "_");
}
