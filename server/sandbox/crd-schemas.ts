import type { Dialect } from "#lib/dialect/entry.ts";
import type { KindInfo } from "#lib/k8s/kinds.ts";
import type { TrainerVersion } from "#lib/render/versions.ts";
import { allSchemas } from "#lib/schema/generated/all.ts";
import { parseStructuralSchema, type StructuralSchema } from "#lib/schema/structural-schema.ts";
import type { JsonObject } from "#lib/util/json.ts";

export type CrdSchemas = {
  readonly TrainJob: StructuralSchema;
  readonly TrainingRuntime: StructuralSchema;
  readonly ClusterTrainingRuntime: StructuralSchema;
  readonly JobSet: StructuralSchema;
};

type SchemaKind = keyof CrdSchemas;

function isSchemaKind(kind: string): kind is SchemaKind {
  return ["TrainJob", "TrainingRuntime", "ClusterTrainingRuntime", "JobSet"].includes(kind);
}

function schemaSet(dialect: Dialect, version: TrainerVersion): (typeof allSchemas)[TrainerVersion] {
  return allSchemas[dialect === "templateOverrides" ? dialect : version];
}

/** The schemas that a cluster with this dialect and Trainer version serves. */
export function crdSchemasFor(dialect: Dialect, version: TrainerVersion): CrdSchemas {
  const set = schemaSet(dialect, version);
  return {
    TrainJob: parseStructuralSchema(set.TrainJob),
    TrainingRuntime: parseStructuralSchema(set.TrainingRuntime),
    ClusterTrainingRuntime: parseStructuralSchema(set.ClusterTrainingRuntime),
    JobSet: parseStructuralSchema(set.JobSet),
  };
}

/** Undefined for kinds whose schema the sandbox does not hold. */
export function schemaOfKind(schemas: CrdSchemas, info: KindInfo): StructuralSchema | undefined {
  return isSchemaKind(info.kind) ? schemas[info.kind] : undefined;
}

/** As schemaOfKind, in the words of the definition that a cluster publishes. */
export function publishedSchema(
  dialect: Dialect,
  version: TrainerVersion,
  info: KindInfo,
): JsonObject | undefined {
  return isSchemaKind(info.kind) ? schemaSet(dialect, version)[info.kind] : undefined;
}
