import { type KubeObject, toJson } from "../k8s/object.ts";
import type { JsonObject } from "../util/json.ts";

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
 * and answers 200; where that does not help it refuses. managedFields are taken to grow as much as the entry, which is what small
 * entries were seen to do.
 */
export function predictSize(object: KubeObject, entryBytes: number): SizePrediction {
  const { managedFields, ...metadata } = object.metadata;
  const bare = utf8Length(JSON.stringify({ ...toJson(object), metadata })) + entryBytes;
  const fields =
    managedFields === undefined ? 0 : utf8Length(JSON.stringify(managedFields)) + entryBytes;
  const limit = STORED_BYTES_LIMIT - STORED_BYTES_OVERHEAD;
  const bytes = bare + fields;
  const state = bytes <= limit ? "ok" : bare <= limit ? "managedFieldsLost" : "refused";
  return { state, bytes, bytesWithoutManagedFields: bare, left: limit - bytes };
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
