/**
 * What can stop or accompany a render. Errors mean that nothing is rendered. Paths lead into the TrainJob, but those of
 * `RUNTIME_INVALID`, `ENV_INJECTION_TARGET_MISSING` and `MPI_IMPLEMENTATION_UNSUPPORTED` into the runtime.
 */
export const RENDER_CODES = {
  /** `spec.runtimeRef` names a runtime that was not given. */
  RUNTIME_NOT_FOUND: "error",
  /** `spec.runtimeRef` names a kind that Trainer does not know. */
  RUNTIME_KIND_UNSUPPORTED: "error",
  /** The stored runtime snapshot cannot be used. */
  SNAPSHOT_INVALID: "error",
  /** A value of the TrainJob has a type or form that the controller cannot decode. */
  INPUT_INVALID: "error",
  /** A value of the runtime has a type or form that the controller cannot decode. */
  RUNTIME_INVALID: "error",
  /** This Trainer version does not read this override API. */
  DIALECT_UNSUPPORTED: "error",
  /** This Trainer version cannot be rendered. */
  VERSION_UNSUPPORTED: "error",
  /** A strategic merge cannot be done (unknown `$patch` directive). */
  MERGE_FAILED: "error",
  /** `mlPolicy.torch.envInjection` names a job or container that does not exist. */
  ENV_INJECTION_TARGET_MISSING: "error",
  /** Only OpenMPI can be rendered. */
  MPI_IMPLEMENTATION_UNSUPPORTED: "error",
  /** A value is missing without which the controller crashes. */
  REQUIRED_VALUE_MISSING: "error",
  /** An override names a job that the runtime does not have. */
  TARGET_JOB_UNKNOWN: "warning",
  /** An override names a container that the job does not have. */
  TARGET_CONTAINER_UNKNOWN: "warning",
  /** `spec.managedBy` names another controller: Trainer renders nothing. */
  MANAGED_ELSEWHERE: "info",
  /** The TrainJob is finished: nothing is sent any more. */
  TRAINJOB_FINISHED: "info",
} as const satisfies Record<string, "error" | "warning" | "info">;

export type RenderCode = keyof typeof RENDER_CODES;
