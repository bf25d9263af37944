import {
  ensureObject,
  leafField,
  markComputed,
  numberField,
  type ObjectNode,
  objectField,
  objectItems,
  type Pen,
  textField,
} from "./node.ts";
import { ANCESTOR_LABEL, type Count, type Job, NODE, TRAINER_ANCESTOR } from "./scope.ts";

/** The jobs of the merged spec with their first pod counts. Missing levels are made, as Go has them. */
export function readJobs(
  spec: ObjectNode,
  mlPolicy: ObjectNode | undefined,
  controller: Pen,
): readonly Job[] {
  return objectItems(spec, "replicatedJobs").map((node) => {
    const filler = markComputed(controller, []);
    const template = ensureObject(node, "template", filler);
    const jobSpec = ensureObject(template, "spec", filler);
    const podTemplate = ensureObject(jobSpec, "template", filler);
    const podSpec = ensureObject(podTemplate, "spec", filler);
    const ancestor = textField(
      objectField(objectField(template, "metadata"), "labels"),
      ANCESTOR_LABEL,
    );
    return {
      name: textField(node, "name") ?? "",
      ancestor,
      node,
      jobSpec,
      podTemplate,
      podSpec,
      replicas: numberField(node, "replicas") ?? 1,
      written: ["name", "replicas"].flatMap((field) => leafField(node, field)?.mark ?? []),
      count: firstCount(jobSpec, ancestor, mlPolicy, controller),
      requests: new Map(),
    };
  });
}

/** Trainers take `mlPolicy.numNodes`, others the template's parallelism; one pod at least. */
function firstCount(
  jobSpec: ObjectNode,
  ancestor: string | undefined,
  mlPolicy: ObjectNode | undefined,
  controller: Pen,
): Count {
  const ofPolicy = ancestor === TRAINER_ANCESTOR && mlPolicy !== undefined;
  const given = ofPolicy ? leafField(mlPolicy, "numNodes") : leafField(jobSpec, "parallelism");
  const value = typeof given?.value === "number" ? given.value : 1;
  if (given === undefined || value < 1)
    return { value: Math.max(1, value), mark: markComputed(controller, []) };
  return { value, mark: ofPolicy ? markComputed(controller, [given.mark]) : given.mark };
}

/** The first job with the ancestor `trainer`. */
export function trainerJob(jobs: readonly Job[]): Job | undefined {
  return jobs.find((job) => job.ancestor === TRAINER_ANCESTOR);
}

/** Its first container called `node`. */
export function trainerContainer(jobs: readonly Job[]): ObjectNode | undefined {
  const job = trainerJob(jobs);
  return job === undefined ? undefined : containersOf(job).find(isNodeContainer);
}

export function containersOf(job: Job): readonly ObjectNode[] {
  return objectItems(job.podSpec, "containers");
}

export function initContainersOf(job: Job): readonly ObjectNode[] {
  return objectItems(job.podSpec, "initContainers");
}

export function isNodeContainer(container: ObjectNode): boolean {
  return textField(container, "name") === NODE;
}
