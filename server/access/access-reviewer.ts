import type { KindInfo } from "#lib/k8s/kinds.ts";
import type { Clock } from "#lib/util/clock.ts";
import type { KubeClient } from "#server/kube/kube-client.ts";
import type { Person } from "./person.ts";

/**
 * A decision is at most this old. Together with the stream's re-check (namespace-scope.ts) a right that was taken away stops working
 * within ten seconds.
 */
export const DECISION_TTL_MS = 4_000;
const MAX_DECISIONS = 20_000;

type Decision = { readonly at: number; readonly allowed: Promise<boolean> };

/** Asks the API server what a person may do, with the server's own account. Failing to ask is an error, never a yes. */
export class AccessReviewer {
  readonly #client: KubeClient;
  readonly #clock: Clock;
  readonly #decisions = new Map<string, Decision>();

  constructor(options: { client: KubeClient; clock: Clock }) {
    this.#client = options.client;
    this.#clock = options.clock;
  }

  /** Without a namespace: in all of them. */
  may(person: Person, verb: string, info: KindInfo, namespace?: string): Promise<boolean> {
    const key = JSON.stringify([
      person.user,
      person.groups,
      verb,
      info.group,
      info.plural,
      namespace,
    ]);
    const now = this.#clock.now();
    const known = this.#decisions.get(key);
    if (known !== undefined && now - known.at < DECISION_TTL_MS) return known.allowed;
    const allowed = this.#client.review({
      user: person.user,
      groups: person.groups,
      verb,
      group: info.group,
      resource: info.plural,
      namespace,
    });
    this.#remember(key, { at: now, allowed });
    return allowed;
  }

  #remember(key: string, decision: Decision): void {
    if (this.#decisions.size >= MAX_DECISIONS) this.#decisions.clear();
    this.#decisions.set(key, decision);
    decision.allowed.catch(() => {
      if (this.#decisions.get(key) === decision) this.#decisions.delete(key);
    });
  }
}
