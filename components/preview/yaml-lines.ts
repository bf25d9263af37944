import { isJsonObject, type Json, type JsonObject } from "#lib/util/json.ts";
import { escapeStep, type JsonPointer } from "#lib/util/pointer.ts";

/** One line of an object shown as YAML, and the JSON pointer of the value that it opens or holds. */
export type YamlLine = {
  /** In spaces; list markers are part of `lead`. */
  readonly indent: number;
  /** `- ` once for each list item that starts on this line. */
  readonly lead: string;
  readonly key?: string | undefined;
  readonly value?: string | undefined;
  readonly pointer: JsonPointer;
  /** Holds a value (or an empty map or list), so that somebody wrote it. */
  readonly isLeaf: boolean;
};

type Place = {
  readonly indent: number;
  readonly lead: string;
  readonly key?: string | undefined;
  readonly pointer: JsonPointer;
};

/** The lines of a JSON value in the manner of kubectl: two spaces, lists not indented below their key. */
export function toYamlLines(value: JsonObject): readonly YamlLine[] {
  const lines: YamlLine[] = [];
  addMap(lines, value, { indent: 0, lead: "", pointer: "" });
  return lines;
}

/** The text of a line as it is searched, compared and copied. */
export function textOfLine({ indent, lead, key, value }: YamlLine): string {
  const label = key === undefined ? "" : `${key}:`;
  const gap = key !== undefined && value !== undefined ? " " : "";
  return `${" ".repeat(indent)}${lead}${label}${gap}${value ?? ""}`;
}

function addValue(lines: YamlLine[], value: Json, place: Place): void {
  const { indent, lead, key, pointer } = place;
  if (Array.isArray(value) && value.length > 0) {
    if (key !== undefined) lines.push({ ...place, isLeaf: false });
    const outer = key === undefined ? lead : "";
    const start = key === undefined ? indent : indent + lead.length;
    for (const [index, item] of value.entries())
      addValue(lines, item, {
        indent: start,
        lead: `${index === 0 ? outer : " ".repeat(outer.length)}- `,
        pointer: `${pointer}/${index}`,
      });
  } else if (isJsonObject(value) && Object.values(value).some((item) => item !== undefined)) {
    if (key === undefined) addMap(lines, value, place);
    else {
      lines.push({ ...place, isLeaf: false });
      addMap(lines, value, { indent: indent + lead.length + 2, lead: "", pointer });
    }
  } else if (typeof value === "string" && value.includes("\n")) {
    addBlock(lines, value, place);
  } else {
    lines.push({ ...place, value: toScalar(value), isLeaf: true });
  }
}

/** The first key stands on the line of the list marker, the others below it. */
function addMap(lines: YamlLine[], value: JsonObject, place: Omit<Place, "key">): void {
  let isFirst = true;
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const inner = { key: toKey(key), pointer: `${place.pointer}/${escapeStep(key)}` };
    const { indent, lead } = place;
    if (isFirst) addValue(lines, item, { ...inner, indent, lead });
    else addValue(lines, item, { ...inner, indent: indent + lead.length, lead: "" });
    isFirst = false;
  }
}

function addBlock(lines: YamlLine[], value: string, place: Place): void {
  const style = value.endsWith("\n") ? "|" : "|-";
  lines.push({ ...place, value: style, isLeaf: true });
  const text = value.endsWith("\n") ? value.slice(0, -1) : value;
  const indent = place.indent + place.lead.length + (place.key === undefined ? 0 : 2);
  for (const line of text.split("\n"))
    lines.push({ indent, lead: "", value: line, pointer: place.pointer, isLeaf: true });
}

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_./-]*$/;
const PLAIN = /^[A-Za-z0-9_./$(][A-Za-z0-9_./$()@=+ ,:-]*$/;
/** Plain words that a YAML reader takes for another type. */
const OTHER_TYPE =
  /^(~|null|true|false|yes|no|on|off|y|n|[-+.0-9][0-9_.,:eExXoOa-fA-F+-]*|\.inf|\.nan)$/i;

function toKey(key: string): string {
  return PLAIN_KEY.test(key) && !OTHER_TYPE.test(key) ? key : JSON.stringify(key);
}

function toScalar(value: Json): string {
  if (Array.isArray(value)) return "[]";
  if (typeof value === "object" && value !== null) return "{}";
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain =
    PLAIN.test(value) &&
    !OTHER_TYPE.test(value) &&
    !value.endsWith(" ") &&
    !value.endsWith(":") &&
    !value.includes(": ");
  return isPlain ? value : JSON.stringify(value);
}
