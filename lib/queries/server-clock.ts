/** The browser's clock may be off by minutes; what is written into histories goes by the server's. */
let offset = 0;

/** The `Date` header says whole seconds, and an answer takes a moment: less than this is no difference. */
const NOTICEABLE_MS = 3000;

/** Notes the `Date` header of an answer that arrived when the browser's clock showed `now` (milliseconds). */
export function noteServerDate(header: string | null, now: number): void {
  const date = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(date)) return;
  const seen = date + 500 - now;
  offset = Math.abs(seen) < NOTICEABLE_MS ? 0 : seen;
}

/** Milliseconds to add to the browser's clock. */
export function serverClockOffset(): number {
  return offset;
}
