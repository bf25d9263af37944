import type { JsonObject } from "#lib/util/json.ts";
import { createSchemaReader, type SchemaKind, type SchemaVersion } from "./expand.ts";
import file from "./schemas.json" with { type: "json" };

type SchemasOfVersion = Readonly<Record<SchemaKind, JsonObject>>;

const read = createSchemaReader(file);

/** Every schema at once, for the server, the command line and tests. Browser code uses `loadSchema`. */
export const allSchemas: Readonly<Record<SchemaVersion, SchemasOfVersion>> = {
  "v2.0.0": schemasOf("v2.0.0"),
  "v2.0.1": schemasOf("v2.0.1"),
  "v2.1.0": schemasOf("v2.1.0"),
  "v2.2.0": schemasOf("v2.2.0"),
  "v2.2.1": schemasOf("v2.2.1"),
  "v2.3.0": schemasOf("v2.3.0"),
  templateOverrides: schemasOf("templateOverrides"),
};

function schemasOf(version: SchemaVersion): SchemasOfVersion {
  return {
    TrainJob: read("TrainJob", version),
    TrainingRuntime: read("TrainingRuntime", version),
    ClusterTrainingRuntime: read("ClusterTrainingRuntime", version),
    JobSet: read("JobSet", version),
  };
}
