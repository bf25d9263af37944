import { trainerContainer, trainerJob } from "../jobs.ts";
import { leaf, markComputed } from "../node.ts";
import { upsertPort } from "../ports.ts";
import { countGpus, resourcesForCounts } from "../resources.ts";
import { COMPLETION_INDEX_PATH, type Scope, TRAINER_PORT } from "../scope.ts";
import { upsertEnvShape } from "../upsert.ts";
import { applyNumNodes, inputsOf, masterAddress, TRAINER_PORT_TEXT } from "./node-count.ts";

/** Runs beside the plain policy. */
export function applyXgboost(scope: Scope): void {
  const pen = scope.pen("policy", "xgboost");
  const job = trainerJob(scope.jobs);
  if (job === undefined) return;
  applyNumNodes(scope, pen);
  const container = scope.trainer === undefined ? undefined : trainerContainer(scope.jobs);
  if (container === undefined) return;
  const gpus = countGpus(resourcesForCounts(scope));
  const workers = leaf(
    String(job.count.value * (gpus.value > 0 ? gpus.value : 1)),
    markComputed(pen, [...inputsOf(job.count.mark), ...gpus.inputs]),
  );
  const shapes = [
    { name: "DMLC_TRACKER_URI", value: masterAddress(scope, pen) },
    { name: "DMLC_TRACKER_PORT", value: TRAINER_PORT_TEXT },
    { name: "DMLC_TASK_ID", valueFrom: { fieldRef: { fieldPath: COMPLETION_INDEX_PATH } } },
    { name: "DMLC_NUM_WORKER", value: workers },
  ];
  for (const shape of shapes) upsertEnvShape(container, pen, shape);
  upsertPort(container, pen, TRAINER_PORT);
}
