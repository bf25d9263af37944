import { containersOf, initContainersOf, trainerContainer, trainerJob } from "../jobs.ts";
import {
  leaf,
  listField,
  markComputed,
  type Node,
  objectField,
  objectItems,
  type Pen,
  textField,
} from "../node.ts";
import { upsertPort } from "../ports.ts";
import { countGpus, resourcesForCounts } from "../resources.ts";
import { COMPLETION_INDEX_PATH, type Scope, TRAINER_PORT } from "../scope.ts";
import { type EnvShape, upsertEnvList, upsertEnvShape } from "../upsert.ts";
import { applyNumNodes, countText, masterAddress, TRAINER_PORT_TEXT } from "./node-count.ts";
import { type Processes, processesPerNode } from "./processes.ts";
import { applyTorchtune, isTorchtune } from "./torchtune.ts";

export function applyTorch(scope: Scope): void {
  const pen = scope.pen("policy", "torch");
  applyNumNodes(scope, pen);
  const gpus = countGpus(resourcesForCounts(scope));
  const processes = processesPerNode(scope, gpus);
  const distributed = distributedEnv(scope, pen, processes);
  const master = masterEnv(scope, pen);
  const container = scope.trainer === undefined ? undefined : trainerContainer(scope.jobs);
  if (container !== undefined) {
    upsertEnvList(container, scope.trainer?.env ?? []);
    for (const shape of distributed) upsertEnvShape(container, pen, shape);
    if (isTorchtune(scope.trainer)) applyTorchtune(scope, pen, processes, gpus);
    else for (const shape of master) upsertEnvShape(container, pen, shape);
    upsertPort(container, pen, TRAINER_PORT);
  }
  injectEnv(scope, pen, [...distributed, ...master]);
}

function distributedEnv(scope: Scope, pen: Pen, processes: Processes): readonly EnvShape[] {
  const perNode: Node = leaf(String(processes.value), markComputed(pen, processes.inputs));
  return [
    { name: "PET_NNODES", value: countText(trainerJob(scope.jobs)?.count, pen) },
    { name: "PET_NPROC_PER_NODE", value: perNode },
    { name: "PET_NODE_RANK", valueFrom: { fieldRef: { fieldPath: COMPLETION_INDEX_PATH } } },
  ];
}

function masterEnv(scope: Scope, pen: Pen): readonly EnvShape[] {
  return [
    { name: "PET_MASTER_ADDR", value: masterAddress(scope, pen) },
    { name: "PET_MASTER_PORT", value: TRAINER_PORT_TEXT },
  ];
}

/** `envInjection` gives the same variables to further containers; a target that does not exist stops the render. */
function injectEnv(scope: Scope, pen: Pen, shapes: readonly EnvShape[]): void {
  const injection = objectField(objectField(scope.mlPolicy, "torch"), "envInjection");
  for (const target of objectItems(injection, "targets")) {
    const jobName = textField(target, "jobName") ?? "";
    const job = scope.jobs.find((candidate) => candidate.name === jobName);
    for (const item of listField(target, "containerNames")?.items ?? []) {
      const name = item.kind === "leaf" ? item.value : undefined;
      const all = job === undefined ? [] : [...containersOf(job), ...initContainersOf(job)];
      const container = all.find((candidate) => textField(candidate, "name") === name);
      if (container === undefined) {
        scope.report(
          "ENV_INJECTION_TARGET_MISSING",
          "/spec/mlPolicy/torch/envInjection/targets",
          `envInjection target podSet "${jobName}" container "${String(name)}" not found in runtime template`,
        );
      } else for (const shape of shapes) upsertEnvShape(container, pen, shape);
    }
  }
}
