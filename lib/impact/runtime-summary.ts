import { type KubeObject, toJson } from "../k8s/object.ts";
import { asObject, asString, getIn, type Json, type JsonObject, objectsIn } from "../util/json.ts";
import { type JsonPointer, toPointer } from "../util/pointer.ts";

export const ANCESTOR_LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";

/** A container as one reads it. `index` and `pointer` say where it stands in the runtime. */
export type ContainerSummary = {
  readonly pointer: JsonPointer;
  readonly name: string;
  readonly isInit: boolean;
  readonly image: string | undefined;
  /** Command and arguments in one list. */
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: Json | undefined }[];
  readonly resources: readonly { readonly name: string; readonly amount: string }[];
  readonly ports: readonly JsonObject[];
  readonly mounts: readonly { readonly name: string; readonly path: string }[];
};

export type JobSummary = {
  readonly pointer: JsonPointer;
  readonly name: string;
  /** The step of the TrainJob that fills this job. */
  readonly ancestor: string | undefined;
  readonly replicas: Json | undefined;
  readonly dependsOn: readonly string[];
  readonly pod: JsonObject;
  readonly containers: readonly ContainerSummary[];
  readonly volumes: readonly { readonly name: string; readonly source: string }[];
};

/** Pod fields that are shown beside containers and volumes. */
const POD_FACTS = [
  "serviceAccountName",
  "nodeSelector",
  "tolerations",
  "affinity",
  "restartPolicy",
];

/** The jobs of a runtime in its order; what is malformed is left out. */
export function summarizeJobs(runtime: KubeObject): readonly JobSummary[] {
  const jobs = getIn(toJson(runtime), "spec", "template", "spec", "replicatedJobs");
  return objectsIn(jobs).map((job, index) => {
    const steps = ["spec", "template", "spec", "replicatedJobs", index] as const;
    const pod = asObject(getIn(job, "template", "spec", "template", "spec")) ?? {};
    const podSteps = [...steps, "template", "spec", "template", "spec"];
    return {
      pointer: toPointer(steps),
      name: asString(job["name"]) ?? "",
      ancestor: asString(getIn(job, "template", "metadata", "labels", ANCESTOR_LABEL)),
      replicas: job["replicas"],
      dependsOn: objectsIn(job["dependsOn"]).map((one) =>
        `${asString(one["name"]) ?? ""} ${asString(one["status"]) ?? ""}`.trim(),
      ),
      pod,
      containers: (["initContainers", "containers"] as const).flatMap((list) =>
        objectsIn(pod[list]).map((container, at) =>
          summarizeContainer(container, list === "initContainers", [...podSteps, list, at]),
        ),
      ),
      volumes: objectsIn(pod["volumes"]).map((volume) => ({
        name: asString(volume["name"]) ?? "",
        source: sourceOf(volume),
      })),
    };
  });
}

/** The fields of the pod that say where and as whom it runs. */
export function podFacts({
  pod,
}: JobSummary): readonly { readonly name: string; readonly value: Json }[] {
  return POD_FACTS.flatMap((name) => {
    const value = pod[name];
    return value === undefined ? [] : [{ name, value }];
  });
}

function summarizeContainer(
  container: JsonObject,
  isInit: boolean,
  steps: readonly (string | number)[],
): ContainerSummary {
  return {
    pointer: toPointer(steps),
    name: asString(container["name"]) ?? "",
    isInit,
    image: asString(container["image"]),
    command: [...textsIn(container["command"]), ...textsIn(container["args"])],
    env: objectsIn(container["env"]).map((entry) => ({
      name: asString(entry["name"]) ?? "",
      value: entry["value"] ?? entry["valueFrom"],
    })),
    resources: resourcesOf(asObject(container["resources"]) ?? {}),
    ports: objectsIn(container["ports"]),
    mounts: objectsIn(container["volumeMounts"]).map((mount) => ({
      name: asString(mount["name"]) ?? "",
      path: asString(mount["mountPath"]) ?? "",
    })),
  };
}

function textsIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The limit of a resource, or its request where there is no limit; both where they differ. */
function resourcesOf(resources: JsonObject): ContainerSummary["resources"] {
  const limits = asObject(resources["limits"]) ?? {};
  const requests = asObject(resources["requests"]) ?? {};
  return [...new Set([...Object.keys(limits), ...Object.keys(requests)])].map((name) => {
    const both = [requests[name], limits[name]].filter((one) => one !== undefined).map(String);
    return { name, amount: [...new Set(both)].join(" – ") };
  });
}

/** `secret ssh-key`, `emptyDir`: the kind of the volume with the name it points at. */
function sourceOf(volume: JsonObject): string {
  const kind = Object.keys(volume).find((key) => key !== "name") ?? "emptyDir";
  const source = asObject(volume[kind]) ?? {};
  const named = ["claimName", "secretName", "name", "path", "driver"].flatMap(
    (key) => asString(source[key]) ?? [],
  );
  return [kind, ...named.slice(0, 1)].join(" ");
}
