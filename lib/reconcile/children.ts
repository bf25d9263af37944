import type { KubeObject } from "../k8s/object.ts";
import { asObject, asString, getIn, type JsonObject, objectsIn } from "../util/json.ts";
import { defaultJobSet } from "./jobset-defaults.ts";
import { sha1Hex } from "./sha1.ts";

const PREFIX = "jobset.sigs.k8s.io";
type TextMap = { readonly [key: string]: string };

/** One Job that a JobSet makes, and where it stands in it. */
export type ChildJob = {
  readonly replicatedJob: string;
  readonly index: number;
  /** Jobs that must be Ready or Complete before this one is made. */
  readonly dependsOn: readonly { readonly name: string; readonly status: string }[];
  readonly job: KubeObject;
};

/**
 * The Jobs of a JobSet (JobSet 0.12), in order, also those that wait for a dependency. The JobSet needs name,
 * namespace and uid; defaults are filled here. `restartAttempt` is `status.restarts`.
 */
export function childJobs(jobSet: KubeObject, restartAttempt: number): readonly ChildJob[] {
  const { apiVersion, kind, spec, metadata } = jobSet;
  const { name, namespace, uid, labels, annotations } = metadata;
  const parts = [apiVersion, kind, name, namespace, uid, labels, annotations, restartAttempt];
  const known = spec === undefined ? undefined : MADE.get(spec);
  if (known?.parts.every((part, index) => part === parts[index]) === true) return known.jobs;
  const jobs = makeJobs(jobSet, restartAttempt);
  if (spec !== undefined) MADE.set(spec, { parts, jobs });
  return jobs;
}

/** A JobSet is looked at again with each change of its status: what it makes stays the same. */
const MADE = new WeakMap<JsonObject, { parts: readonly unknown[]; jobs: readonly ChildJob[] }>();

function makeJobs(jobSet: KubeObject, restartAttempt: number): readonly ChildJob[] {
  const stored = defaultJobSet(jobSet);
  const jobs = objectsIn(stored.spec?.["replicatedJobs"]);
  const places = placesOf(jobs);
  return places.map((place) => ({
    replicatedJob: place.name,
    index: place.index,
    dependsOn: objectsIn(place.source["dependsOn"]).map((item) => ({
      name: asString(item["name"]) ?? "",
      status: asString(item["status"]) ?? "",
    })),
    job: toJob(stored, place, restartAttempt),
  }));
}

type Place = {
  readonly source: JsonObject;
  readonly name: string;
  readonly index: number;
  readonly replicas: number;
  readonly globalIndex: number;
  readonly globalReplicas: number;
  readonly group: string;
  readonly groupIndex: number;
  readonly groupReplicas: number;
};

function placesOf(jobs: readonly JsonObject[]): readonly Place[] {
  const replicasOf = (job: JsonObject) => Number(job["replicas"] ?? 1);
  const groupOf = (job: JsonObject) => asString(job["groupName"]) ?? "default";
  const total = jobs.reduce((sum, job) => sum + replicasOf(job), 0);
  const places: Place[] = [];
  const seenInGroup = new Map<string, number>();
  for (const source of jobs) {
    const group = groupOf(source);
    const groupReplicas = jobs
      .filter((job) => groupOf(job) === group)
      .reduce((sum, job) => sum + replicasOf(job), 0);
    for (let index = 0; index < replicasOf(source); index++) {
      const groupIndex = seenInGroup.get(group) ?? 0;
      seenInGroup.set(group, groupIndex + 1);
      places.push({
        source,
        name: asString(source["name"]) ?? "",
        index,
        replicas: replicasOf(source),
        globalIndex: places.length,
        globalReplicas: total,
        group,
        groupIndex,
        groupReplicas,
      });
    }
  }
  return places;
}

function toJob(jobSet: KubeObject, place: Place, restartAttempt: number): KubeObject {
  const template = asObject(place.source["template"]) ?? {};
  const jobSpec = asObject(template["spec"]) ?? {};
  const podTemplate = asObject(jobSpec["template"]) ?? {};
  const name = `${jobSet.metadata.name ?? ""}-${place.name}-${place.index}`;
  const labels = placeLabels(jobSet, place, name, restartAttempt);
  const annotations = { ...labels, ...placementAnnotations(jobSet) };
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: {
      name,
      namespace: jobSet.metadata.namespace,
      labels: { ...textMap(getIn(template, "metadata", "labels")), ...labels },
      annotations: { ...textMap(getIn(template, "metadata", "annotations")), ...annotations },
      ownerReferences: [controllerReference(jobSet)],
    },
    spec: {
      ...jobSpec,
      suspend: jobSet.spec?.["suspend"] === true,
      template: {
        metadata: {
          labels: { ...textMap(getIn(podTemplate, "metadata", "labels")), ...labels },
          annotations: {
            ...textMap(getIn(podTemplate, "metadata", "annotations")),
            ...annotations,
          },
        },
        spec: {
          ...asObject(podTemplate["spec"]),
          subdomain: subdomainOf(jobSet),
          ...claimVolumes(jobSet, asObject(podTemplate["spec"]) ?? {}),
        },
      },
    },
  };
}

