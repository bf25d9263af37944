import { type KubeObject, toJson } from "../k8s/object.ts";
import type { TrainerVersion } from "../render/versions.ts";
import type { Json } from "../util/json.ts";

/** Versions that keep a copy of the runtime per TrainJob (and that respect `managedBy`). */
export function hasSnapshots(version: TrainerVersion): boolean {
  return version === "v2.3.0";
}

export function snapshotName(trainJobName: string): string {
  return `${trainJobName}-runtime-snapshot`;
}

type Written = { readonly stringify: (value: Json) => string; readonly text: string };
const TEXT_OF_RUNTIME = new WeakMap<KubeObject, Written>();

/** Many TrainJobs share a runtime: each version of it is written once. */
function textOf(runtime: KubeObject, stringify: (value: Json) => string): string {
  const known = TEXT_OF_RUNTIME.get(runtime);
  if (known?.stringify === stringify) return known.text;
  const { managedFields: _managedFields, ...metadata } = runtime.metadata;
  const text = stringify(toJson({ ...runtime, metadata }));
  TEXT_OF_RUNTIME.set(runtime, { stringify, text });
  return text;
}

/** The ConfigMap that holds the runtime as it was at the first reconcile, under the key `runtime`. */
export function snapshotOf(
  trainJob: KubeObject,
  runtime: KubeObject,
  stringify: (value: Json) => string,
): KubeObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: snapshotName(trainJob.metadata.name ?? ""),
      namespace: trainJob.metadata.namespace,
      ownerReferences: [
        {
          apiVersion: trainJob.apiVersion,
          kind: trainJob.kind,
          name: trainJob.metadata.name ?? "",
          uid: trainJob.metadata.uid ?? "",
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    data: { runtime: textOf(runtime, stringify) },
  };
}
