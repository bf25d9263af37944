import { apiVersionOf, KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { asObject, asString, getIn, type JsonObject, objectsIn } from "#lib/util/json.ts";
import { PRIORITIES, PRIORITY_LABEL, type WorldQueue } from "./queues.ts";
import { nameSuffix } from "./seeded-random.ts";

/** One pod set for each replicated job of the JobSet. */
export function podSetsOf(jobSet: KubeObject): readonly JsonObject[] {
  return objectsIn(jobSet.spec?.["replicatedJobs"]).map((job) => ({
    name: job["name"],
    count:
      Number(job["replicas"] ?? 1) * Number(getIn(job, "template", "spec", "parallelism") ?? 1),
    template: getIn(job, "template", "spec", "template") ?? {},
  }));
}

/** Kueue's Workload of a TrainJob, before anything was decided about it. */
export function aWorkload(
  trainJob: KubeObject,
  queueName: string,
  podSets: readonly JsonObject[],
): KubeObject {
  const { namespace, name = "", uid = "" } = trainJob.metadata;
  return {
    apiVersion: apiVersionOf(KINDS.Workload),
    kind: "Workload",
    metadata: {
      name: `trainjob-${name}-${nameSuffix(`${uid}/workload`)}`,
      namespace,
      labels: { "kueue.x-k8s.io/job-uid": uid },
      ownerReferences: [
        {
          apiVersion: trainJob.apiVersion,
          kind: trainJob.kind,
          name,
          uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: { active: true, ...priorityOf(trainJob), queueName, podSets },
    status: {},
  };
}

function priorityOf(trainJob: KubeObject): JsonObject {
  const name = trainJob.metadata.labels?.[PRIORITY_LABEL];
  if (name === undefined) return { priority: 0 };
  return {
    priority: PRIORITIES[name] ?? 0,
    priorityClassName: name,
    priorityClassSource: "kueue.x-k8s.io/workloadpriorityclass",
  };
}

/** How much of the queue's resource the Workload asks for; CPU in whole cores. */
export function usageOf(workload: KubeObject, queue: WorldQueue): number {
  return objectsIn(workload.spec?.["podSets"]).reduce((sum, podSet) => {
    const containers = objectsIn(getIn(podSet, "template", "spec", "containers"));
    const perPod = containers.reduce((all, item) => all + amountOf(item, queue.resource), 0);
    return sum + perPod * Number(podSet["count"] ?? 1);
  }, 0);
}

function amountOf(container: JsonObject, resource: string): number {
  const resources = asObject(container["resources"]);
  const amount =
    asObject(resources?.["requests"])?.[resource] ?? asObject(resources?.["limits"])?.[resource];
  if (typeof amount === "number") return amount;
  const text = asString(amount) ?? "0";
  const value = Number.parseFloat(text);
  if (Number.isNaN(value)) return 0;
  return text.endsWith("m") ? value / 1000 : value;
}
