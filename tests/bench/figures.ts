/** The value below which the share `at` of the values lie (nearest rank). */
export function percentile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * at) - 1))] ??
    Number.NaN
  );
}

/** Two decimals are enough for a figure that a person reads. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Resident memory of a process, its peak so far, in MB; NaN where /proc does not say. */
export function memoryOf(text: string): { readonly nowMb: number; readonly peakMb: number } {
  const read = (field: string) =>
    Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(text)?.[1]) / 1024;
  return { nowMb: rounded(read("VmRSS")), peakMb: rounded(read("VmHWM")) };
}
