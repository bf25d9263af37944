import { apiVersionOf } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { isJsonObject, type JsonObject, type MutableJsonObject } from "#lib/util/json.ts";
import type { KubeAnswer } from "#server/kube/transport.ts";
import { answer, textStream } from "./answer.ts";
import { type ObjectStore, objectKeyOf, type Snapshot } from "./object-store.ts";
import { itemText } from "./object-text.ts";
import { readCount, readVersion, tooLarge } from "./read-query.ts";
import { badRequest, expired, invalidOptions } from "./refusal.ts";
import { isSelected, isSelective, parseSelection } from "./selection.ts";
import { kindKey, type ServedKind } from "./served-kinds.ts";

const KEPT_SNAPSHOTS = 64;
const CHUNK_CHARS = 256 * 1024;
const CONTINUE_TOO_OLD =
  "The provided continue parameter is too old to display a consistent list result. You must start a new list without the continue parameter.";

type Token = { readonly version: number; readonly start: string };

function writeToken({ version, start }: Token): string {
  const text = JSON.stringify({ v: "meta.k8s.io/v1", rv: version, start: `${start}\u0000` });
  return Buffer.from(text).toString("base64url");
}

function readToken(text: string): Token {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (isJsonObject(parsed)) {
      const { rv, start } = parsed;
      if (typeof rv === "number" && typeof start === "string")
        return { version: rv, start: start.slice(0, -1) };
    }
  } catch {
    // Falls through: what is no token is refused below.
  }
  throw badRequest("invalid continue token: continue key is not valid: not a token of this server");
}

export type Page = { readonly items: readonly KubeObject[]; readonly metadata: JsonObject };

function keyOf(object: KubeObject): string {
  return objectKeyOf(object.metadata.namespace, object.metadata.name ?? "");
}

/**
 * Lists, and the snapshots that pages of one list share: a page after the first is cut from the first page's version.
 * A bounded number of snapshots is kept (they only point to objects); a token of an older one has expired.
 */
export class Lister {
  readonly #store: ObjectStore;
  readonly #snapshots = new Map<string, Snapshot>();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Throws KubeRefusal for a query that cannot be served. */
  list(served: ServedKind, namespace: string | undefined, query: URLSearchParams): KubeAnswer {
    const { items, metadata } = this.page(served, namespace, query);
    return answer(200, textStream(listText(served, items, metadata)));
  }

  /** The objects of one page, and the list's own metadata. Throws as `list` does. */
  page(served: ServedKind, namespace: string | undefined, query: URLSearchParams): Page {
    const selection = parseSelection(query, served, namespace);
    const limit = readCount(query, "limit") ?? 0;
    const token = query.get("continue") ?? "";
    const after = token === "" ? undefined : readToken(token);
    const snapshot = this.#snapshotFor(served, query, after);
    const isWhole = namespace === undefined && !isSelective(selection);
    const all = isWhole
      ? snapshot.items
      : snapshot.items.filter((object) => isSelected(selection, object));
    const rest = after === undefined ? all : all.filter((object) => keyOf(object) > after.start);
    const items = limit > 0 ? rest.slice(0, limit) : rest;
    const last = items.at(-1);
    const metadata: MutableJsonObject = { resourceVersion: String(snapshot.version) };
    if (last !== undefined && items.length < rest.length) {
      this.#keep(served, snapshot);
      metadata["continue"] = writeToken({ version: snapshot.version, start: keyOf(last) });
      if (!isSelective(selection)) metadata["remainingItemCount"] = rest.length - items.length;
    }
    return { items, metadata };
  }

  /** Drops all snapshots: every continue token has expired from now on. */
  forget(): void {
    this.#snapshots.clear();
  }

  #snapshotFor(served: ServedKind, query: URLSearchParams, after: Token | undefined): Snapshot {
    if (after !== undefined) {
      const kept = this.#snapshots.get(`${kindKey(served.info)}@${after.version}`);
      if (kept === undefined) throw expired(CONTINUE_TOO_OLD);
      return kept;
    }
    const wanted = readVersion(query);
    const match = query.get("resourceVersionMatch") ?? "";
    if (match !== "" && wanted === undefined)
      throw invalidOptions("ListOptions", {
        reason: "FieldValueForbidden",
        field: "resourceVersionMatch",
        message: "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided",
      });
    const current = this.#store.snapshot(served.info);
    if (wanted === undefined || wanted === 0) return current;
    if (wanted > current.version) throw tooLarge(wanted, current.version);
    if (match !== "Exact" || wanted === current.version) return current;
    const kept = this.#snapshots.get(`${kindKey(served.info)}@${wanted}`);
    if (kept === undefined) throw expired("The resourceVersion for the provided list is too old.");
    return kept;
  }

  #keep(served: ServedKind, snapshot: Snapshot): void {
    const key = `${kindKey(served.info)}@${snapshot.version}`;
    this.#snapshots.delete(key);
    this.#snapshots.set(key, snapshot);
    const [oldest] = this.#snapshots.keys();
    if (this.#snapshots.size > KEPT_SNAPSHOTS && oldest !== undefined)
      this.#snapshots.delete(oldest);
  }
}

/** The list in pieces of a bounded size: a reader that stops costs no more than the piece it stopped at. */
function* listText(
  { info, native }: ServedKind,
  items: readonly KubeObject[],
  metadata: JsonObject,
): Generator<string> {
  const head = JSON.stringify({
    kind: `${info.kind}List`,
    apiVersion: apiVersionOf(info),
    metadata,
  });
  let text = `${head.slice(0, -1)},"items":[`;
  for (const [index, item] of items.entries()) {
    text += index === 0 ? itemText(item, native) : `,${itemText(item, native)}`;
    if (text.length < CHUNK_CHARS) continue;
    yield text;
    text = "";
  }
  yield `${text}]}`;
}
