import type { KubeObject } from "../k8s/object.ts";
import { getIn, objectsIn } from "../util/json.ts";
import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import { setsReservedEnv } from "./runtime-names.ts";

/** Where `runtimePatches` set env on reserved containers, in the order in which the webhook finds them. */
export function reservedEnvPlaces(trainJob: KubeObject): readonly JsonPointer[] {
  const patches = objectsIn(trainJob.spec?.["runtimePatches"]);
  return patches.flatMap((patch, patchIndex) => {
    const jobs = objectsIn(
      getIn(patch, "trainingRuntimeSpec", "template", "spec", "replicatedJobs"),
    );
    return jobs.flatMap((job, jobIndex) => {
      const pod = `/template/spec/template/spec/containers`;
      const base = `/spec/runtimePatches/${patchIndex}/trainingRuntimeSpec/template/spec/replicatedJobs/${jobIndex}${pod}`;
      return objectsIn(getIn(job, "template", "spec", "template", "spec", "containers")).flatMap(
        (container, index) =>
          setsReservedEnv(container) ? [joinPointer(joinPointer(base, index), "env")] : [],
      );
    });
  });
}
