import type { JobPart, Located, OverrideEntry } from "./entry.ts";
import { partsOf } from "./entry-parts.ts";

/** One change of an entry to one place: the unit that every dialect can write, each in its way. */
export type Change = {
  readonly manager?: string | undefined;
  readonly time?: string | undefined;
  readonly place: "jobSet" | "job" | "pod";
  /** Jobs; none for the JobSet itself. */
  readonly targets: readonly string[];
  readonly metadata?: Located | undefined;
  readonly spec?: Located | undefined;
};

/** An entry taken apart: JobSet metadata, then Job metadata, then pods; jobs that share a value stay together. */
export function changesOf(entry: OverrideEntry): readonly Change[] {
  const { jobSetMetadata, jobs } = partsOf(entry);
  const { manager, time } = entry;
  const jobSet: readonly Change[] =
    jobSetMetadata === undefined
      ? []
      : [{ manager, time, place: "jobSet", targets: [], metadata: jobSetMetadata }];
  const ofJobs = groups(jobs, ({ jobMetadata }) => jobMetadata?.path).map(
    ([first, targets]): Change => ({
      manager,
      time,
      place: "job",
      targets,
      metadata: first.jobMetadata,
    }),
  );
  const ofPods = groups(jobs, ({ podMetadata, podSpec }) => podSpec?.path ?? podMetadata?.path).map(
    ([first, targets]): Change => ({
      manager,
      time,
      place: "pod",
      targets,
      metadata: first.podMetadata,
      spec: first.podSpec,
    }),
  );
  return [...jobSet, ...ofJobs, ...ofPods];
}

function groups(
  jobs: readonly JobPart[],
  key: (job: JobPart) => string | undefined,
): readonly (readonly [JobPart, readonly string[]])[] {
  return [...Map.groupBy(jobs, key)].flatMap(([path, same]) => {
    const [first] = same;
    if (path === undefined || first === undefined) return [];
    return [[first, same.map(({ name }) => name)] as const];
  });
}
