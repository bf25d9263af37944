import type { JobPart, Located, OverrideEntry } from "../dialect/entry.ts";
import { partsOf } from "../dialect/entry-parts.ts";
import { asArray, asObject, asString, isJsonObject, type Json } from "../util/json.ts";
import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import type { FieldPlace } from "./timeline.ts";

/** One value that an entry sets, with the place in the rendered JobSet at which it competes with other entries. */
export type PlacedWrite = {
  /** Place, job and pointer in one text: equal for writes that compete. */
  readonly target: string;
  readonly place: FieldPlace;
  readonly job?: string | undefined;
  /** Within metadata or pod spec, elements of merged lists by their merge key. */
  readonly pointer: JsonPointer;
  readonly label: string;
  /** In the TrainJob. */
  readonly path: JsonPointer;
  readonly value: Json;
  /** The map that a `$patch` directive empties before the entry's other keys are set. */
  readonly clears?: JsonPointer | undefined;
};

/** A position in the walk: what is written there so far. */
type At = Pick<PlacedWrite, "place" | "job" | "pointer" | "label" | "path">;

/**
 * Lists whose elements are merged by key, as the strategic merge of the controller does it. Elements of the first kind are
 * walked into, those of the second are one field. Every other list is one field as a whole (tolerations, too).
 */
const WALKED: { readonly [field: string]: string } = { containers: "name", initContainers: "name" };
const WHOLE: { readonly [field: string]: string } = {
  env: "name",
  volumes: "name",
  volumeMounts: "mountPath",
  imagePullSecrets: "name",
  schedulingGates: "name",
};
/** The field that names an element of a merged list; undefined for a list that is replaced as a whole. */
export function mergeKeyOf(field: string): string | undefined {
  return WALKED[field] ?? WHOLE[field];
}

/** Maps of texts: their keys are fields of their own, and `$patch` is a directive in them. */
export const STRING_MAPS: ReadonlySet<string> = new Set(["nodeSelector", "labels", "annotations"]);

/** All fields that an entry sets, in the order of the entry. Nothing that the controller ignores is among them. */
export function fieldWritesOf(entry: OverrideEntry): readonly PlacedWrite[] {
  const parts = partsOf(entry);
  const jobSet = metadataWrites(parts.jobSetMetadata, { place: "jobSet" });
  return [...jobSet, ...parts.jobs.flatMap(jobWrites)];
}

function jobWrites(job: JobPart): readonly PlacedWrite[] {
  const spec = job.podSpec;
  return [
    ...metadataWrites(job.jobMetadata, { place: "job", job: job.name }),
    ...metadataWrites(job.podMetadata, { place: "pod", job: job.name }),
    ...(spec === undefined
      ? []
      : mapWrites(spec.value, {
          place: "pod",
          job: job.name,
          pointer: "",
          label: "",
          path: spec.path,
        })),
  ];
}

/** Of metadata only labels and annotations have an effect. */
function metadataWrites(
  metadata: Located | undefined,
  where: Pick<PlacedWrite, "place" | "job">,
): readonly PlacedWrite[] {
  if (metadata === undefined) return [];
  const at: At = { ...where, pointer: "/metadata", label: "metadata", path: metadata.path };
  return ["labels", "annotations"].flatMap((field) => {
    const map = asObject(metadata.value[field]);
    return map === undefined ? [] : stringMapWrites(map, member(at, field));
  });
}

function mapWrites(map: { readonly [key: string]: Json | undefined }, at: At): PlacedWrite[] {
  return Object.entries(map).flatMap(([field, value]) =>
    value === undefined || value === null ? [] : valueWrites(field, value, member(at, field)),
  );
}

function valueWrites(field: string, value: Json, at: At): readonly PlacedWrite[] {
  if (isJsonObject(value)) {
    return STRING_MAPS.has(field) ? stringMapWrites(value, at) : mapWrites(value, at);
  }
  const list = asArray(value);
  if (list !== undefined) return listWrites(field, list, at);
  // Empty text equals absence where it is a field of a struct.
  return value === "" ? [] : [toWrite(at, value)];
}

function stringMapWrites(
  map: { readonly [key: string]: Json | undefined },
  at: At,
): readonly PlacedWrite[] {
  return Object.entries(map).flatMap(([key, value]) => {
    if (value === undefined || value === null) return [];
    const write = toWrite(entryOf(at, key), value);
    return key === "$patch" ? [{ ...write, clears: at.pointer }] : [write];
  });
}

function listWrites(field: string, list: readonly Json[], at: At): readonly PlacedWrite[] {
  const walked = WALKED[field];
  const key = mergeKeyOf(field);
  if (key === undefined) return list.length === 0 ? [] : [toWrite(at, list)];
  return list.flatMap((item, index): readonly PlacedWrite[] => {
    const name = isJsonObject(item) ? asString(item[key]) : undefined;
    if (!isJsonObject(item) || name === undefined) return [];
    const place = { ...entryOf(at, name), path: joinPointer(at.path, index) };
    if (walked === undefined) return [toWrite(place, item)];
    const { [key]: _name, ...rest } = item;
    return mapWrites(rest, place);
  });
}

function toWrite(at: At, value: Json): PlacedWrite {
  // Job names hold no slash, and a pointer starts with one.
  return { ...at, target: `${at.place} ${at.job ?? ""}${at.pointer}`, value };
}

function member(at: At, field: string): At {
  return {
    ...at,
    pointer: joinPointer(at.pointer, field),
    label: at.label === "" ? field : `${at.label}.${field}`,
    path: joinPointer(at.path, field),
  };
}

function entryOf(at: At, key: string): At {
  return {
    ...at,
    pointer: joinPointer(at.pointer, key),
    label: `${at.label}[${key}]`,
    path: joinPointer(at.path, key),
  };
}
