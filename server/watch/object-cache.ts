import type { KubeObject } from "#lib/k8s/object.ts";
import { asString, getIn, isJsonObject } from "#lib/util/json.ts";
import type { StoreEvent } from "./reflect.ts";

/** `before` and `after` are the same object's states; one of them may be missing. */
export type ObjectChange = {
  readonly before?: KubeObject | undefined;
  readonly after?: KubeObject | undefined;
};

/** The objects of one kind, indexed by uid, name, and by what they belong to. Rules C1 to C3 of SPEC.md. */
export class ObjectCache {
  readonly #keep: (object: KubeObject) => KubeObject | undefined;
  readonly #objects = new Map<string, KubeObject>();
  readonly #byName = new Map<string, string>();
  readonly #byParent = new Map<string, Set<string>>();

  constructor(keep: (object: KubeObject) => KubeObject | undefined) {
    this.#keep = keep;
  }

  get size(): number {
    return this.#objects.size;
  }

  get(uid: string): KubeObject | undefined {
    return this.#objects.get(uid);
  }

  byName(namespace: string | undefined, name: string): KubeObject | undefined {
    const uid = this.#byName.get(nameKey(namespace, name));
    return uid === undefined ? undefined : this.#objects.get(uid);
  }

  /** Children of an owner, or events of an object. */
  of(parentUid: string): readonly KubeObject[] {
    return [...(this.#byParent.get(parentUid) ?? [])].flatMap(
      (uid) => this.#objects.get(uid) ?? [],
    );
  }

  values(): IterableIterator<KubeObject> {
    return this.#objects.values();
  }

  apply(event: StoreEvent): readonly ObjectChange[] {
    switch (event.type) {
      case "replace":
        return this.#replace(event.items);
      case "upsert":
        return this.#upsert(event.object);
      case "remove":
        return this.#remove(event.object.metadata.uid ?? "");
      case "absent":
        return this.#replace([]);
      default:
        return [];
    }
  }

  #replace(items: readonly KubeObject[]): readonly ObjectChange[] {
    const present = new Set(items.map(({ metadata }) => metadata.uid));
    const gone = [...this.#objects.keys()].filter((uid) => !present.has(uid));
    return [
      ...gone.flatMap((uid) => this.#remove(uid)),
      ...items.flatMap((item) => this.#upsert(item)),
    ];
  }

  #upsert(object: KubeObject): readonly ObjectChange[] {
    const uid = object.metadata.uid;
    if (uid === undefined) return [];
    const before = this.#objects.get(uid);
    if (
      before !== undefined &&
      before.metadata.resourceVersion !== undefined &&
      before.metadata.resourceVersion === object.metadata.resourceVersion
    )
      return [];
    const after = this.#keep(object);
    if (after === undefined) return this.#remove(uid);
    if (before !== undefined) this.#unindex(uid, before);
    this.#objects.set(uid, after);
    this.#index(uid, after);
    return [{ before, after }];
  }

  #remove(uid: string): readonly ObjectChange[] {
    const before = this.#objects.get(uid);
    if (before === undefined) return [];
    this.#objects.delete(uid);
    this.#unindex(uid, before);
    return [{ before }];
  }

  #index(uid: string, object: KubeObject): void {
    this.#byName.set(nameKey(object.metadata.namespace, object.metadata.name ?? ""), uid);
    const parent = parentUid(object);
    if (parent === undefined) return;
    const children = this.#byParent.get(parent) ?? new Set();
    children.add(uid);
    this.#byParent.set(parent, children);
  }

  #unindex(uid: string, object: KubeObject): void {
    const key = nameKey(object.metadata.namespace, object.metadata.name ?? "");
    if (this.#byName.get(key) === uid) this.#byName.delete(key);
    const parent = parentUid(object);
    if (parent === undefined) return;
    const children = this.#byParent.get(parent);
    children?.delete(uid);
    if (children?.size === 0) this.#byParent.delete(parent);
  }
}

/** The controlling owner (else the first one); of an event the object that it tells of. */
export function parentUid(object: KubeObject): string | undefined {
  if (object.kind === "Event") {
    const involved = object["involvedObject"];
    return isJsonObject(involved) ? asString(getIn(involved, "uid")) : undefined;
  }
  const owners = object.metadata.ownerReferences ?? [];
  return (owners.find(({ controller }) => controller === true) ?? owners[0])?.uid;
}

function nameKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ""}/${name}`;
}
