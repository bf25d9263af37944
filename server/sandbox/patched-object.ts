import { applyJsonPatch, parseJsonPatch } from "#lib/k8s/json-patch.ts";
import { applyMergePatch } from "#lib/k8s/merge-patch.ts";
import { isKubeObject, type KubeObject, toJson } from "#lib/k8s/object.ts";
import { asArray, isJsonObject, type Json, objectsIn } from "#lib/util/json.ts";
import type { FieldShape } from "./field-shape.ts";
import { badRequest, patchDoesNotApply, refuse } from "./refusal.ts";
import { mergeStrategically } from "./strategic-merge-patch.ts";
import { APPLY_PATCH, STRATEGIC_PATCH } from "./write-options.ts";

const PATCH_TYPES = [
  "application/json-patch+json",
  "application/merge-patch+json",
  APPLY_PATCH,
  STRATEGIC_PATCH,
] as const;
export type PatchType = (typeof PATCH_TYPES)[number];

const MAX_PATCH_OPERATIONS = 10_000;

/** Strategic merges need a compiled-in type. */
export function patchTypesOf(native: boolean): readonly PatchType[] {
  return PATCH_TYPES.filter((type) => native || type !== STRATEGIC_PATCH);
}

/** Throws 415. */
export function parsePatchType(contentType: string, native: boolean): PatchType {
  const found = patchTypesOf(native).find((type) => type === contentType);
  if (found !== undefined) return found;
  throw refuse(
    415,
    "UnsupportedMediaType",
    `the body of the request was in an unknown format - accepted media types include: ${patchTypesOf(native).join(", ")}`,
  );
}

function patchByJson(old: KubeObject, body: Json): Json {
  const operations = parseJsonPatch(body);
  // A list of objects is decoded; what is in them is a matter of applying.
  if (operations === undefined)
    throw objectsIn(body).length === (asArray(body)?.length ?? -1)
      ? patchDoesNotApply()
      : badRequest("error decoding patch: json: cannot unmarshal into a list of operations");
  if (operations.length > MAX_PATCH_OPERATIONS)
    throw refuse(
      413,
      "RequestEntityTooLarge",
      `The allowed maximum operations in a JSON patch is ${MAX_PATCH_OPERATIONS}, got ${operations.length}`,
    );
  const result = applyJsonPatch(toJson(old), operations);
  if (!result.ok) throw patchDoesNotApply();
  return result.value;
}

function patchByMerge(old: KubeObject, body: Json): Json {
  if (!isJsonObject(body)) throw badRequest("error decoding patch: not an object");
  return applyMergePatch(toJson(old), body);
}

function patchedJson(
  old: KubeObject,
  type: Exclude<PatchType, typeof APPLY_PATCH>,
  body: Json,
  shape: FieldShape,
): Json {
  switch (type) {
    case "application/json-patch+json":
      return patchByJson(old, body);
    case "application/merge-patch+json":
      return patchByMerge(old, body);
    case STRATEGIC_PATCH:
      return mergeStrategically(toJson(old), body, shape);
  }
}

/** The object as the patch makes it, nothing of it checked. Throws 400, 413 and 422. */
export function patchedObject(
  old: KubeObject,
  type: Exclude<PatchType, typeof APPLY_PATCH>,
  body: Json,
  shape: FieldShape,
): KubeObject {
  const patched = patchedJson(old, type, body, shape);
  if (!isKubeObject(patched)) throw badRequest("the patched object is no Kubernetes object");
  return patched;
}
