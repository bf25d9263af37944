import { trainerJob } from "../jobs.ts";
import { leaf, type Mark, markComputed, type Node, type Pen } from "../node.ts";
import { type Count, NODE, type Scope, TRAINER_PORT } from "../scope.ts";

/** `trainer.numNodes`, if given, is the count of the first trainer job. */
export function applyNumNodes(scope: Scope, pen: Pen): void {
  const job = trainerJob(scope.jobs);
  const given = scope.trainer?.numNodes;
  if (job === undefined || typeof given?.value !== "number") return;
  job.count = { value: given.value, mark: markComputed(pen, [given.mark]) };
}

/** Marks that a value worked out from a count depends on. */
export function inputsOf(mark: Mark | undefined): readonly Mark[] {
  if (mark === undefined) return [];
  return mark.path === undefined ? (mark.inputs ?? []) : [mark];
}

export function countText(count: Count | undefined, pen: Pen): Node {
  if (count === undefined) return leaf("1", markComputed(pen, []));
  return leaf(String(count.value), markComputed(pen, inputsOf(count.mark)));
}

/** Always the literal job name `node` and the TrainJob's name as subdomain. */
export function masterAddress(scope: Scope, pen: Pen, port?: number): Node {
  const { value, mark } = scope.name;
  const address = `${value}-${NODE}-0-0.${value}`;
  return leaf(port === undefined ? address : `${address}:${port}`, markComputed(pen, [mark]));
}

export const TRAINER_PORT_TEXT = String(TRAINER_PORT);
