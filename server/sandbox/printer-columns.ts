import type { Dialect } from "#lib/dialect/entry.ts";
import { KINDS, type KindInfo } from "#lib/k8s/kinds.ts";

/** A column of a CustomResourceDefinition, as `additionalPrinterColumns` says it. */
export type PrinterColumn = {
  readonly name: string;
  readonly type: "string" | "integer" | "boolean" | "date";
  readonly jsonPath: string;
  readonly priority?: number;
};

const AGE: PrinterColumn = { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" };

function condition(name: string): PrinterColumn {
  const jsonPath = `.status.conditions[?(@.type=="${name}")].status`;
  return { name, type: "string", jsonPath };
}

const STATE: PrinterColumn = {
  name: "State",
  type: "string",
  jsonPath: ".status.conditions[-1:].type",
};

/** This project's definition of TrainJob says more than Kubeflow's. */
const TRAIN_JOB_OF_OURS: readonly PrinterColumn[] = [
  STATE,
  { name: "Runtime", type: "string", jsonPath: ".spec.runtimeRef.name" },
  { name: "Suspend", type: "boolean", jsonPath: ".spec.suspend" },
  AGE,
];

const JOB_SET: readonly PrinterColumn[] = [
  { name: "TerminalState", type: "string", jsonPath: ".status.terminalState" },
  { name: "Restarts", type: "string", jsonPath: ".status.restarts" },
  condition("Completed"),
  { name: "Suspended", type: "string", jsonPath: ".spec.suspend" },
  AGE,
];

const WORKLOAD: readonly PrinterColumn[] = [
  { name: "Queue", type: "string", jsonPath: ".spec.queueName" },
  { name: "Reserved in", type: "string", jsonPath: ".status.admission.clusterQueue" },
  condition("Admitted"),
  condition("Finished"),
  AGE,
];

const COSCHEDULING: readonly PrinterColumn[] = [
  { name: "Phase", type: "string", jsonPath: ".status.phase" },
  { name: "MinMember", type: "integer", jsonPath: ".spec.minMember" },
  { name: "Running", type: "integer", jsonPath: ".status.running" },
  { name: "Succeeded", type: "integer", jsonPath: ".status.succeeded" },
  { name: "Failed", type: "integer", jsonPath: ".status.failed" },
  AGE,
];

const VOLCANO: readonly PrinterColumn[] = [
  { name: "STATUS", type: "string", jsonPath: ".status.phase" },
  { name: "minMember", type: "integer", jsonPath: ".spec.minMember" },
  { name: "RUNNINGS", type: "integer", jsonPath: ".status.running" },
  { ...AGE, name: "AGE" },
  { name: "QUEUE", type: "string", jsonPath: ".spec.queue", priority: 1 },
];

/** Columns beside the name of a kind that comes from a definition; its age where the definition names none. */
export function printerColumns(info: KindInfo, dialect: Dialect): readonly PrinterColumn[] {
  switch (info) {
    case KINDS.TrainJob:
      return dialect === "templateOverrides" ? TRAIN_JOB_OF_OURS : [STATE, AGE];
    case KINDS.JobSet:
      return JOB_SET;
    case KINDS.Workload:
      return WORKLOAD;
    case KINDS.CoschedulingPodGroup:
      return COSCHEDULING;
    case KINDS.VolcanoPodGroup:
      return VOLCANO;
    default:
      return [AGE];
  }
}
