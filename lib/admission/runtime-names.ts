import type { KubeObject } from "../k8s/object.ts";
import { asString, getIn, type JsonObject, objectsIn } from "../util/json.ts";

/** The names of a ReplicatedJob's containers in its runtime. */
export type JobContainers = {
  readonly containers: ReadonlySet<string>;
  readonly initContainers: ReadonlySet<string>;
};

/** Names of the jobs of a runtime, in order, with their containers. */
export function runtimeNames(runtime: KubeObject): ReadonlyMap<string, JobContainers> {
  const jobs = objectsIn(getIn(runtime.spec, "template", "spec", "replicatedJobs"));
  const names = new Map<string, JobContainers>();
  for (const job of jobs) {
    const name = asString(job["name"]);
    if (name !== undefined) names.set(name, containersOf(job));
  }
  return names;
}

function containersOf(job: JsonObject): JobContainers {
  const pod = getIn(job, "template", "spec", "template", "spec");
  return {
    containers: namesIn(objectsIn(getIn(pod, "containers"))),
    initContainers: namesIn(objectsIn(getIn(pod, "initContainers"))),
  };
}

function namesIn(items: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(items.map((item) => asString(item["name"])).filter((name) => name !== undefined));
}

/** Their env belongs to spec.trainer and spec.initializer; overrides may not set it. */
export const RESERVED_ENV_CONTAINERS: ReadonlySet<string> = new Set([
  "node",
  "dataset-initializer",
  "model-initializer",
]);

export const RESERVED_ENV_MESSAGE =
  "must not have envs for the dataset-initializer, model-initializer, node containers";

/** True for an override's container entry that sets env where it must not. */
export function setsReservedEnv(container: JsonObject): boolean {
  const name = asString(container["name"]) ?? "";
  return RESERVED_ENV_CONTAINERS.has(name) && objectsIn(container["env"]).length > 0;
}
