import type { LeafNode, Mark, Node, ObjectNode, Pen } from "./node.ts";
import type { OriginLayer } from "./origin.ts";
import type { ReportError } from "./report.ts";
import type { Amounts } from "./resources.ts";
import type { TrainerValues } from "./trainer-values.ts";
import type { VersionRules } from "./version-rules.ts";

/** How many pods a job has, and who says so. */
export type Count = { readonly value: number; readonly mark: Mark };

/** One replicated job under construction; the nodes are parts of `Scope.spec`. */
export type Job = {
  readonly name: string;
  readonly ancestor: string | undefined;
  readonly node: ObjectNode;
  readonly jobSpec: ObjectNode;
  readonly podTemplate: ObjectNode;
  readonly podSpec: ObjectNode;
  readonly replicas: number;
  /** Who wrote its name and its replicas, before the build forces them. */
  readonly written: readonly Mark[];
  count: Count;
  /** Of one of its pods; empty unless a gang asks. */
  requests: Amounts;
};

/** A value of the TrainJob's metadata with its origin. */
export type Named = { readonly value: string; readonly mark: Mark };

/** What the passes of one render share. Passes change `spec` (through the jobs) and the fields that are not readonly. */
export type Scope = {
  readonly rules: VersionRules;
  readonly report: ReportError;
  readonly pen: (layer: OriginLayer, name?: string) => Pen;
  readonly name: Named;
  readonly namespace: Named;
  readonly uid: Named;
  readonly runtimeName: Named;
  /** The merged JobSet spec. */
  readonly spec: ObjectNode;
  readonly labels: ObjectNode | undefined;
  readonly annotations: ObjectNode | undefined;
  readonly jobs: readonly Job[];
  readonly mlPolicy: ObjectNode | undefined;
  readonly podGroupPolicy: ObjectNode | undefined;
  /** `spec.trainer`; torchtune and flux rewrite it on the way. */
  trainer: TrainerValues | undefined;
  /** `mlPolicy.torch.numProcPerNode`, which only 2.0 and 2.1 have. */
  readonly torchProcesses: LeafNode | undefined;
  readonly initializer: ObjectNode | undefined;
  readonly suspend: Node | undefined;
};

export const ANCESTOR_LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";
export const TRAINER_ANCESTOR = "trainer";
export const NODE = "node";
export const LAUNCHER = "launcher";
export const TRAINER_PORT = 29500;
/** Where the process rank of every trainer pod comes from. */
export const COMPLETION_INDEX_PATH =
  "metadata.annotations['batch.kubernetes.io/job-completion-index']";
