import { KINDS } from "#lib/k8s/kinds.ts";
import type { AccessReviewer } from "./access-reviewer.ts";
import type { Person } from "./person.ts";

/** Open streams ask anew this often. */
export const RECHECK_MS = 3_500;
/** From the moment in which a right was still there until an open stream stops, whatever the API server does. */
export const REVOCATION_MS = 9_500;
/** How long the API server may take to say what a person sees: a stream, and an answer, are based on nothing older. */
export const STREAM_PATIENCE_MS = 2_000;
export const ANSWER_PATIENCE_MS = 5_000;

/** The kinds beside the TrainJob that a row tells something of. */
export const ROW_KINDS = ["JobSet", "Job", "Pod", "Event", "Workload"] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** Which of the row's kinds a person may list in a namespace. */
export type RowSight = ReadonlySet<RowKind>;

/** The namespaces whose TrainJobs a person may list, at one moment, and how much of each job they may see. */
export type NamespaceScope = {
  readonly namespaces: ReadonlySet<string>;
  has(namespace: string): boolean;
  sight(namespace: string): RowSight;
};

export const FULL_SIGHT: RowSight = new Set(ROW_KINDS);
const NO_SIGHT: RowSight = new Set();

export function createScope(sights: ReadonlyMap<string, RowSight>): NamespaceScope {
  return {
    namespaces: new Set(sights.keys()),
    has: (namespace) => sights.has(namespace),
    sight: (namespace) => sights.get(namespace) ?? NO_SIGHT,
  };
}

/** `known` are the cluster's namespaces; one that is not among them is never in scope. */
export async function namespaceScope(
  reviewer: AccessReviewer,
  person: Person,
  known: readonly string[],
): Promise<NamespaceScope> {
  const everywhere = await reviewer.may(person, "list", KINDS.TrainJob);
  const visible = await Promise.all(
    known.map(async (namespace) => {
      const allowed = everywhere || (await reviewer.may(person, "list", KINDS.TrainJob, namespace));
      return allowed ? [namespace] : [];
    }),
  );
  const common = await sightIn(reviewer, person, undefined);
  const sights = await Promise.all(
    visible.flat().map(async (namespace) => {
      const sight =
        common.size === ROW_KINDS.length ? common : await sightIn(reviewer, person, namespace);
      return [namespace, sight] as const;
    }),
  );
  return createScope(new Map(sights));
}

/** Without a namespace: in all of them. */
async function sightIn(
  reviewer: AccessReviewer,
  person: Person,
  namespace: string | undefined,
): Promise<RowSight> {
  const seen = await Promise.all(
    ROW_KINDS.map(async (kind) =>
      (await reviewer.may(person, "list", KINDS[kind], namespace)) ? [kind] : [],
    ),
  );
  return new Set(seen.flat());
}

export function isSameScope(a: NamespaceScope, b: NamespaceScope): boolean {
  return (
    a.namespaces.size === b.namespaces.size &&
    [...a.namespaces].every(
      (namespace) =>
        b.has(namespace) && sightKey(a.sight(namespace)) === sightKey(b.sight(namespace)),
    )
  );
}

/** Equal sights have equal keys. */
export function sightKey(sight: RowSight): string {
  return ROW_KINDS.filter((kind) => sight.has(kind)).join(",");
}
