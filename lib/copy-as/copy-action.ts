import { DASHBOARD_FIELD_MANAGER, fieldManagerOf } from "#lib/dialect/field-manager.ts";
import { suspendPatch } from "#lib/dialect/suspend-patch.ts";
import type { JsonPatchOperation } from "#lib/k8s/json-patch.ts";
import type { KubeObject } from "#lib/k8s/object.ts";

/** One write, as the API server gets it; what it is copied as does the same, with the same guards. */
export type CopyAction = PatchTrainJob | DeleteJobSet;

export type PatchTrainJob = {
  readonly kind: "patchTrainJob";
  readonly namespace: string;
  readonly name: string;
  readonly fieldManager: string;
  readonly patch: readonly JsonPatchOperation[];
};

export type DeleteJobSet = {
  readonly kind: "deleteJobSet";
  readonly namespace: string;
  readonly name: string;
  readonly preconditions: Readonly<Record<"uid" | "resourceVersion", string | undefined>>;
};

type JobRef = { readonly namespace: string; readonly name: string };

/** An override appended, changed or taken out, in this lane. */
export function overrideAction(
  { namespace, name }: JobRef,
  write: { readonly manager: string | undefined; readonly patch: readonly JsonPatchOperation[] },
): CopyAction {
  const fieldManager = fieldManagerOf(write.manager);
  return { kind: "patchTrainJob", namespace, name, fieldManager, patch: write.patch };
}

/** Suspend or resume. */
export function suspendAction(
  { namespace, name, uid }: JobRef & { readonly uid: string },
  suspend: boolean,
): CopyAction {
  const patch = suspendPatch(uid, suspend);
  return {
    kind: "patchTrainJob",
    namespace,
    name,
    fieldManager: DASHBOARD_FIELD_MANAGER,
    patch,
  };
}

/** Deletes this JobSet as it was seen, so that the controller makes it anew; one that changed meanwhile answers 409. */
export function deleteJobSetAction({ metadata }: KubeObject): CopyAction {
  const { namespace = "default", name = "", uid, resourceVersion } = metadata;
  return { kind: "deleteJobSet", namespace, name, preconditions: { uid, resourceVersion } };
}
