import { useSettings } from "./stored-settings.ts";

/** Writes an instant in the reader's time zone; every exact time on the screen comes from here. */
export function useExactTime(): (time: string | number) => string {
  const [{ timeZone }] = useSettings();
  return (time) => formatExact(time, timeZone);
}

/** `2026-11-30 17:15:21Z` in UTC, else with the zone's short name; text that is no instant stays as it is. */
export function formatExact(time: string | number, timeZone: string): string {
  const at = typeof time === "number" ? time : Date.parse(time);
  if (Number.isNaN(at)) return String(time);
  if (timeZone === "UTC") return `${new Date(at).toISOString().slice(0, 19)}Z`.replace("T", " ");
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  const day = `${of("year")}-${of("month")}-${of("day")}`;
  return `${day} ${of("hour")}:${of("minute")}:${of("second")} ${of("timeZoneName")}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than all else on a row of a table. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    ...(timeZone === "local" ? {} : { timeZone }),
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  });
  formats.set(timeZone, made);
  return made;
}
