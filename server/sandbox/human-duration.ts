const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

function two(ms: number, large: number, small: number, names: string): string {
  const whole = Math.floor(ms / large);
  const rest = Math.floor((ms % large) / small);
  return rest === 0
    ? `${whole}${names.charAt(0)}`
    : `${whole}${names.charAt(0)}${rest}${names.charAt(1)}`;
}

/** A length of time as kubectl writes ages: `45s`, `5m30s`, `42m`, `3h20m`, `2d4h`, `33d`, `2y10d`, `8y`. */
export function humanDuration(ms: number): string {
  if (ms < -SECOND) return "<invalid>";
  const positive = Math.max(0, ms);
  if (positive < 2 * MINUTE) return `${Math.floor(positive / SECOND)}s`;
  if (positive < 10 * MINUTE) return two(positive, MINUTE, SECOND, "ms");
  if (positive < 3 * HOUR) return `${Math.floor(positive / MINUTE)}m`;
  if (positive < 8 * HOUR) return two(positive, HOUR, MINUTE, "hm");
  if (positive < 2 * DAY) return `${Math.floor(positive / HOUR)}h`;
  if (positive < 8 * DAY) return two(positive, DAY, HOUR, "dh");
  if (positive < 2 * YEAR) return `${Math.floor(positive / DAY)}d`;
  if (positive < 8 * YEAR) return two(positive, YEAR, DAY, "yd");
  return `${Math.floor(positive / YEAR)}y`;
}

/** The age of a metav1.Time; `<unknown>` where there is none. */
export function humanAge(time: string | undefined, now: number): string {
  const at = Date.parse(time ?? "");
  return Number.isNaN(at) ? "<unknown>" : humanDuration(now - at);
}
