import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
} from "#lib/util/json.ts";
import { refuse } from "./refusal.ts";

export const PROTOBUF = "application/vnd.kubernetes.protobuf";

type FieldType =
  | "text"
  | "bytes"
  | "flag"
  | "count"
  | "textList"
  | "textMap"
  | "bytesMap"
  | { readonly message: Message };
type Message = { readonly [field: number]: readonly [name: string, type: FieldType] };

const META: Message = {
  1: ["name", "text"],
  2: ["generateName", "text"],
  3: ["namespace", "text"],
  5: ["uid", "text"],
  6: ["resourceVersion", "text"],
  11: ["labels", "textMap"],
  12: ["annotations", "textMap"],
  14: ["finalizers", "textList"],
};
const METADATA = ["metadata", { message: META }] as const;

const RESOURCE: Message = {
  1: ["namespace", "text"],
  2: ["verb", "text"],
  3: ["group", "text"],
  4: ["version", "text"],
  5: ["resource", "text"],
  6: ["subresource", "text"],
  7: ["name", "text"],
};
const PATH: Message = { 1: ["path", "text"], 2: ["verb", "text"] };

const SELF_ACCESS: Message = {
  1: ["resourceAttributes", { message: RESOURCE }],
  2: ["nonResourceAttributes", { message: PATH }],
};

/** What typed clients, kubectl among them, send in this encoding; other kinds they send as JSON, or may be told to. */
const MESSAGES: { readonly [kind: string]: Message } = {
  SelfSubjectAccessReview: { 1: METADATA, 2: ["spec", { message: SELF_ACCESS }] },
  SelfSubjectRulesReview: { 1: METADATA, 2: ["spec", { message: { 1: ["namespace", "text"] } }] },
  SelfSubjectReview: { 1: METADATA },
  ConfigMap: {
    1: METADATA,
    2: ["data", "textMap"],
    3: ["binaryData", "bytesMap"],
    4: ["immutable", "flag"],
  },
  Secret: {
    1: METADATA,
    2: ["data", "bytesMap"],
    3: ["type", "text"],
    4: ["stringData", "textMap"],
    5: ["immutable", "flag"],
  },
  Namespace: { 1: METADATA, 2: ["spec", { message: { 1: ["finalizers", "textList"] } }] },
  DeleteOptions: {
    1: ["gracePeriodSeconds", "count"],
    2: ["preconditions", { message: { 1: ["uid", "text"], 2: ["resourceVersion", "text"] } }],
    4: ["propagationPolicy", "text"],
    5: ["dryRun", "textList"],
  },
};

const MAGIC = Buffer.from("k8s\0");
const TYPE_META: Message = { 1: ["apiVersion", "text"], 2: ["kind", "text"] };
const ENVELOPE: Message = { 1: ["type", { message: TYPE_META }], 2: ["raw", "bytes"] };

type Wire = { readonly field: number; readonly number: number; readonly bytes: Buffer };

function malformed(): ReturnType<typeof refuse> {
  return refuse(400, "BadRequest", "the request body is not a protobuf message of this API");
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  *fields(): Generator<Wire> {
    while (this.#at < this.#bytes.length) {
      const tag = this.#varint();
      const field = Math.floor(tag / 8);
      const wire = tag % 8;
      if (wire === 0) yield { field, number: this.#varint(), bytes: Buffer.alloc(0) };
      else if (wire === 2) yield { field, number: 0, bytes: this.#take(this.#varint()) };
      else throw malformed();
    }
  }

  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined || factor > 2 ** 63) throw malformed();
      this.#at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw malformed();
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

function pairOf(bytes: Buffer, encoding: "utf8" | "base64"): readonly [string, string] {
  let key = "";
  let value = "";
  for (const { field, bytes: part } of new Reader(bytes).fields()) {
    if (field === 1) key = part.toString();
    if (field === 2) value = part.toString(encoding);
  }
  return [key, value];
}

function withPair(before: Json | undefined, [key, value]: readonly [string, string]): JsonObject {
  return { ...(isJsonObject(before) ? before : {}), [key]: value };
}

/** Undefined for zero values: in JSON they are left out. */
function readValue(type: FieldType, wire: Wire, before: Json | undefined): Json | undefined {
  const { bytes, number } = wire;
  if (typeof type === "object") return messageOf(bytes, type.message);
  switch (type) {
    case "text":
      return bytes.length === 0 ? undefined : bytes.toString();
    case "bytes":
      return bytes.toString("base64");
    case "flag":
      return number === 0 ? undefined : true;
    case "count":
      return number;
    case "textList":
      return [...(isJsonArray(before) ? before : []), bytes.toString()];
    case "textMap":
      return withPair(before, pairOf(bytes, "utf8"));
    case "bytesMap":
      return withPair(before, pairOf(bytes, "base64"));
  }
}

function messageOf(bytes: Buffer, message: Message): JsonObject {
  const result: MutableJsonObject = {};
  for (const wire of new Reader(bytes).fields()) {
    const known = message[wire.field];
    if (known === undefined) continue;
    const [name, type] = known;
    const value = readValue(type, wire, result[name]);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

/** The JSON text of a body in the API's protobuf encoding. Throws 400, and 415 for a kind that is not known in it. */
export function protoBodyText(body: Buffer): string {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) throw malformed();
  const { type, raw } = messageOf(body.subarray(MAGIC.length), ENVELOPE);
  const { apiVersion = "", kind = "" } = isJsonObject(type) ? type : {};
  const message = Object.hasOwn(MESSAGES, String(kind)) ? MESSAGES[String(kind)] : undefined;
  if (message === undefined)
    throw refuse(
      415,
      "UnsupportedMediaType",
      `the sandbox reads ${String(kind)} as application/json only, not as ${PROTOBUF}`,
    );
  const bytes = Buffer.from(typeof raw === "string" ? raw : "", "base64");
  return JSON.stringify({ apiVersion, kind, ...messageOf(bytes, message) });
}
