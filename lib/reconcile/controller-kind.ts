/**
 * Who turns TrainJobs into JobSets: Kubeflow Trainer's own controller (the released override APIs), or this project's
 * (templateOverrides), which remakes a JobSet that refuses a change.
 */
export const CONTROLLER_KINDS = ["trainer", "dashboard"] as const;
export type ControllerKind = (typeof CONTROLLER_KINDS)[number];
