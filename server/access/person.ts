import type { KubeIdentity } from "#server/kube/transport.ts";

/** Who sends a request. `identity` is what writes are sent as. */
export type Person = {
  readonly user: string;
  readonly groups: readonly string[];
  readonly identity: KubeIdentity;
  /** Sandbox: which of the personas. */
  readonly persona?: string | undefined;
};

/** Finds out who sends a request; throws UNAUTHENTICATED. One for each access mode. */
export type IdentitySource = { identify(request: Request): Promise<Person> | Person };