function placeLabels(
  jobSet: KubeObject,
  place: Place,
  jobName: string,
  restartAttempt: number,
): TextMap {
  const values: { [key: string]: string } = {
    "jobset-name": jobSet.metadata.name ?? "",
    "jobset-uid": jobSet.metadata.uid ?? "",
    "replicatedjob-name": place.name,
    "restart-attempt": String(restartAttempt),
    "replicatedjob-replicas": String(place.replicas),
    "global-replicas": String(place.globalReplicas),
    "job-index": String(place.index),
    "job-key": sha1Hex(`${jobSet.metadata.namespace ?? ""}/${jobName}`),
    "job-global-index": String(place.globalIndex),
    "group-name": place.group,
    "group-replicas": String(place.groupReplicas),
    "job-group-index": String(place.groupIndex),
  };
  const coordinator = asObject(jobSet.spec?.["coordinator"]);
  if (coordinator !== undefined) {
    const job = `${jobSet.metadata.name ?? ""}-${asString(coordinator["replicatedJob"]) ?? ""}`;
    values["coordinator"] =
      `${job}-${Number(coordinator["jobIndex"] ?? 0)}-${Number(coordinator["podIndex"] ?? 0)}.${subdomainOf(jobSet)}`;
  }
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [`${PREFIX}/${key}`, value]),
  );
}

function placementAnnotations(jobSet: KubeObject): TextMap {
  const found = Object.entries(jobSet.metadata.annotations ?? {}).filter(
    ([key]) =>
      key === `alpha.${PREFIX}/exclusive-topology` || key === `alpha.${PREFIX}/node-selector`,
  );
  return Object.fromEntries(found);
}

/** The subdomain under which the pods find each other, and the name of the headless Service. */
export function subdomainOf(jobSet: KubeObject): string {
  const subdomain = asString(getIn(jobSet.spec, "network", "subdomain"));
  return subdomain === undefined || subdomain === "" ? (jobSet.metadata.name ?? "") : subdomain;
}

/** The headless Service of a JobSet; undefined where DNS host names are off. */
export function childService(jobSet: KubeObject): KubeObject | undefined {
  const network = asObject(defaultJobSet(jobSet).spec?.["network"]) ?? {};
  if (network["enableDNSHostnames"] === false) return undefined;
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      name: subdomainOf(jobSet),
      namespace: jobSet.metadata.namespace,
      ownerReferences: [controllerReference(jobSet)],
    },
    spec: {
      clusterIP: "None",
      publishNotReadyAddresses: network["publishNotReadyAddresses"] !== false,
      selector: { [`${PREFIX}/jobset-name`]: jobSet.metadata.name ?? "" },
    },
  };
}

/** The volumes of `volumeClaimPolicies` that a container of the pod mounts, after the pod's own. */
function claimVolumes(jobSet: KubeObject, podSpec: JsonObject): JsonObject {
  const mounted = new Set(
    [...objectsIn(podSpec["containers"]), ...objectsIn(podSpec["initContainers"])]
      .flatMap((container) => objectsIn(container["volumeMounts"]))
      .map((mount) => mount["name"]),
  );
  const claims = objectsIn(jobSet.spec?.["volumeClaimPolicies"])
    .flatMap((policy) => objectsIn(policy["templates"]))
    .map((template) => asString(getIn(template, "metadata", "name")) ?? "")
    .filter((name) => mounted.has(name));
  if (claims.length === 0) return {};
  return {
    volumes: [
      ...objectsIn(podSpec["volumes"]),
      ...claims.map((name) => ({
        name,
        persistentVolumeClaim: { claimName: `${name}-${jobSet.metadata.name ?? ""}` },
      })),
    ],
  };
}

/**
 * Pod number `index` of a Job as the Job controller makes it; `suffix` is the random end of its name.
 * Every container and init container gets JOB_COMPLETION_INDEX.
 */
export function childPod(job: KubeObject, index: number, suffix: string): KubeObject {
  const template = asObject(job.spec?.["template"]) ?? {};
  const name = job.metadata.name ?? "";
  const uid = job.metadata.uid ?? "";
  const spec = asObject(template["spec"]) ?? {};
  const completion = { "batch.kubernetes.io/job-completion-index": String(index) };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: `${name}-${index}-${suffix}`,
      namespace: job.metadata.namespace,
      labels: {
        ...textMap(getIn(template, "metadata", "labels")),
        ...completion,
        "batch.kubernetes.io/controller-uid": uid,
        "batch.kubernetes.io/job-name": name,
        "controller-uid": uid,
        "job-name": name,
      },
      annotations: { ...textMap(getIn(template, "metadata", "annotations")), ...completion },
      ownerReferences: [controllerReference(job)],
    },
    spec: {
      ...spec,
      hostname: `${name}-${index}`,
      containers: objectsIn(spec["containers"]).map(withCompletionIndex),
      ...(spec["initContainers"] === undefined
        ? {}
        : { initContainers: objectsIn(spec["initContainers"]).map(withCompletionIndex) }),
    },
  };
}

function withCompletionIndex(container: JsonObject): JsonObject {
  const env = objectsIn(container["env"]);
  if (env.some((item) => item["name"] === "JOB_COMPLETION_INDEX")) return container;
  const path = "metadata.labels['batch.kubernetes.io/job-completion-index']";
  const entry = {
    name: "JOB_COMPLETION_INDEX",
    valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: path } },
  };
  return { ...container, env: [...env, entry] };
}

function controllerReference(owner: KubeObject) {
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.metadata.name ?? "",
    uid: owner.metadata.uid ?? "",
    controller: true,
    blockOwnerDeletion: true,
  };
}

function textMap(value: unknown): TextMap {
  if (typeof value !== "object" || value === null) return {};
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(entries);
}
