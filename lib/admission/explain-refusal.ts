import { type KubeObject, toJson } from "../k8s/object.ts";
import type { StatusCause } from "../k8s/status.ts";
import { pointerOf } from "../schema/field-path.ts";
import { locateField } from "../schema/locate-field.ts";
import type { JsonPointer } from "../util/pointer.ts";
import { reservedEnvPlaces } from "./reserved-env-places.ts";
import { RESERVED_ENV_MESSAGE } from "./runtime-names.ts";

export type ExplainedCause = StatusCause & {
  /** Where the cause stands; with an object the nearest place that exists in it. */
  readonly pointer: JsonPointer;
};

/** Causes with the places that an editor can mark. The whole object is the empty pointer. */
export function explainRefusal(
  causes: readonly StatusCause[],
  object?: KubeObject | undefined,
): readonly ExplainedCause[] {
  if (object === undefined)
    return causes.map((cause) => ({ ...cause, pointer: pointerOf(cause.field) }));
  const vague = causes.filter(isVague);
  const places = vague.length === 0 ? [] : reservedEnvPlaces(object);
  return causes.map((cause) => {
    const place = isVague(cause) ? places[vague.indexOf(cause)] : undefined;
    return place === undefined
      ? { ...cause, pointer: locateField(toJson(object), cause.field) }
      : { ...cause, message: `Forbidden: ${RESERVED_ENV_MESSAGE}`, pointer: place };
  });
}

/** Trainer names only the list and prints the whole of it; which container it means has to be found. */
function isVague({ field, message }: StatusCause): boolean {
  return field === "spec.runtimePatches" && message.endsWith(RESERVED_ENV_MESSAGE);
}
