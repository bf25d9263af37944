import type { Dialect } from "#lib/dialect/entry.ts";
import type { KindInfo } from "#lib/k8s/kinds.ts";
import type { TrainerVersion } from "#lib/render/versions.ts";
import { allSchemas } from "#lib/schema/generated/all.ts";
import { parseStructuralSchema, type StructuralSchema } from "#lib/schema/structural-schema.ts";

export type CrdSchemas = {
  readonly TrainJob: StructuralSchema;
  readonly TrainingRuntime: StructuralSchema;
  readonly ClusterTrainingRuntime: StructuralSchema;
  readonly JobSet: StructuralSchema;
};

/** The schemas that a cluster with this dialect and Trainer version serves. */
export function crdSchemasFor(dialect: Dialect, version: TrainerVersion): CrdSchemas {
  const set = allSchemas[dialect === "templateOverrides" ? dialect : version];
  return {
    TrainJob: parseStructuralSchema(set.TrainJob),
    TrainingRuntime: parseStructuralSchema(set.TrainingRuntime),
    ClusterTrainingRuntime: parseStructuralSchema(set.ClusterTrainingRuntime),
    JobSet: parseStructuralSchema(set.JobSet),
  };
}

/** Undefined for kinds whose schema the sandbox does not hold. */
export function schemaOfKind(schemas: CrdSchemas, info: KindInfo): StructuralSchema | undefined {
  switch (info.kind) {
    case "TrainJob":
    case "TrainingRuntime":
    case "ClusterTrainingRuntime":
    case "JobSet":
      return schemas[info.kind];
    default:
      return undefined;
  }
}
