import type { KubeObject } from "../k8s/object.ts";
import { asArray, asString, getIn, type Json, type JsonObject, objectsIn } from "../util/json.ts";
import { type JsonPointer, joinPointer, toPointer } from "../util/pointer.ts";

export const ANCESTOR_LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";
export const JOBS = ["spec", "replicatedJobs"] as const;
export const POD_SPEC = ["template", "spec", "template", "spec"] as const;

export type JobView = {
  readonly name: string;
  readonly ancestor: string | undefined;
  /** Pods at a time. */
  readonly parallelism: number;
  readonly podSpec: JsonObject;
  readonly podPath: JsonPointer;
};

export type ContainerView = {
  readonly name: string;
  readonly value: JsonObject;
  readonly path: JsonPointer;
};

/** The ReplicatedJobs of a JobSet, or of a runtime with `base` `/spec/template`. */
export function jobsOf(owner: KubeObject | undefined, base: JsonPointer = ""): readonly JobView[] {
  const steps = base === "" ? JOBS : (["spec", "template", ...JOBS] as const);
  const list = asArray(getIn(owner?.spec, ...steps.slice(1))) ?? [];
  return list.flatMap((job, index) => {
    const name = asString(getIn(job, "name"));
    if (name === undefined) return [];
    const parallelism = getIn(job, "template", "spec", "parallelism");
    return [
      {
        name,
        ancestor: asString(getIn(job, "template", "metadata", "labels", ANCESTOR_LABEL)),
        parallelism: typeof parallelism === "number" ? parallelism : 1,
        podSpec: objectsIn([getIn(job, ...POD_SPEC) ?? null])[0] ?? {},
        podPath: joinPointer(toPointer([...steps]), index, ...POD_SPEC),
      },
    ];
  });
}

/** Regular and init containers, with their places. */
export function containersOf({ podSpec, podPath }: JobView): readonly ContainerView[] {
  return (["initContainers", "containers"] as const).flatMap((list) =>
    placed(podSpec[list], joinPointer(podPath, list)).map(({ value, path }) => ({
      name: asString(value["name"]) ?? "",
      value,
      path,
    })),
  );
}

/** The objects of a list with their places. */
export function placed(
  list: Json | undefined,
  base: JsonPointer,
): readonly { readonly value: JsonObject; readonly path: JsonPointer }[] {
  return (asArray(list) ?? []).flatMap((item, index) =>
    objectsIn([item]).map((value) => ({ value, path: joinPointer(base, index) })),
  );
}
