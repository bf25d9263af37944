import { trainerContainer, trainerJob } from "../jobs.ts";
import { upsertPort } from "../ports.ts";
import { COMPLETION_INDEX_PATH, type Scope, TRAINER_PORT } from "../scope.ts";
import { upsertEnvShape } from "../upsert.ts";
import { applyNumNodes, countText, masterAddress } from "./node-count.ts";

export function applyJax(scope: Scope): void {
  const pen = scope.pen("policy", "jax");
  if (scope.rules.jaxNeedsTrainer && trainerJob(scope.jobs) === undefined) {
    const path = "/spec/runtimeRef";
    scope.report(
      "REQUIRED_VALUE_MISSING",
      path,
      "the jax policy needs a job with the ancestor trainer",
    );
    return;
  }
  applyNumNodes(scope, pen);
  const container = scope.trainer === undefined ? undefined : trainerContainer(scope.jobs);
  if (container === undefined) return;
  const shapes = [
    { name: "JAX_NUM_PROCESSES", value: countText(trainerJob(scope.jobs)?.count, pen) },
    { name: "JAX_PROCESS_ID", valueFrom: { fieldRef: { fieldPath: COMPLETION_INDEX_PATH } } },
    { name: "JAX_COORDINATOR_ADDRESS", value: masterAddress(scope, pen, TRAINER_PORT) },
  ];
  for (const shape of shapes) upsertEnvShape(container, pen, shape);
  upsertPort(container, pen, TRAINER_PORT);
}
