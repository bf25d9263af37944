import { type LeafNode, type Mark, type ObjectNode, objectField } from "../node.ts";
import { countCpus, type DeviceCount, resourcesForCounts } from "../resources.ts";
import type { Scope } from "../scope.ts";

/** Processes per node: a number, or a word that torchrun resolves itself. */
export type Processes = { readonly value: number | string; readonly inputs: readonly Mark[] };

const AUTO = "auto";
const CPU = "cpu";
const ONE: Processes = { value: 1, inputs: [] };

export function processesPerNode(scope: Scope, gpus: DeviceCount): Processes {
  const given = givenProcesses(scope);
  if (scope.rules.processes === "limitsFirst") return processesOfTrainJob(scope, given);
  const isByCpu = given.value === CPU || (given.value === AUTO && gpus.value === 0);
  return isByCpu ? byCpu(countCpus(resourcesForCounts(scope))) : given;
}

/** The TrainJob's; before 2.2 else the runtime's; else the word `auto`. */
function givenProcesses(scope: Scope): Processes {
  const own = toProcesses(scope.trainer?.numProcPerNode);
  if (own !== undefined) return own;
  const ofRuntime = scope.rules.processes === "number" ? undefined : scope.torchProcesses;
  return toProcesses(ofRuntime) ?? { value: AUTO, inputs: [] };
}

function toProcesses(node: LeafNode | undefined): Processes | undefined {
  const value = node?.value;
  if (node === undefined || (typeof value !== "number" && typeof value !== "string"))
    return undefined;
  return { value, inputs: [node.mark] };
}

function byCpu(cpus: DeviceCount): Processes {
  return { value: Math.max(1, cpus.value), inputs: cpus.inputs };
}

/** 2.0 counts only in `trainer.resourcesPerNode`: in limits, and in requests if limits gave no CPU count. */
function processesOfTrainJob(scope: Scope, given: Processes): Processes {
  const resources = scope.trainer?.resourcesPerNode;
  if (resources === undefined) return given;
  const limited = fromList(given, objectField(resources, "limits"));
  return limited.isCpuCount
    ? limited.processes
    : fromList(given, objectField(resources, "requests")).processes;
}

type Found = { readonly processes: Processes; readonly isCpuCount: boolean };

function fromList(given: Processes, list: ObjectNode | undefined): Found {
  if (list === undefined) return { processes: ONE, isCpuCount: false };
  if (given.value === AUTO) {
    const hasGpu = [...list.fields.keys()].some((name) => name.toLowerCase().includes("gpu"));
    return hasGpu ? { processes: given, isCpuCount: false } : cpuCount(list);
  }
  if (given.value !== CPU) return { processes: given, isCpuCount: false };
  return list.fields.has(CPU) ? cpuCount(list) : { processes: ONE, isCpuCount: false };
}

function cpuCount(list: ObjectNode): Found {
  const only: ObjectNode = { ...list, fields: new Map([["requests", list]]) };
  return { processes: byCpu(countCpus(only)), isCpuCount: true };
}
