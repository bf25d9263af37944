import {
  type LeafNode,
  leaf,
  leafField,
  markComputed,
  type ObjectNode,
  objectField,
  type Pen,
  type Shape,
  setField,
  toObjectNode,
} from "../node.ts";
import type { Scope } from "../scope.ts";
import { minMember, minResources } from "./pod-group.ts";
import { ensurePodMap } from "./pod-map.ts";

const ANNOTATION = "scheduling.k8s.io/group-name";
const QUEUE_ANNOTATION = "scheduling.volcano.sh/queue-name";

export function volcanoPolicy(scope: Scope): ObjectNode | undefined {
  return scope.rules.hasVolcano ? objectField(scope.podGroupPolicy, "volcano") : undefined;
}

export function annotateForVolcano(scope: Scope): void {
  const pen = scope.pen("gang", "volcano");
  for (const job of scope.jobs) {
    const annotations = ensurePodMap(job, "annotations", markComputed(pen, []));
    setField(annotations, ANNOTATION, leaf(scope.name.value, markComputed(pen, [scope.name.mark])));
  }
}

export function volcanoSpec(scope: Scope, policy: ObjectNode): ObjectNode {
  const pen = scope.pen("gang", "volcano");
  const spec: { [key: string]: Shape } = {
    minMember: minMember(scope, pen),
    minResources: minResources(scope, pen),
  };
  const queue = leafField(scope.annotations, QUEUE_ANNOTATION);
  if (queue !== undefined) spec["queue"] = queue;
  const priority = lastPriorityClass(scope);
  if (priority !== undefined) spec["priorityClassName"] = priority;
  const topology = topologyOf(policy, pen);
  if (topology !== undefined) spec["networkTopology"] = topology;
  return toObjectNode(spec, markComputed(pen, []));
}

function lastPriorityClass(scope: Scope): LeafNode | undefined {
  return scope.jobs
    .map((job) => leafField(job.podSpec, "priorityClassName"))
    .findLast((found) => found !== undefined);
}

function topologyOf(policy: ObjectNode, pen: Pen): ObjectNode | undefined {
  const topology = objectField(policy, "networkTopology");
  if (topology === undefined) return undefined;
  const kept: { [key: string]: Shape } = {};
  for (const key of ["mode", "highestTierAllowed"]) {
    const value = leafField(topology, key);
    if (value !== undefined) kept[key] = value;
  }
  return toObjectNode(kept, markComputed(pen, []));
}
