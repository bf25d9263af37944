import type { JsonPatchOperation } from "../k8s/json-patch.ts";

/** Suspends or resumes the TrainJob with this uid, and no other of its name. */
export function suspendPatch(uid: string, suspend: boolean): readonly JsonPatchOperation[] {
  return [
    { op: "test", path: "/metadata/uid", value: uid },
    { op: "add", path: "/spec/suspend", value: suspend },
  ];
}
