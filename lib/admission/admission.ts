import type { Dialect } from "../dialect/entry.ts";
import type { KubeObject } from "../k8s/object.ts";
import type { StatusCause } from "../k8s/status.ts";
import type { TrainerVersion } from "../render/versions.ts";

export type AdmissionRequest = {
  readonly operation: "create" | "update";
  readonly dialect: Dialect;
  readonly trainerVersion: TrainerVersion;
  /** The object as the client would have it stored, after its patch was applied. */
  readonly object: KubeObject;
  readonly old?: KubeObject | undefined;
  /** The runtime that the TrainJob names (for templateOverrides the snapshot where there is one); undefined: not found. */
  readonly runtime?: KubeObject | undefined;
  /** Set when loading files: the runtime look-up is skipped, nothing else. */
  readonly skipRuntimeLookup?: boolean | undefined;
  /** Jobs of the TrainJob's JobSet with active pods. */
  readonly activeJobs: readonly { readonly name: string; readonly active: number }[];
  /** Milliseconds since the epoch. */
  readonly now: number;
};

export type AdmissionResult =
  | {
      readonly admitted: true;
      /** Pruned, defaulted, times filled: what would be stored (server metadata apart). */
      readonly object: KubeObject;
      readonly warnings: readonly string[];
      /** JSON pointers, into the request's object, of fields that the served schema does not know and drops. */
      readonly pruned: readonly string[];
    }
  | {
      readonly admitted: false;
      readonly code: 400 | 403 | 422;
      readonly reason: string;
      readonly message: string;
      /** `field` is written as the API server does: `spec.templateOverrides[0].pod[1].time`. */
      readonly causes: readonly StatusCause[];
      readonly warnings: readonly string[];
      readonly pruned: readonly string[];
    };
