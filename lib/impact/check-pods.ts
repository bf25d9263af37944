import { type KubeObject, toJson } from "../k8s/object.ts";
import type { TrainerVersion } from "../render/index.ts";
import { asObject, asString, getIn, type JsonObject, objectsIn } from "../util/json.ts";
import type { RuntimeFinding } from "./runtime-finding.ts";
import type { ContainerSummary, JobSummary } from "./runtime-summary.ts";

/** TrainJobs with names of this length must still fit; Kueue, pipelines and sweeps make long ones. */
const USUAL_NAME = 30;
const LONGEST_LABEL = 63;
/** What a Job appends to its pods' names. */
const RANDOM_SUFFIX = "-abcde".length;

/** What the pods of each job will trip over; `jobSet` is the render of a sample, where there is one. */
export function checkPods(
  runtime: KubeObject,
  jobs: readonly JobSummary[],
  jobSet: KubeObject | undefined,
  version: TrainerVersion,
): readonly RuntimeFinding[] {
  const rendered = objectsIn(getIn(jobSet?.spec, "replicatedJobs"));
  const claims = claimNames(runtime);
  return jobs.flatMap((job) => {
    const own = rendered.find((one) => one["name"] === job.name);
    const pod = asObject(getIn(own, "template", "spec", "template", "spec"));
    return [
      ...checkPodFields(job),
      ...checkNames(job, own),
      ...job.containers.flatMap((container) => [
        ...checkMounts(job, container, pod, claims),
        ...checkPorts(job, container, pod, version),
        ...checkImage(job, container),
      ]),
    ];
  });
}

function checkPodFields({ name, pointer, pod }: JobSummary): readonly RuntimeFinding[] {
  if (pod["restartPolicy"] !== "Always") return [];
  const path = `${pointer}/template/spec/template/spec/restartPolicy`;
  return [{ code: "RESTART_ALWAYS", severity: "error", path, values: { job: name } }];
}

/** JobSet refuses a TrainJob whose pods' names would pass 63 characters: `<trainjob>-<job>-<replica>-<index>-abcde`. */
function checkNames(job: JobSummary, rendered: JsonObject | undefined): readonly RuntimeFinding[] {
  const longest = longestTrainJobName(job.name, rendered);
  if (longest >= USUAL_NAME) return [];
  const severity = longest < 1 ? "error" : "warning";
  const values = { job: job.name, length: Math.max(0, longest) };
  return [{ code: "NAMES_TOO_LONG", severity, path: `${job.pointer}/name`, values }];
}

/** How many characters the name of a TrainJob may have so that the pods of this job can be named. */
export function longestTrainJobName(jobName: string, rendered: JsonObject | undefined): number {
  const last = (value: unknown) => String(Math.max(0, (typeof value === "number" ? value : 1) - 1));
  const replica = last(rendered?.["replicas"]);
  const index = last(getIn(rendered, "template", "spec", "completions"));
  return LONGEST_LABEL - `-${jobName}-${replica}-${index}`.length - RANDOM_SUFFIX;
}

/** Volumes that JobSet adds for claims of its own. */
function claimNames(runtime: KubeObject): readonly string[] {
  const policies = getIn(toJson(runtime), "spec", "template", "spec", "volumeClaimPolicies");
  return objectsIn(policies).flatMap((policy) =>
    objectsIn(policy["templates"]).flatMap((one) => asString(getIn(one, "metadata", "name")) ?? []),
  );
}

/** Volumes of the rendered pod count: policies add some. */
function checkMounts(
  job: JobSummary,
  container: ContainerSummary,
  pod: JsonObject | undefined,
  claims: readonly string[],
): readonly RuntimeFinding[] {
  const known = new Set([
    ...job.volumes.map(({ name }) => name),
    ...objectsIn(pod?.["volumes"]).map((volume) => asString(volume["name"])),
    ...claims,
  ]);
  return container.mounts.flatMap(({ name, path }, index): RuntimeFinding[] => {
    const at = `${container.pointer}/volumeMounts/${index}`;
    const values = { job: job.name, container: container.name, name, path };
    const isTwice = container.mounts.findIndex((mount) => mount.path === path) < index;
    return [
      ...(known.has(name)
        ? []
        : [
            { code: "MOUNT_WITHOUT_VOLUME" as const, severity: "error" as const, path: at, values },
          ]),
      ...(isTwice
        ? [{ code: "MOUNT_PATH_TWICE" as const, severity: "error" as const, path: at, values }]
        : []),
    ];
  });
}

/** Trainer takes two ports without a name for one: what the runtime says and the render does not have is lost. */
function checkPorts(
  job: JobSummary,
  container: ContainerSummary,
  pod: JsonObject | undefined,
  version: TrainerVersion,
): readonly RuntimeFinding[] {
  if (pod === undefined || (container.isInit && version !== "v2.3.0")) return [];
  const list = container.isInit ? "initContainers" : "containers";
  const rendered = objectsIn(pod[list]).find((one) => one["name"] === container.name);
  const kept = new Set(objectsIn(rendered?.["ports"]).map((port) => port["containerPort"]));
  const lost = container.ports.filter((port) => !kept.has(port["containerPort"]));
  if (rendered === undefined || lost.length === 0) return [];
  const ports = lost.map((port) => String(port["containerPort"])).join(", ");
  return [
    {
      code: "PORTS_COLLIDE",
      severity: "warning",
      path: `${container.pointer}/ports`,
      values: { job: job.name, container: container.name, ports, count: lost.length },
    },
  ];
}

function checkImage(job: JobSummary, container: ContainerSummary): readonly RuntimeFinding[] {
  if (container.image !== undefined && container.image !== "") return [];
  const isFilled = job.ancestor === "trainer" && container.name === "node" && !container.isInit;
  return [
    {
      code: isFilled ? "IMAGE_LEFT_TO_JOBS" : "IMAGE_MISSING",
      severity: isFilled ? "warning" : "error",
      path: container.pointer,
      values: { job: job.name, container: container.name },
    },
  ];
}
