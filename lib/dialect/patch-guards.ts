import type { JsonPatchOperation } from "../k8s/json-patch.ts";
import type { KubeObject } from "../k8s/object.ts";

/** Against writing into a recreated object: fails with 422 without causes. A draft that was never stored has no uid to test. */
export function uidGuard(trainJob: KubeObject): readonly JsonPatchOperation[] {
  const uid = trainJob.metadata.uid;
  return uid === undefined ? [] : [{ op: "test", path: "/metadata/uid", value: uid }];
}

/** Against losing somebody else's write: a stale version answers 409. */
export function versionGuard(trainJob: KubeObject): readonly JsonPatchOperation[] {
  const version = trainJob.metadata.resourceVersion;
  if (version === undefined) return [];
  return [{ op: "replace", path: "/metadata/resourceVersion", value: version }];
}
