import { type KubeObject, toJson } from "../k8s/object.ts";
import type { StatusCause } from "../k8s/status.ts";
import { pointerOf } from "../schema/field-path.ts";
import { locateField } from "../schema/locate-field.ts";
import type { JsonPointer } from "../util/pointer.ts";

export type ExplainedCause = StatusCause & {
  /** Where the cause stands; with an object the nearest place that exists in it. */
  readonly pointer: JsonPointer;
};

/** Causes with the places that an editor can mark. The whole object is the empty pointer. */
export function explainRefusal(
  causes: readonly StatusCause[],
  object?: KubeObject | undefined,
): readonly ExplainedCause[] {
  return causes.map((cause) => ({
    ...cause,
    pointer:
      object === undefined ? pointerOf(cause.field) : locateField(toJson(object), cause.field),
  }));
}
