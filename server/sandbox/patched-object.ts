import { applyJsonPatch, parseJsonPatch } from "#lib/k8s/json-patch.ts";
import { applyMergePatch } from "#lib/k8s/merge-patch.ts";
import { isKubeObject, type KubeObject, toJson } from "#lib/k8s/object.ts";
import { asArray, isJsonObject, type Json, objectsIn } from "#lib/util/json.ts";
import { badRequest, patchDoesNotApply, refuse } from "./refusal.ts";

export const PATCH_TYPES = ["application/json-patch+json", "application/merge-patch+json"] as const;
export type PatchType = (typeof PATCH_TYPES)[number];

const MAX_PATCH_OPERATIONS = 10_000;

/** Throws 415. */
export function parsePatchType(contentType: string): PatchType {
  const found = PATCH_TYPES.find((type) => type === contentType);
  if (found !== undefined) return found;
  throw refuse(
    415,
    "UnsupportedMediaType",
    `the body of the request was in an unknown format - accepted media types include: ${PATCH_TYPES.join(", ")}`,
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

/** The object as the patch makes it, nothing of it checked. Throws 400, 413 and 422. */
export function patchedObject(old: KubeObject, type: PatchType, body: Json): KubeObject {
  const patched =
    type === "application/json-patch+json" ? patchByJson(old, body) : patchByMerge(old, body);
  if (!isKubeObject(patched)) throw badRequest("the patched object is no Kubernetes object");
  return patched;
}
