import type { KubeObject } from "../k8s/object.ts";
import { asString, getIn, objectsIn } from "../util/json.ts";

/** What an override can name in a runtime. Containers are by job, init containers among them. */
export type RuntimeNames = {
  readonly jobs: readonly string[];
  readonly containers: { readonly [job: string]: readonly string[] };
};

/** From a TrainingRuntime or ClusterTrainingRuntime (live or snapshot). */
export function runtimeNamesOf(runtime: KubeObject): RuntimeNames {
  const jobs: string[] = [];
  const containers: { [job: string]: readonly string[] } = {};
  for (const job of objectsIn(getIn(runtime.spec, "template", "spec", "replicatedJobs"))) {
    const name = asString(job["name"]);
    if (name === undefined) continue;
    const pod = getIn(job, "template", "spec", "template", "spec");
    const all = [
      ...objectsIn(getIn(pod, "containers")),
      ...objectsIn(getIn(pod, "initContainers")),
    ];
    jobs.push(name);
    containers[name] = all.flatMap((container) => asString(container["name"]) ?? []);
  }
  return { jobs, containers };
}
