import type { Dialect } from "../dialect/entry.ts";
import type { KubeObject } from "../k8s/object.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import type { Blame } from "./origin.ts";
import type { TrainerVersion } from "./versions.ts";

/** An object that exists already; whole, or just as much as rendering asks about. */
export type ExistingObject =
  | KubeObject
  | { readonly kind: string; readonly name: string; readonly suspend?: boolean | undefined };

export type RenderInput = {
  readonly trainJob: KubeObject;
  /** The live runtime that `spec.runtimeRef` names; absent when it was not found. */
  readonly runtime?: KubeObject | undefined;
  readonly existing?: readonly ExistingObject[] | undefined;
  readonly trainerVersion?: TrainerVersion | undefined;
  /** Which override API to read; found from the TrainJob's fields when absent. */
  readonly dialect?: Dialect | undefined;
  /** Apply only the first N override entries (0 = runtime alone); all when absent. */
  readonly entryCount?: number | undefined;
  /** Provenance costs about as much as the render: off unless asked for. */
  readonly blame?: boolean | undefined;
  /** Needed only where `existing` holds a runtime snapshot ConfigMap. */
  readonly parseYaml?: ((text: string) => unknown) | undefined;
};

export type RenderResult = {
  /** Sorted by kind, then name. Empty when an error diagnostic says why nothing is rendered. */
  readonly objects: readonly KubeObject[];
  readonly diagnostics: readonly Diagnostic[];
  readonly blame?: Blame | undefined;
  readonly runtimeSource: "live" | "snapshot" | "none";
};
