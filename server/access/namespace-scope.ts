import { KINDS } from "#lib/k8s/kinds.ts";
import type { AccessReviewer } from "./access-reviewer.ts";
import type { Person } from "./person.ts";

/** Open streams ask anew this often. */
export const RECHECK_MS = 5_000;

/** The namespaces whose TrainJobs a person may list, at one moment. */
export type NamespaceScope = {
  readonly namespaces: ReadonlySet<string>;
  has(namespace: string): boolean;
};

/** `known` are the cluster's namespaces; one that is not among them is never in scope. */
export async function namespaceScope(
  reviewer: AccessReviewer,
  person: Person,
  known: readonly string[],
): Promise<NamespaceScope> {
  const everywhere = await reviewer.may(person, "list", KINDS.TrainJob);
  const allowed = everywhere
    ? known
    : (
        await Promise.all(
          known.map(async (namespace) =>
            (await reviewer.may(person, "list", KINDS.TrainJob, namespace)) ? [namespace] : [],
          ),
        )
      ).flat();
  const namespaces = new Set(allowed);
  return { namespaces, has: (namespace) => namespaces.has(namespace) };
}

export function isSameScope(a: NamespaceScope, b: NamespaceScope): boolean {
  return (
    a.namespaces.size === b.namespaces.size &&
    [...a.namespaces].every((namespace) => b.has(namespace))
  );
}
