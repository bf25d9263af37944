import {
  addQuantities,
  ceilQuantity,
  maxQuantity,
  parseQuantity,
  type Quantity,
  ZERO_QUANTITY,
} from "../k8s/quantity.ts";
import { containersOf, initContainersOf, isNodeContainer } from "./jobs.ts";
import {
  type Mark,
  type Node,
  type ObjectNode,
  object,
  objectField,
  overwrite,
  setField,
  textField,
} from "./node.ts";
import { type Job, NODE, type Scope, TRAINER_ANCESTOR } from "./scope.ts";

/** An amount with the values that it was worked out from. */
export type Amount = { readonly quantity: Quantity; readonly inputs: readonly Mark[] };
export type Amounts = ReadonlyMap<string, Amount>;

/** Merges `trainer.resourcesPerNode` key by key over the first container `node` of a job; claims are lost. */
export function mergeResourcesPerNode(job: Job, given: ObjectNode): void {
  const container = containersOf(job).find(isNodeContainer);
  if (container === undefined) return;
  const old = objectField(container, "resources");
  const merged = object(old?.mark ?? given.mark);
  for (const half of ["limits", "requests"]) {
    const base = objectField(old, half);
    const own = objectField(given, half);
    const node = base ?? (own === undefined ? undefined : object(own.mark));
    if (node === undefined) continue;
    for (const [name, value] of own?.fields ?? []) {
      node.fields.set(name, overwrite(node.fields.get(name), value));
    }
    merged.fields.set(half, node);
  }
  container.fields.set("resources", merged);
}

/** Before 2.3: limits and requests of the TrainJob stand in place of the container's resources. */
export function replaceResources(container: ObjectNode, given: ObjectNode): void {
  const next = object(given.mark);
  for (const half of ["limits", "requests"]) {
    const value = given.fields.get(half);
    if (value !== undefined) next.fields.set(half, value);
  }
  if (next.fields.size > 0) setField(container, "resources", next);
}

/** What the process counts are worked out from: the TrainJob's resources if it has any, else the runtime's. */
export function resourcesForCounts(scope: Scope): ObjectNode | undefined {
  if (scope.trainer?.resourcesPerNode !== undefined) return scope.trainer.resourcesPerNode;
  for (const job of scope.jobs) {
    if (job.name !== NODE && job.ancestor !== TRAINER_ANCESTOR) continue;
    const container = containersOf(job).find(isNodeContainer);
    if (container !== undefined) return objectField(container, "resources");
  }
  return undefined;
}

export type DeviceCount = { readonly value: number; readonly inputs: readonly Mark[] };
const NONE: DeviceCount = { value: 0, inputs: [] };

/** GPUs by name, in requests or else in limits. */
export function countGpus(resources: ObjectNode | undefined): DeviceCount {
  const isGpu = (name: string): boolean => name.toLowerCase().includes("gpu");
  const requested = countOf(objectField(resources, "requests"), isGpu);
  return requested.value > 0 ? requested : countOf(objectField(resources, "limits"), isGpu);
}

export function countCpus(resources: ObjectNode | undefined): DeviceCount {
  const isCpu = (name: string): boolean => name === "cpu";
  const requested = countOf(objectField(resources, "requests"), isCpu);
  return requested.value !== 0 ? requested : countOf(objectField(resources, "limits"), isCpu);
}

function countOf(list: ObjectNode | undefined, wanted: (name: string) => boolean): DeviceCount {
  for (const [name, node] of list?.fields ?? []) {
    const quantity = wanted(name) ? quantityOf(node) : undefined;
    if (quantity !== undefined) return { value: ceilQuantity(quantity), inputs: [node.mark] };
  }
  return NONE;
}

function quantityOf(node: Node): Quantity | undefined {
  return node.kind === "leaf" && typeof node.value === "string"
    ? parseQuantity(node.value)
    : undefined;
}

/**
 * The requests of one pod of the job, as the scheduler counts them; `instead` are resources that count in place of those of
 * its first container `node`.
 */
export function podRequests(job: Job, instead?: ObjectNode): Amounts {
  const total = new Map<string, Amount>();
  const replaced = instead === undefined ? undefined : containersOf(job).find(isNodeContainer);
  for (const container of containersOf(job)) {
    const own =
      container === replaced ? amountsOf(objectField(instead, "requests")) : requestsOf(container);
    addAll(total, own);
  }
  const restartable = new Map<string, Amount>();
  const peak = new Map<string, Amount>();
  for (const container of initContainersOf(job)) {
    const own = requestsOf(container);
    if (textField(container, "restartPolicy") === "Always") {
      addAll(total, own);
      addAll(restartable, own);
      maxAll(peak, restartable);
    } else {
      const together = new Map(restartable);
      addAll(together, own);
      maxAll(peak, together);
    }
  }
  maxAll(total, peak);
  const podLevel = amountsOf(objectField(objectField(job.podSpec, "resources"), "requests"));
  for (const [name, amount] of podLevel) {
    if (name === "cpu" || name === "memory" || name.startsWith("hugepages-"))
      total.set(name, amount);
  }
  addAll(total, amountsOf(objectField(job.podSpec, "overhead")));
  return total;
}

function requestsOf(container: ObjectNode): Amounts {
  return amountsOf(objectField(objectField(container, "resources"), "requests"));
}

function amountsOf(list: ObjectNode | undefined): Amounts {
  const amounts = new Map<string, Amount>();
  for (const [name, node] of list?.fields ?? []) {
    const quantity = quantityOf(node);
    if (quantity !== undefined) amounts.set(name, { quantity, inputs: [node.mark] });
  }
  return amounts;
}

function addAll(target: Map<string, Amount>, more: Amounts): void {
  for (const [name, amount] of more) {
    const old = target.get(name) ?? { quantity: { ...ZERO_QUANTITY, text: undefined }, inputs: [] };
    target.set(name, {
      quantity: addQuantities(old.quantity, amount.quantity),
      inputs: [...old.inputs, ...amount.inputs],
    });
  }
}

function maxAll(target: Map<string, Amount>, more: Amounts): void {
  for (const [name, amount] of more) {
    const old = target.get(name);
    if (old === undefined || maxQuantity(old.quantity, amount.quantity) !== old.quantity) {
      target.set(name, amount);
    }
  }
}
