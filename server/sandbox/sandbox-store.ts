import type { KindInfo } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JsonObject } from "#lib/util/json.ts";

/** `manager` is written into metadata.managedFields; `status` writes nothing but the status, as the subresource does. */
export type InternalWrite = {
  readonly manager: string;
  readonly subresource?: "status" | undefined;
};

export type StoreChange = {
  readonly type: "added" | "modified" | "deleted";
  readonly info: KindInfo;
  /** The object after the change; of a deletion its last state. */
  readonly object: KubeObject;
  /** The object before the change; absent for `added`. */
  readonly old?: KubeObject | undefined;
};

/**
 * The door for the sandbox's own controllers, seeds and loaders: no access check and no admission, but the same
 * versions, generations, managedFields and watch events as for anybody. Objects that come out are deeply frozen and
 * shared; objects that go in become frozen.
 *
 * `create` keeps uid, creationTimestamp, generation and managedFields that the object brings along (loaded files,
 * seeds with a past), else makes them, and keeps the status.
 */
export type SandboxStore = {
  get(info: KindInfo, namespace: string | undefined, name: string): KubeObject | undefined;
  /** Sorted by namespace and name. Without a namespace: of all namespaces. */
  list(info: KindInfo, namespace?: string): readonly KubeObject[];
  /** All objects with an ownerReference to this uid. */
  ownedBy(uid: string): readonly KubeObject[];
  /** Fails with KubeRefusal (409) where the name is taken; makes a name from metadata.generateName. */
  create(object: KubeObject, write: InternalWrite): KubeObject;
  /**
   * As forced server-side apply: creates the object, or sets the given fields; fields that this manager applied before
   * and no longer gives go away unless another manager set them too; all else stays. Writing nothing new changes nothing.
   */
  apply(object: KubeObject, write: InternalWrite): KubeObject;
  /** Replaces the object by what `change` makes of it. Undefined, and nothing written, when there is none. */
  update(
    info: KindInfo,
    namespace: string | undefined,
    name: string,
    change: (current: KubeObject) => KubeObject,
    write: InternalWrite,
  ): KubeObject | undefined;
  setStatus(
    info: KindInfo,
    namespace: string | undefined,
    name: string,
    status: JsonObject,
    write: { readonly manager: string },
  ): KubeObject | undefined;
  /** Deletes in the background way: what it owns goes too. False when there was nothing. */
  remove(info: KindInfo, namespace: string | undefined, name: string): boolean;
};
