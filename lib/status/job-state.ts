/** One honest word for a TrainJob, from TrainJob, JobSet, pods and queue. */
export const JOB_STATES = [
  "Running",
  "Starting",
  "Pending",
  "Queued",
  "Suspending",
  "Suspended",
  "Failed",
  "Complete",
  "Unknown",
] as const;
export type JobState = (typeof JOB_STATES)[number];
