import { endpointsOf } from "../endpoints.ts";
import { containersOf, isNodeContainer } from "../jobs.ts";
import {
  leaf,
  leafField,
  type Mark,
  markComputed,
  type Node,
  type ObjectNode,
  objectField,
  type Pen,
  type Shape,
  toObjectNode,
} from "../node.ts";
import { countGpus, resourcesForCounts } from "../resources.ts";
import { type Job, LAUNCHER, NODE, type Scope } from "../scope.ts";
import { upsertEnvShape, upsertMount, upsertVolume } from "../upsert.ts";
import { inputsOf } from "./node-count.ts";

const AUTH_VOLUME = "mpi-ssh-auth";
const HOSTFILE_VOLUME = "mpi-hostfile";
const HOSTFILE_DIR = "/etc/mpi";
const DEFAULT_SLOTS = 1;

export function mpiPolicy(scope: Scope): ObjectNode | undefined {
  return objectField(scope.mlPolicy, "mpi");
}

export function isLauncherNode(scope: Scope): boolean {
  return leafField(mpiPolicy(scope), "runLauncherAsNode")?.value === true;
}

export const authSecretName = (scope: Scope): string => `${scope.name.value}-${AUTH_VOLUME}`;
export const hostfileName = (scope: Scope): string => `${scope.name.value}-${HOSTFILE_VOLUME}`;

export function applyMpi(scope: Scope): void {
  const pen = scope.pen("policy", "mpi");
  setNodeCount(scope, pen);
  for (const job of scope.jobs) {
    if (job.name !== NODE && job.name !== LAUNCHER) continue;
    upsertVolume(job.podSpec, authVolume(scope, pen));
    if (job.name === LAUNCHER) upsertVolume(job.podSpec, hostfileVolume(scope, pen));
    for (const container of containersOf(job).filter(isNodeContainer)) {
      upsertMount(container, authMount(scope, pen));
      if (job.name === LAUNCHER) prepareLauncher(scope, pen, container);
    }
  }
}

/** Only the job called `node`; with the launcher as a node it has one pod less. */
function setNodeCount(scope: Scope, pen: Pen): void {
  const given = scope.trainer?.numNodes;
  const job = scope.jobs.find((candidate) => candidate.name === NODE);
  if (job === undefined || typeof given?.value !== "number") return;
  const inputs = [given.mark, ...policyMarks(scope, "runLauncherAsNode")];
  if (!isLauncherNode(scope)) {
    job.count = { value: given.value, mark: markComputed(pen, inputs) };
    return;
  }
  job.count = {
    value: Math.max(given.value - 1, 1),
    mark: markComputed(pen, given.value > 1 ? inputs : []),
  };
}

function policyMarks(scope: Scope, field: string): readonly Mark[] {
  const node = leafField(mpiPolicy(scope), field);
  return node === undefined ? [] : [node.mark];
}

type Slots = { readonly value: number; readonly inputs: readonly Mark[] };

function slotsOf(scope: Scope): Slots {
  const own = scope.trainer?.numProcPerNode;
  if (typeof own?.value === "number") return { value: own.value, inputs: [own.mark] };
  if (typeof own?.value === "string") return { value: toInteger(own.value), inputs: [own.mark] };
  const given = leafField(mpiPolicy(scope), "numProcPerNode");
  const value = typeof given?.value === "number" ? given.value : DEFAULT_SLOTS;
  if (value === 1 && scope.rules.mpi.slotsFromGpus) {
    const gpus = countGpus(resourcesForCounts(scope));
    if (gpus.value > 1) return gpus;
  }
  return { value, inputs: given === undefined ? [] : [given.mark] };
}

/** A word as a number of processes is none. */
function toInteger(text: string): number {
  return /^[+-]?\d{1,9}$/.test(text) ? Number(text) : 0;
}

function authVolume(scope: Scope, pen: Pen): ObjectNode {
  const { secretModes } = scope.rules.mpi;
  const item = (key: string, path: string, mode: number): { readonly [key: string]: Shape } =>
    secretModes ? { key, path, mode } : { key, path };
  const items = [
    item("ssh-privatekey", "id_rsa", 0o640),
    item("ssh-publickey", "id_rsa.pub", 0o644),
    item("ssh-publickey", "authorized_keys", 0o644),
  ];
  const secretName = named(scope, pen, authSecretName(scope));
  const secret = secretModes ? { secretName, defaultMode: 0o400, items } : { secretName, items };
  return toObjectNode({ name: AUTH_VOLUME, secret }, markComputed(pen, []));
}

function hostfileVolume(scope: Scope, pen: Pen): ObjectNode {
  const items = [{ key: "hostfile", path: "hostfile", mode: 0o444 }];
  const name = named(scope, pen, hostfileName(scope));
  return toObjectNode({ name: HOSTFILE_VOLUME, configMap: { name, items } }, markComputed(pen, []));
}

function named(scope: Scope, pen: Pen, text: string): Node {
  return leaf(text, markComputed(pen, [scope.name.mark]));
}

function authMount(scope: Scope, pen: Pen): ObjectNode {
  const path = leafField(mpiPolicy(scope), "sshAuthMountPath")?.value;
  const mountPath = leaf(path ?? "", markComputed(pen, policyMarks(scope, "sshAuthMountPath")));
  return toObjectNode({ name: AUTH_VOLUME, mountPath }, markComputed(pen, []));
}

function prepareLauncher(scope: Scope, pen: Pen, container: ObjectNode): void {
  const mark = markComputed(pen, []);
  upsertMount(container, toObjectNode({ name: HOSTFILE_VOLUME, mountPath: HOSTFILE_DIR }, mark));
  const implementation = leafField(mpiPolicy(scope), "mpiImplementation")?.value;
  if (implementation !== "OpenMPI") {
    scope.report(
      "MPI_IMPLEMENTATION_UNSUPPORTED",
      "/spec/mlPolicy/mpi/mpiImplementation",
      `MPI implementation for ${String(implementation)} doesn't supported`,
    );
    return;
  }
  const slots = slotsOf(scope);
  const shapes = [
    { name: "OMPI_MCA_orte_default_hostfile", value: `${HOSTFILE_DIR}/hostfile` },
    { name: "OMPI_MCA_orte_keep_fqdn_hostnames", value: "true" },
    {
      name: "OMPI_MCA_orte_set_default_slots",
      value: leaf(String(slots.value), markComputed(pen, slots.inputs)),
    },
    { name: "OMPI_MCA_plm_rsh_args", value: "-o ConnectionAttempts=10" },
  ];
  for (const shape of shapes) upsertEnvShape(container, pen, shape);
}

/** One line per host: `<host> slots=<slots>`. */
export function hostfile(scope: Scope, pen: Pen): Node {
  const slots = slotsOf(scope);
  const inputs: Mark[] = [...slots.inputs, ...policyMarks(scope, "runLauncherAsNode")];
  const lines: string[] = [];
  for (const job of scope.jobs.filter((one) => isHost(scope, one))) {
    const endpoints = endpointsOf(scope, job);
    inputs.push(...endpoints.inputs, ...inputsOf(job.count.mark));
    for (const host of endpoints.hosts) lines.push(`${host} slots=${slots.value}\n`);
  }
  return leaf(lines.join(""), markComputed(pen, inputs));
}

function isHost(scope: Scope, job: Job): boolean {
  return job.name === NODE || (job.name === LAUNCHER && isLauncherNode(scope));
}
