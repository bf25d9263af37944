import type { KubeObject } from "../k8s/object.ts";
import type { StructuralSchema } from "../schema/structural-schema.ts";

/** The text with which Trainer's mutating webhook refuses an object that does not fit its Go types; undefined when it fits. */
export function findUndecodable(
  _schema: StructuralSchema,
  _object: KubeObject,
): string | undefined {
  return undefined;
}
