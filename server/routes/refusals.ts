import { explainRefusal } from "#lib/admission/explain-refusal.ts";
import { AppError, type FieldProblem } from "#lib/errors/app-error.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { StatusCause } from "#lib/k8s/status.ts";
import { pointerOf } from "#lib/schema/field-path.ts";
import type { JsonPointer } from "#lib/util/pointer.ts";
import type { Refusal } from "./predict.ts";

/** Where the entry of a request stands in the object, and where its change stands in the entry. */
export type RequestMap = {
  readonly entryPath: JsonPointer;
  readonly isRuntimePatch: boolean;
  /** The object with the entry in it, where there is one: some causes name less than they mean. */
  readonly object?: KubeObject | undefined;
};

/** A cause's field as a pointer into the request; what is not about the new entry points at the whole request. */
export function toFieldProblems(
  causes: readonly StatusCause[],
  map: RequestMap,
): readonly FieldProblem[] {
  return explainRefusal(causes, map.object).map(({ field, message, pointer }) => ({
    pointer: isManagerOf(pointerOf(field), map.entryPath)
      ? "/manager"
      : requestPointer(pointer, map),
    ...(field === "" ? {} : { objectField: field }),
    message,
  }));
}

function requestPointer(pointer: JsonPointer, { entryPath, isRuntimePatch }: RequestMap): string {
  if (pointer === "" || !pointer.startsWith("/spec/")) return "";
  if (`${entryPath}/`.startsWith(`${pointer}/`)) return "/override";
  if (!pointer.startsWith(`${entryPath}/`)) return "";
  const rest = pointer.slice(entryPath.length);
  const [, first] = rest.split("/");
  if (first === "time" || first === "manager") return rest;
  const prefix = "/trainingRuntimeSpec";
  if (isRuntimePatch) return `/override${rest.startsWith(prefix) ? rest.slice(prefix.length) : ""}`;
  return `/override${rest}`;
}

/** The key of the list item that holds the entry; some webhooks leave the index out. */
function isManagerOf(pointer: JsonPointer, entryPath: JsonPointer): boolean {
  const [, spec, list, index] = entryPath.split("/");
  return pointer === `/${spec}/${list}/${index}/manager` || pointer === `/${spec}/${list}/manager`;
}

/** Our own prediction said no. */
export function refusedByRules(refusal: Refusal, map: RequestMap): AppError {
  return new AppError("REFUSED", {
    detail: refusal.message,
    reason: refusal.reason,
    upstreamStatus: refusal.code,
    causes: refusal.causes,
    errors: toFieldProblems(refusal.causes, map),
  });
}

/** The API server said no; a refusal of a webhook is not a missing right, though both are 403. */
export function refusedByServer(error: AppError, map: RequestMap): AppError {
  const isRefusal = error.code === "REFUSED" || isWebhookDenial(error);
  if (!isRefusal) return error;
  return new AppError("REFUSED", {
    ...error.meta,
    errors: toFieldProblems(error.meta.causes ?? [], map),
    cause: error,
  });
}

function isWebhookDenial(error: AppError): boolean {
  return error.code === "FORBIDDEN" && !/\bcannot \w+ resource /.test(error.meta.detail ?? "");
}

/** A failed `test` of a JSON patch: 422 without causes. */
export function isFailedTest(error: AppError): boolean {
  return (
    error.code === "REFUSED" &&
    error.meta.upstreamStatus === 422 &&
    (error.meta.causes ?? []).length === 0
  );
}
