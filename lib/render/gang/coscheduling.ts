import {
  leaf,
  leafField,
  markComputed,
  type ObjectNode,
  objectField,
  setField,
  toObjectNode,
} from "../node.ts";
import type { Scope } from "../scope.ts";
import { minMember, minResources } from "./pod-group.ts";
import { ensurePodMap } from "./pod-map.ts";

const LABEL = "scheduling.x-k8s.io/pod-group";

export function coschedulingPolicy(scope: Scope): ObjectNode | undefined {
  return objectField(scope.podGroupPolicy, "coscheduling");
}

export function labelForCoscheduling(scope: Scope): void {
  const pen = scope.pen("gang", "coscheduling");
  for (const job of scope.jobs) {
    const labels = ensurePodMap(job, "labels", markComputed(pen, []));
    setField(labels, LABEL, leaf(scope.name.value, markComputed(pen, [scope.name.mark])));
  }
}

export function coschedulingSpec(scope: Scope, policy: ObjectNode): ObjectNode {
  const pen = scope.pen("gang", "coscheduling");
  const timeout = leafField(policy, "scheduleTimeoutSeconds");
  const spec = {
    minMember: minMember(scope, pen),
    minResources: minResources(scope, pen),
    ...(timeout === undefined ? {} : { scheduleTimeoutSeconds: timeout }),
  };
  return toObjectNode(spec, markComputed(pen, []));
}
