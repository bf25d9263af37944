import { type KubeObject, toJson } from "../k8s/object.ts";
import { asArray, asObject, type Json, type JsonObject } from "../util/json.ts";

/** What etcd takes in one request by default: 1.5 MiB. */
export const STORED_BYTES_LIMIT = 1_572_864;
/** Key, lease and framing that travel with the value. */
export const STORED_BYTES_OVERHEAD = 512;
/** What the API server takes as a request body: 3 MiB. */
export const REQUEST_BYTES_LIMIT = 3_145_728;
/** Limits of templateOverrides that the schema sets. */
export const MANAGERS_LIMIT = 16;
export const HISTORY_LIMIT = 128;

export type SizeState = "ok" | "managedFieldsLost" | "refused";

export type SizePrediction = {
  readonly state: SizeState;
  /** Bytes of the stored JSON after the change, managedFields included, and without them. */
  readonly bytes: number;
  readonly bytesWithoutManagedFields: number;
  /** Bytes that may still be added before managedFields are lost; negative once they are. */
  readonly left: number;
};

/**
 * What becomes of an object that grows by `entryBytes`. Above the limit the API server drops all managedFields without a word
 * and answers 200; where that does not help it refuses. Unless told otherwise managedFields are taken to grow as much as the entry,
 * which is what small entries were seen to do.
 */
export function predictSize(
  object: KubeObject,
  entryBytes: number,
  fieldBytes: number = entryBytes,
): SizePrediction {
  const { managedFields } = object.metadata;
  const bare = bareBytes(object) + entryBytes;
  const fields =
    managedFields === undefined ? 0 : utf8Length(JSON.stringify(managedFields)) + fieldBytes;
  const limit = STORED_BYTES_LIMIT - STORED_BYTES_OVERHEAD;
  const bytes = bare + fields;
  const state = bytes <= limit ? "ok" : bare <= limit ? "managedFieldsLost" : "refused";
  return { state, bytes, bytesWithoutManagedFields: bare, left: limit - bytes };
}

export type SizeFinding = {
  readonly state: Exclude<SizeState, "ok">;
  /** The API server's words for the refusal, ours for the loss: the API server says nothing of it. */
  readonly message: string;
};

/** What a write brings about by its size; undefined where nothing is lost. `before` has its managedFields. */
export function sizeFinding(before: KubeObject, after: KubeObject): SizeFinding | undefined {
  if (isFarFromLimit(before, after)) return undefined;
  const growth = Math.max(0, bareBytes(after) - bareBytes(before));
  const owned = Math.max(0, ownershipBytes(toJson(after)) - ownershipBytes(toJson(before)));
  const { state } = predictSize(before, growth, owned);
  if (state === "ok") return undefined;
  return { state, message: SIZE_MESSAGES[state] };
}

/** A UTF-16 unit takes three bytes at most; what its ownership takes is below eight times the text that is owned. */
const MOST_BYTES_PER_UNIT = 3 + 3 + 8;

function isFarFromLimit(before: KubeObject, after: KubeObject): boolean {
  const units = Math.max(JSON.stringify(before).length, JSON.stringify(after).length);
  return units * MOST_BYTES_PER_UNIT <= STORED_BYTES_LIMIT - STORED_BYTES_OVERHEAD;
}

const SIZE_MESSAGES: Readonly<Record<SizeFinding["state"], string>> = {
  refused: "etcdserver: request is too large",
  managedFieldsLost:
    "the TrainJob becomes so large that the API server drops all its managedFields: who wrote which field is lost for good",
};

/** About what managedFields hold of a value: its keys (`"f:key":{}`) and the keys of list-map items, no other values. */
function ownershipBytes(value: Json | undefined): number {
  if (Array.isArray(value))
    return asArray(value)?.reduce<number>((sum, item) => sum + itemKeyBytes(item), 0) ?? 0;
  const object = asObject(value);
  if (object === undefined) return 0;
  return Object.entries(object).reduce(
    (sum, [key, child]) => sum + utf8Length(key) + 8 + ownershipBytes(child),
    0,
  );
}

/** `"k:{\"name\":\"x\"}":{".":{}}` and what is below. */
function itemKeyBytes(item: Json | undefined): number {
  const object = asObject(item);
  const key = ["time", "manager", "name", "mountPath"].find((name) => object?.[name] !== undefined);
  if (key === undefined) return ownershipBytes(item);
  return 28 + key.length + JSON.stringify(object?.[key]).length + ownershipBytes(item);
}

function bareBytes(object: KubeObject): number {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return utf8Length(JSON.stringify({ ...toJson(object), metadata }));
}

/** Bytes of an entry as it is stored. */
export function entryBytes(entry: JsonObject): number {
  return utf8Length(JSON.stringify(entry)) + 1;
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && index + 1 < text.length) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}
