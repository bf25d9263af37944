import { getIn, isJsonObject, type JsonObject } from "../util/json.ts";
import { DIALECTS, type Dialect } from "./entry.ts";

/** The override API that a served TrainJob schema (`openAPIV3Schema`) has; undefined when it knows none. */
export function dialectOfSchema(trainJobSchema: JsonObject): Dialect | undefined {
  const fields = getIn(trainJobSchema, "properties", "spec", "properties");
  return DIALECTS.findLast((dialect) => isJsonObject(getIn(fields, dialect)));
}
