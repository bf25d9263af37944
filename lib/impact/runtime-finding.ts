import type { JsonPointer } from "../util/pointer.ts";

/** What each says in words stands in the message files, under the same name. */
export const RUNTIME_FINDING_CODES = [
  "RENDER_FAILS",
  "NO_JOBS",
  "NO_TRAINER",
  "NO_ML_POLICY",
  "MPI_JOB_MISSING",
  "ANCESTOR_ON_POD",
  "ANCESTOR_UNKNOWN",
  "REPLICAS_NOT_ONE",
  "CONTAINER_MISSING",
  "INITIALIZER_MOUNT_MISSING",
  "DEPENDS_ON_UNKNOWN",
  "PORTS_COLLIDE",
  "MOUNT_WITHOUT_VOLUME",
  "MOUNT_PATH_TWICE",
  "RESTART_ALWAYS",
  "IMAGE_MISSING",
  "IMAGE_LEFT_TO_JOBS",
  "NAMES_TOO_LONG",
] as const;
export type RuntimeFindingCode = (typeof RUNTIME_FINDING_CODES)[number];

export type RuntimeFinding = {
  readonly code: RuntimeFindingCode;
  readonly severity: "error" | "warning";
  /** Into the runtime. */
  readonly path: JsonPointer;
  readonly values: { readonly [name: string]: string | number };
};
