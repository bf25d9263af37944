import type { Change, ChangeGroup } from "./change.ts";

/** Changes of one object together, those of a JobSet by job, what concerns the whole object first. Order within a group stays. */
export function groupChanges(changes: readonly Change[]): readonly ChangeGroup[] {
  const objects = Map.groupBy(changes, ({ objectKey }) => objectKey);
  return [...objects].flatMap(([objectKey, own]) => {
    const jobs = Map.groupBy(own, ({ job }) => job);
    const whole = jobs.get(undefined);
    const groups: ChangeGroup[] = whole === undefined ? [] : [{ objectKey, changes: whole }];
    for (const [job, inJob] of jobs) {
      if (job !== undefined) groups.push({ objectKey, job, changes: inJob });
    }
    return groups;
  });
}
