import { containersOf, initContainersOf, isNodeContainer } from "./jobs.ts";
import {
  ensureList,
  leaf,
  leafField,
  markComputed,
  type ObjectNode,
  objectField,
  objectItems,
  setField,
  textField,
  toObjectNode,
} from "./node.ts";
import { isLauncherNode } from "./policies/mpi.ts";
import { rewritePorts } from "./ports.ts";
import { replaceResources } from "./resources.ts";
import { type Job, NODE, type Scope, TRAINER_ANCESTOR } from "./scope.ts";
import { upsertEnv, upsertEnvList } from "./upsert.ts";

const INITIALIZERS = [
  { ancestor: "dataset-initializer", part: "dataset" },
  { ancestor: "model-initializer", part: "model" },
] as const;

/** The build step: counts, ports, and what the TrainJob says itself, which beats patches. */
export function writeJobValues(scope: Scope): void {
  for (const job of scope.jobs) {
    writeCounts(scope, job);
    for (const container of containersOf(job)) rewritePorts(container);
    if (!scope.rules.rewritesInitPorts) continue;
    for (const container of initContainersOf(job)) rewritePorts(container);
  }
  for (const job of scope.jobs) writeInitializer(scope, job);
  for (const job of scope.jobs) writeTrainer(scope, job);
}

/** Both are the pod count. A parallelism that simply stays is still the runtime's. */
function writeCounts(scope: Scope, job: Job): void {
  const { value, mark } = job.count;
  const given = leafField(job.jobSpec, "parallelism");
  const stays = given !== undefined && given.mark === mark && mark.path !== undefined;
  if (!stays) setField(job.jobSpec, "parallelism", leaf(value, mark));
  const inputs = mark.path === undefined ? (mark.inputs ?? []) : [mark];
  const completions = stays ? markComputed(scope.pen("controller"), inputs) : mark;
  setField(job.jobSpec, "completions", leaf(value, completions));
}

function forceOneReplica(scope: Scope, job: Job): void {
  setField(job.node, "replicas", leaf(1, markComputed(scope.pen("controller"), [])));
}

function writeInitializer(scope: Scope, job: Job): void {
  const known = INITIALIZERS.find(({ ancestor }) => ancestor === job.ancestor);
  if (known === undefined) return;
  forceOneReplica(scope, job);
  const given = objectField(scope.initializer, known.part);
  if (given === undefined) return;
  for (const container of containersOf(job)) {
    if (textField(container, "name") === known.ancestor) fillInitializer(scope, container, given);
  }
}

function fillInitializer(scope: Scope, container: ObjectNode, given: ObjectNode): void {
  const mark = markComputed(scope.pen("initializer"), []);
  const uri = leafField(given, "storageUri");
  if (uri !== undefined)
    upsertEnv(container, toObjectNode({ name: "STORAGE_URI", value: uri }, mark));
  upsertEnvList(container, objectItems(given, "env"));
  const secret = objectField(given, "secretRef");
  if (secret === undefined) return;
  const name = leafField(secret, "name") ?? "";
  ensureList(container, "envFrom", mark).items.push(toObjectNode({ secretRef: { name } }, mark));
}

function writeTrainer(scope: Scope, job: Job): void {
  const { trainer } = scope;
  const isTrainer = job.ancestor === TRAINER_ANCESTOR;
  if (isTrainer) forceOneReplica(scope, job);
  if (trainer === undefined) return;
  const takesValues =
    isTrainer ||
    (scope.rules.mpi.nodeTakesTrainerValues && job.name === NODE && isLauncherNode(scope));
  for (const container of containersOf(job).filter(isNodeContainer)) {
    if (isTrainer) {
      for (const field of ["image", "command", "args"] as const) {
        const value = trainer[field];
        if (value?.kind === "list" && value.items.length === 0) container.fields.delete(field);
        else if (value !== undefined) setField(container, field, value);
      }
    }
    if (!takesValues) continue;
    if (scope.rules.resources === "replace" && trainer.resourcesPerNode !== undefined) {
      replaceResources(container, trainer.resourcesPerNode);
    }
    upsertEnvList(container, trainer.env);
  }
}
