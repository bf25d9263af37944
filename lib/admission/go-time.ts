import { toGoQuoted } from "../schema/go-value.ts";

const LAYOUT = "2006-01-02T15:04:05Z07:00";

type Part = { readonly name: string; readonly pattern: RegExp; readonly range?: Range | undefined };
type Range = { readonly noun: string; readonly least: number; readonly most: number };

const range = (noun: string, least: number, most: number): Range => ({ noun, least, most });
const literal = (name: string): Part => ({ name, pattern: new RegExp(`^${name}`) });
const PARTS: readonly Part[] = [
  { name: "2006", pattern: /^\d{4}/ },
  literal("-"),
  { name: "01", pattern: /^\d{2}/, range: range("month", 1, 12) },
  literal("-"),
  { name: "02", pattern: /^\d{2}/ },
  literal("T"),
  { name: "15", pattern: /^\d{1,2}/, range: range("hour", 0, 23) },
  literal(":"),
  { name: "04", pattern: /^\d{2}/, range: range("minute", 0, 59) },
  literal(":"),
  { name: "05", pattern: /^\d{2}(?:[.,]\d+)?/, range: range("second", 0, 59.999999999) },
  { name: "Z07:00", pattern: /^(?:Z|[+-]\d{2}:\d{2})/ },
];

/** What Go's time package says of a text that is no RFC 3339 time; undefined when it is one. */
export function goTimeError(text: string): string | undefined {
  const subject = `parsing time ${toGoQuoted(text)}`;
  let rest = text;
  const values: string[] = [];
  for (const { name, pattern, range: allowed } of PARTS) {
    const match = pattern.exec(rest)?.[0];
    if (match === undefined)
      return `${subject} as "${LAYOUT}": cannot parse ${toGoQuoted(rest)} as "${name}"`;
    const value = Number(match.replace(",", "."));
    if (allowed !== undefined && !(value >= allowed.least && value <= allowed.most))
      return `${subject}: ${allowed.noun} out of range`;
    values.push(match);
    rest = rest.slice(match.length);
  }
  if (rest !== "") return `${subject}: extra text: ${toGoQuoted(rest)}`;
  const [year, month, day] = [Number(values[0]), Number(values[2]), Number(values[4])];
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return day < 1 || day > days ? `${subject}: day out of range` : undefined;
}
