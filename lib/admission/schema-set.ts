import type { StructuralSchema } from "../schema/structural-schema.ts";

/** The schemas by which objects are judged; kinds without one pass through. */
export type SchemaSet = {
  readonly TrainJob?: StructuralSchema | undefined;
  readonly TrainingRuntime?: StructuralSchema | undefined;
  readonly ClusterTrainingRuntime?: StructuralSchema | undefined;
};
