import type { EntryKind } from "../dialect/entry.ts";
import type { JsonPointer } from "../util/pointer.ts";

export type OriginLayer =
  | "runtime"
  | "snapshot"
  | "override"
  | "trainJob"
  | "trainer"
  | "initializer"
  | "policy"
  | "gang"
  | "controller"
  | "apiDefault"
  | "jobsetDefault";

/**
 * Who wrote a leaf. `name` says which one of its layer (runtime name, policy, gang scheduler);
 * `path` is the JSON pointer of the value in the source object (runtime, snapshot or TrainJob), absent for computed values.
 */
export type Origin = {
  readonly layer: OriginLayer;
  readonly name?: string | undefined;
  readonly manager?: string | undefined;
  readonly kind?: EntryKind | undefined;
  readonly time?: string | undefined;
  readonly index?: number | undefined;
  readonly path?: JsonPointer | undefined;
};

/** `chain`: earlier writers of the same leaf, oldest first, the winner not among them. `inputs`: what a computed leaf depends on. */
export type LeafBlame = {
  readonly origin: Origin;
  readonly chain: readonly Origin[];
  readonly inputs?: readonly Origin[] | undefined;
};

/** `{"<Kind>/<name>": {"<JSON pointer of the leaf>": …}}`. Empty maps and lists are leaves. */
export type Blame = { readonly [objectKey: string]: { readonly [leaf: JsonPointer]: LeafBlame } };
