import type { KindInfo } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { deepFreeze } from "./deep-freeze.ts";
import type { StoreChange } from "./sandbox-store.ts";
import { kindKey, SERVED_KINDS, type ServedKind } from "./served-kinds.ts";
import { WatchLog, type WatchRecord } from "./watch-log.ts";

/** All objects of a kind at one version, sorted by key; shared by every list of that version. */
export type Snapshot = {
  readonly version: number;
  readonly items: readonly KubeObject[];
};

type Collection = {
  readonly served: ServedKind;
  readonly objects: Map<string, KubeObject>;
  /** The keys of the objects, sorted. */
  readonly keys: string[];
  readonly log: WatchLog;
  readonly pokes: Set<() => void>;
  snapshot: Snapshot | undefined;
};

export type Owned = { readonly info: KindInfo; readonly object: KubeObject };

export type ObjectStoreOptions = {
  readonly historyLimit: number;
  readonly firstVersion?: number | undefined;
};

/** `<namespace>/<name>`, or `<name>` of a cluster-scoped object: the order of lists. */
export function objectKeyOf(namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === "" ? name : `${namespace}/${name}`;
}

function keyOf(object: KubeObject): string {
  return objectKeyOf(object.metadata.namespace, object.metadata.name ?? "");
}

/** Where the key stands, or would stand, in the sorted keys. */
function placeOf(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Objects by kind and key under one growing version, with the log that watches read. It knows nothing of rights,
 * admission or metadata beyond resourceVersion. Every object in it is deeply frozen.
 */
export class ObjectStore {
  readonly #collections = new Map<string, Collection>();
  readonly #owned = new Map<string, Map<string, Owned>>();
  readonly #uids = new Set<string>();
  readonly #listeners = new Set<(change: StoreChange) => void>();
  #version: number;
  #pending: StoreChange[] = [];
  #reports = 0;

  constructor({ historyLimit, firstVersion = 1000 }: ObjectStoreOptions) {
    this.#version = firstVersion;
    for (const served of SERVED_KINDS) {
      this.#collections.set(kindKey(served.info), {
        served,
        objects: new Map(),
        keys: [],
        log: new WatchLog(historyLimit, firstVersion),
        pokes: new Set(),
        snapshot: undefined,
      });
    }
  }

  get version(): number {
    return this.#version;
  }

  get(info: KindInfo, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.#collection(info).objects.get(objectKeyOf(namespace, name));
  }

  snapshot(info: KindInfo): Snapshot {
    const collection = this.#collection(info);
    const { snapshot, objects, keys } = collection;
    if (snapshot !== undefined) return { ...snapshot, version: this.#version };
    const items = keys.flatMap((key) => objects.get(key) ?? []);
    collection.snapshot = { version: this.#version, items };
    return collection.snapshot;
  }

  ownedBy(uid: string): readonly Owned[] {
    return [...(this.#owned.get(uid)?.values() ?? [])];
  }

  hasUid(uid: string): boolean {
    return this.#uids.has(uid);
  }

  log(info: KindInfo): WatchLog {
    return this.#collection(info).log;
  }

  /** Called, without arguments, after each change of the kind. */
  onPoke(info: KindInfo, poke: () => void): () => void {
    const { pokes } = this.#collection(info);
    pokes.add(poke);
    return () => pokes.delete(poke);
  }

  onChange(listener: (change: StoreChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Puts in an object under the version that it has; for a store that nobody reads yet. */
  restore(info: KindInfo, object: KubeObject): void {
    const { objects, keys } = this.#collection(info);
    const stored = deepFreeze(object);
    const key = keyOf(stored);
    if (!objects.has(key)) keys.splice(placeOf(keys, key), 0, key);
    objects.set(key, stored);
    this.#remember(info, stored);
  }

  /** Forgets the history of every kind. */
  compact(): void {
    for (const { log } of this.#collections.values()) log.compact(this.#version);
  }

  /** Creates or replaces, and gives the object its new version. */
  put(info: KindInfo, object: KubeObject): KubeObject {
    const collection = this.#collection(info);
    const stored = this.#withNextVersion(object);
    const key = keyOf(stored);
    const old = collection.objects.get(key);
    collection.objects.set(key, stored);
    if (old === undefined) collection.keys.splice(placeOf(collection.keys, key), 0, key);
    if (old !== undefined) this.#forget(info, old);
    this.#remember(info, stored);
    this.#commit(collection, {
      version: this.#version,
      type: old === undefined ? "added" : "modified",
      object: stored,
      ...(old === undefined ? {} : { old }),
    });
    return stored;
  }

  /** The last state of the deleted object, under the version of its deletion; undefined when there was none. */
  drop(info: KindInfo, namespace: string | undefined, name: string): KubeObject | undefined {
    const collection = this.#collection(info);
    const key = objectKeyOf(namespace, name);
    const old = collection.objects.get(key);
    if (old === undefined) return undefined;
    collection.objects.delete(key);
    collection.keys.splice(placeOf(collection.keys, key), 1);
    this.#forget(info, old);
    const last = this.#withNextVersion(old);
    this.#commit(collection, { version: this.#version, type: "deleted", object: last, old });
    return last;
  }

  #collection(info: KindInfo): Collection {
    const collection = this.#collections.get(kindKey(info));
    if (collection === undefined) throw new Error(`the sandbox does not serve ${info.kind}`);
    return collection;
  }

  #withNextVersion(object: KubeObject): KubeObject {
    this.#version += 1;
    const metadata = { ...object.metadata, resourceVersion: String(this.#version) };
    return deepFreeze({ ...object, metadata });
  }

  #commit(collection: Collection, record: WatchRecord): void {
    collection.snapshot = undefined;
    collection.log.append(record);
    for (const poke of [...collection.pokes]) poke();
    const { type, object, old } = record;
    const { info } = collection.served;
    this.#pending.push({ type, info, object, ...(old === undefined ? {} : { old }) });
    this.#report();
  }

  /** One change at a time and in order, also when a listener writes. */
  #report(): void {
    if (this.#reports > 0) return;
    this.#reports += 1;
    try {
      for (let change = this.#pending.shift(); change; change = this.#pending.shift())
        for (const listener of [...this.#listeners]) listener(change);
    } finally {
      this.#reports -= 1;
    }
  }

  #remember(info: KindInfo, object: KubeObject): void {
    if (object.metadata.uid !== undefined) this.#uids.add(object.metadata.uid);
    for (const { uid } of object.metadata.ownerReferences ?? []) {
      const owned = this.#owned.get(uid) ?? new Map<string, Owned>();
      owned.set(`${kindKey(info)}/${keyOf(object)}`, { info, object });
      this.#owned.set(uid, owned);
    }
  }

  #forget(info: KindInfo, object: KubeObject): void {
    if (object.metadata.uid !== undefined) this.#uids.delete(object.metadata.uid);
    for (const { uid } of object.metadata.ownerReferences ?? []) {
      const owned = this.#owned.get(uid);
      owned?.delete(`${kindKey(info)}/${keyOf(object)}`);
      if (owned?.size === 0) this.#owned.delete(uid);
    }
  }
}
