/** A local queue of the sandbox with the cluster queue, flavor and quota behind it. */
export type WorldQueue = {
  readonly name: string;
  readonly clusterQueue: string;
  readonly resource: "nvidia.com/gpu" | "cpu";
  readonly flavor: string;
  readonly quota: number;
  readonly nodeSelector: { readonly [key: string]: string };
};

/** The same local queues in every namespace; quota is shared among the namespaces. */
export const QUEUES: readonly WorldQueue[] = [
  {
    name: "gpu",
    clusterQueue: "gpu-cluster-queue",
    resource: "nvidia.com/gpu",
    flavor: "a100",
    quota: 64,
    nodeSelector: { pool: "a100" },
  },
  {
    name: "gpu-large",
    clusterQueue: "h100-cluster-queue",
    resource: "nvidia.com/gpu",
    flavor: "h100",
    quota: 32,
    nodeSelector: { pool: "h100" },
  },
  {
    name: "cpu",
    clusterQueue: "cpu-cluster-queue",
    resource: "cpu",
    flavor: "default",
    quota: 128,
    nodeSelector: { pool: "cpu" },
  },
];

export const QUEUE_LABEL = "kueue.x-k8s.io/queue-name";
export const QUEUE_MANAGER = "kueue.x-k8s.io/manager";

export function findQueue(name: string): WorldQueue | undefined {
  return QUEUES.find((queue) => queue.name === name);
}

export const PRIORITY_LABEL = "kueue.x-k8s.io/priority-class";

/** WorkloadPriorityClasses of the sandbox; a job without one has 0. */
export const PRIORITIES: { readonly [priorityClass: string]: number } = { high: 1000, low: -1000 };
