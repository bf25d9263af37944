import type { KubeObject, ManagedFieldsEntry } from "../k8s/object.ts";
import { getIn } from "../util/json.ts";

/** Who owns `spec.suspend` by managedFields; empty where there are none. */
export function suspendWriters(trainJob: KubeObject): readonly ManagedFieldsEntry[] {
  return (trainJob.metadata.managedFields ?? []).filter(
    ({ fieldsV1 }) => getIn(fieldsV1, "f:spec", "f:suspend") !== undefined,
  );
}
