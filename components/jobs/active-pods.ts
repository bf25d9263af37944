import type { JobDetail } from "#lib/protocol/jobs.ts";

/**
 * Pods that a suspension would end. JobSet's own `active` counts Jobs, so it is only the least there can be where the pods
 * are not known (not listed yet, or not allowed).
 */
export function activePodCount({
  children,
  activeJobs,
}: Pick<JobDetail, "children" | "activeJobs">): number {
  const jobs = activeJobs.reduce((sum, { active }) => sum + active, 0);
  if (jobs === 0) return 0;
  const pods = children.pods.filter(({ status, metadata }) => {
    const phase = status?.["phase"];
    return metadata.deletionTimestamp === undefined && phase !== "Succeeded" && phase !== "Failed";
  });
  return Math.max(jobs, pods.length);
}
