import { addQuantities, multiplyQuantity, printQuantity } from "../../k8s/quantity.ts";
import {
  leaf,
  type Mark,
  markComputed,
  type Node,
  type ObjectNode,
  object,
  type Pen,
} from "../node.ts";
import { inputsOf } from "../policies/node-count.ts";
import type { Amount } from "../resources.ts";
import type { Scope } from "../scope.ts";

/** Pods of all jobs; `replicas` is not multiplied in. */
export function minMember(scope: Scope, pen: Pen): Node {
  const total = scope.jobs.reduce((sum, job) => sum + job.count.value, 0);
  return leaf(
    total,
    markComputed(
      pen,
      scope.jobs.flatMap((job) => inputsOf(job.count.mark)),
    ),
  );
}

/** What all these pods request; an empty object when they request nothing. */
export function minResources(scope: Scope, pen: Pen): ObjectNode {
  const totals = new Map<string, Amount>();
  for (const job of scope.jobs) {
    const counts = inputsOf(job.count.mark);
    for (const [name, amount] of job.requests) {
      const quantity = multiplyQuantity(amount.quantity, job.count.value);
      const inputs: readonly Mark[] = [...amount.inputs, ...counts];
      const old = totals.get(name);
      totals.set(name, {
        quantity: old === undefined ? quantity : addQuantities(old.quantity, quantity),
        inputs: old === undefined ? inputs : [...old.inputs, ...inputs],
      });
    }
  }
  const node = object(markComputed(pen, []));
  for (const [name, { quantity, inputs }] of totals) {
    node.fields.set(name, leaf(printQuantity(quantity), markComputed(pen, inputs)));
  }
  return node;
}
