import type { Dialect } from "../dialect/entry.ts";
import type { KubeObject } from "../k8s/object.ts";
import type { JobState } from "./job-state.ts";

/** What is known about one TrainJob; every part beside the TrainJob may be missing (not there, or not readable). */
export type JobFacts = {
  readonly trainJob: KubeObject;
  readonly jobSet?: KubeObject | undefined;
  readonly jobs?: readonly KubeObject[] | undefined;
  readonly pods?: readonly KubeObject[] | undefined;
  /** Kueue's Workload of the TrainJob; undefined when there is none or it is not readable. */
  readonly workload?: KubeObject | undefined;
  /** Events of the TrainJob and its children. */
  readonly events?: readonly KubeObject[] | undefined;
  readonly dialect?: Dialect | undefined;
  /** The comparison of the whole render with the JobSet, where someone made it; else the events decide. */
  readonly isStuck?: boolean | undefined;
  /** True when the runtime was looked for and is not there. */
  readonly isRuntimeMissing?: boolean | undefined;
  /** True when Workloads could be read and none belongs to the TrainJob. */
  readonly isWorkloadMissing?: boolean | undefined;
  /** Place in the local queue from 1: counted over its Workloads, or as Kueue's visibility API tells. */
  readonly queuePosition?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/**
 * `reason` is CamelCase: the API's own where it has one, else one of STATUS_REASONS. `message` is text of the API (condition,
 * event, container status), never ours. `params` go with STATUS_REASONS' sentences.
 */
export type JobStatus = {
  readonly state: JobState;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly params?: { readonly [name: string]: string } | undefined;
  /** A change was admitted, but the existing JobSet refuses it. */
  readonly stuck?: boolean | undefined;
};

/** Reasons that are this dashboard's words; everything else comes from the cluster. */
export const STATUS_REASONS = [
  "SuspendedByUser",
  "SuspendedByQueue",
  "WaitingForQuota",
  "WaitingForAdmissionChecks",
  "NoWorkload",
  "AdmittedButSuspended",
  "WorkloadFinished",
  "PodsStillActive",
  "SuspendNotApplied",
  "WaitingForController",
  "WaitingForPods",
  "WaitingForDependency",
  "RuntimeNotFound",
  "ManagedElsewhere",
  "ChildrenRemoved",
  "RecreatedAfterFinish",
  "OverridesStuck",
  "Deleting",
] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];
