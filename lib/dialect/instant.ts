const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Seconds since the epoch of an RFC 3339 time, fractions cut off; undefined for anything else, impossible dates included. */
export function parseInstant(text: string): number | undefined {
  return canonicalInstant(text) ?? parseAny(text);
}

/**
 * The instant of a text in Kubernetes' own form, `2026-03-18T10:05:00Z`; undefined for every other one. Times are read by
 * the thousand, and nearly all of them look like this.
 */
export function canonicalInstant(text: string): number | undefined {
  if (text.length !== 20 || !hasMarks(text)) return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = digits(text, 17, 2);
  const isTime = hour <= 23 && minute <= 59 && second <= 59;
  const isDate = year >= 100 && month >= 1 && month <= 12 && day >= 1;
  if (!isTime || !isDate || day > daysIn(year, month)) return undefined;
  return ((daysSinceEpoch(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
}

function hasMarks(text: string): boolean {
  return (
    text[4] === "-" &&
    text[7] === "-" &&
    text[10] === "T" &&
    text[13] === ":" &&
    text[16] === ":" &&
    text[19] === "Z"
  );
}

/** NaN where one is no digit: no comparison holds for it. */
function digits(text: string, start: number, count: number): number {
  let value = 0;
  for (let index = start; index < start + count; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Years begin in March here, so that the leap day is their last. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const since = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const leaps = Math.floor(since / 4) - Math.floor(since / 100) + Math.floor(since / 400);
  return since * 365 + leaps + dayOfYear - 719_468;
}

function parseAny(text: string): number | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number);
  const zone = match[7] ?? "Z";
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const utc = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(utc);
  // Date.UTC rolls the 31st of February over, and reads years below 100 as 19xx.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  if (date.getUTCFullYear() !== year) return undefined;
  const offset = zoneMinutes(zone);
  return offset === undefined ? undefined : utc / 1000 - offset * 60;
}

function zoneMinutes(zone: string): number | undefined {
  if (zone === "Z" || zone === "z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
