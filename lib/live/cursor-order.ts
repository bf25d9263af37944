/** Compares cursors of one epoch; undefined where the epochs differ, and nothing can be said. */
export function compareCursors(a: string, b: string): number | undefined {
  const [epochA, sequenceA] = a.split(":");
  const [epochB, sequenceB] = b.split(":");
  if (epochA !== epochB) return undefined;
  return Number(sequenceA) - Number(sequenceB);
}
