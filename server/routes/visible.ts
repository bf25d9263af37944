import { AppError } from "#lib/errors/app-error.ts";
import { KINDS, type KindInfo } from "#lib/k8s/kinds.ts";
import {
  ANSWER_PATIENCE_MS,
  type NamespaceScope,
  namespaceScope,
} from "#server/access/namespace-scope.ts";
import type { Person } from "#server/access/person.ts";
import type { Services } from "./services.ts";

/** The namespaces whose TrainJobs the person may list. Throws UPSTREAM_TIMEOUT where it takes longer: it would be old news. */
export async function scopeOf(
  services: Services,
  person: Person,
  patienceMs: number = ANSWER_PATIENCE_MS,
): Promise<NamespaceScope> {
  const known = [...services.hub.catalog.cache("Namespace").values()].flatMap(
    ({ metadata }) => metadata.name ?? [],
  );
  const timer = new AbortController();
  const late = services.clock.sleep(patienceMs, timer.signal).then(() => "late" as const);
  try {
    const scope = await Promise.race([namespaceScope(services.reviewer, person, known), late]);
    if (scope === "late") throw new AppError("UPSTREAM_TIMEOUT");
    return scope;
  } finally {
    timer.abort();
  }
}

/** FORBIDDEN, in the API server's words, whether or not such an object exists. */
export async function assertMay(
  services: Services,
  person: Person,
  verb: string,
  info: KindInfo,
  namespace: string | undefined,
): Promise<void> {
  if (await services.reviewer.may(person, verb, info, namespace)) return;
  const where =
    namespace === undefined ? "at the cluster scope" : `in the namespace "${namespace}"`;
  throw new AppError("FORBIDDEN", {
    detail: `User "${person.user}" cannot ${verb} resource "${info.plural}" in API group "${info.group}" ${where}`,
  });
}

/** An admin, for this console, is who may patch TrainJobs everywhere. */
export function isAdmin(services: Services, person: Person): Promise<boolean> {
  return services.reviewer.may(person, "patch", KINDS.TrainJob);
}
