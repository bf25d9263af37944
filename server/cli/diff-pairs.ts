import type { KubeObject } from "#lib/k8s/object.ts";
import { runtimeAmong, type SourceObject, type Sources } from "./source-objects.ts";

/** A TrainJob with the runtime that it gets on one side. */
export type Subject = { readonly trainJob: KubeObject; readonly runtime: KubeObject | undefined };

export type Pair = {
  readonly label: string;
  readonly before: Subject;
  readonly after: Subject;
};

export type Pairs = {
  readonly pairs: readonly Pair[];
  /** TrainJobs of one side only. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
};

export type Sides = {
  readonly before: Sources;
  readonly after: Sources;
  /** TrainJobs and runtimes for sides that have none of their own. */
  readonly shared: Sources;
};

/**
 * Which TrainJobs are compared with which. A side without TrainJobs takes the shared ones, else the other side's. One on
 * each side belong together whatever their names; several by namespace and name.
 */
export function pairUp(sides: Sides): Pairs {
  const { before, after, shared } = sides;
  const first = firstFilled(before.trainJobs, shared.trainJobs, after.trainJobs);
  const second = firstFilled(after.trainJobs, shared.trainJobs, before.trainJobs);
  const [onlyFirst, onlySecond] = [first[0], second[0]];
  const areTwo = first.length === 1 && second.length === 1;
  const matched: readonly (readonly [SourceObject, SourceObject])[] =
    areTwo && onlyFirst !== undefined && onlySecond !== undefined
      ? [[onlyFirst, onlySecond]]
      : first.flatMap((one) => {
          const other = second.find((candidate) => isSame(one, candidate));
          return other === undefined ? [] : [[one, other] as const];
        });
  const missing = (own: readonly SourceObject[], place: 0 | 1) =>
    own.filter((one) => !matched.some((pair) => pair[place] === one)).map(({ label }) => label);
  return {
    pairs: matched.map(([one, other]) => toPair(one, other, sides)),
    onlyBefore: missing(first, 0),
    onlyAfter: missing(second, 1),
  };
}

function toPair(one: SourceObject, other: SourceObject, sides: Sides): Pair {
  const { before, after, shared } = sides;
  const { name, namespace } = one.object.metadata;
  // Under one name: else every rendered object would be a new one.
  const renamed = { ...other.object, metadata: { ...other.object.metadata, name, namespace } };
  return {
    label: one.label === other.label ? one.label : `${one.label} → ${other.label}`,
    before: { trainJob: one.object, runtime: runtimeOn(one, before, [shared, after]) },
    after: { trainJob: renamed, runtime: runtimeOn(other, after, [shared, before]) },
  };
}

/** A side that brings one runtime and no TrainJob means this runtime, whatever the TrainJob calls its own. */
function runtimeOn(
  trainJob: SourceObject,
  side: Sources,
  others: readonly Sources[],
): KubeObject | undefined {
  const isRuntimeSide = side.trainJobs.length === 0 && side.runtimes.length === 1;
  if (isRuntimeSide) return side.runtimes[0]?.object;
  for (const { runtimes } of [side, ...others]) {
    const found = runtimeAmong(runtimes, trainJob.object);
    if (found !== undefined) return found.object;
  }
  return undefined;
}

function firstFilled(...lists: readonly (readonly SourceObject[])[]): readonly SourceObject[] {
  return lists.find((list) => list.length > 0) ?? [];
}

function isSame(a: SourceObject, b: SourceObject): boolean {
  const { name, namespace = "default" } = a.object.metadata;
  const other = b.object.metadata;
  return other.name === name && (other.namespace ?? "default") === namespace;
}
