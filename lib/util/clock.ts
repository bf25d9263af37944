/** Time as an argument. `now` is milliseconds since the epoch; `sleep` ends early, without an error, when the signal aborts. */
export type Clock = {
  now(): number;
  sleep(ms: number, signal: { readonly aborted: boolean } | undefined): Promise<void>;
};

/** Randomness as an argument: a number in [0, 1). */
export type Random = () => number;

/** Kubernetes' metav1.Time: UTC, whole seconds, `2026-03-18T10:05:00Z`. */
export function toKubeTime(ms: number): string {
  return `${new Date(Math.floor(ms / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}
