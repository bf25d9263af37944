import { asObject, asString, type JsonObject, objectsIn } from "#lib/util/json.ts";

/** A node of the sandbox's cluster; capacity is not counted, only labels and taints decide where a pod fits. */
export type WorldNode = {
  readonly name: string;
  readonly ip: string;
  readonly labels: { readonly [key: string]: string };
  readonly gpu?: string | undefined;
  /** Keys of NoSchedule taints. */
  readonly taints: readonly string[];
};

const pool = (name: string, count: number, first: number, gpu?: string): readonly WorldNode[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${name}-${index}`,
    ip: `10.0.${first}.${index + 10}`,
    labels: {
      pool: name,
      "kubernetes.io/os": "linux",
      "kubernetes.io/arch": "amd64",
      "kubernetes.io/hostname": `${name}-${index}`,
      "topology.kubernetes.io/zone": index % 2 === 0 ? "eu-west-1a" : "eu-west-1b",
      "node.kubernetes.io/instance-type": gpu === undefined ? "cpu-32" : `gpu-${name}-8`,
      ...(gpu === undefined ? {} : { "nvidia.com/gpu.product": gpu }),
    },
    gpu,
    taints: name === "spot" ? ["example.com/spot"] : [],
  }));

export const NODES: readonly WorldNode[] = [
  ...pool("cpu", 4, 1),
  ...pool("t4", 4, 2, "Tesla-T4"),
  ...pool("a100", 4, 3, "NVIDIA-A100-SXM4-80GB"),
  ...pool("h100", 4, 4, "NVIDIA-H100-80GB-HBM3"),
  ...pool("spot", 2, 5, "NVIDIA-A100-SXM4-80GB"),
];

export type Placement = { readonly node: WorldNode } | { readonly reason: string };

/** Where the scheduler puts a pod, by node selector, GPU need and taints; `spread` in [0, 1) picks among those that fit. */
export function placePod(podSpec: JsonObject, spread: number): Placement {
  const selector = Object.entries(asObject(podSpec["nodeSelector"]) ?? {});
  const matching = NODES.filter((node) =>
    selector.every(([key, value]) => node.labels[key] === value),
  );
  const tolerated = matching.filter((node) => node.taints.every((key) => tolerates(podSpec, key)));
  const needsGpu = objectsIn(podSpec["containers"]).some(asksForGpu);
  const fitting = tolerated.filter((node) => !needsGpu || node.gpu !== undefined);
  const node = fitting[Math.floor(spread * fitting.length)];
  if (node !== undefined) return { node };
  const parts: string[] = [];
  const unmatched = NODES.length - matching.length;
  const tainted = matching.length - tolerated.length;
  if (tolerated.length > 0) parts.push(`${tolerated.length} Insufficient nvidia.com/gpu`);
  if (unmatched > 0) parts.push(`${unmatched} node(s) didn't match Pod's node affinity/selector`);
  if (tainted > 0) parts.push(`${tainted} node(s) had untolerated taint(s)`);
  return { reason: noNode(parts) };
}

/** The scheduler's sentence. */
export function noNode(parts: readonly string[]): string {
  const count = NODES.length;
  return (
    `0/${count} nodes are available: ${parts.join(", ")}. no new claims to deallocate, preemption: ` +
    `0/${count} nodes are available: ${count} Preemption is not helpful for scheduling.`
  );
}

function tolerates(podSpec: JsonObject, key: string): boolean {
  return objectsIn(podSpec["tolerations"]).some(
    (toleration) =>
      toleration["key"] === key ||
      ((asString(toleration["key"]) ?? "") === "" && toleration["operator"] === "Exists"),
  );
}

function asksForGpu(container: JsonObject): boolean {
  const resources = asObject(container["resources"]);
  const lists = [asObject(resources?.["limits"]), asObject(resources?.["requests"])];
  return lists.some((list) => Number(list?.["nvidia.com/gpu"] ?? 0) > 0);
}
