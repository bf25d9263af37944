import type { Dialect } from "#lib/dialect/entry.ts";
import type { TrainerVersion } from "#lib/render/versions.ts";
import type { Clock } from "#lib/util/clock.ts";
import type { KubeTransport } from "#server/kube/transport.ts";
import type { PodLogSource } from "./pod-log.ts";
import type { AccessRules } from "./rbac.ts";
import type { SandboxStore, StoreChange } from "./sandbox-store.ts";

export type SandboxOptions = {
  /** Which override API the TrainJob CRD serves. */
  readonly dialect: Dialect;
  readonly trainerVersion: TrainerVersion;
  readonly controller: "trainer" | "dashboard";
  /** Time of creation stamps, bookmarks and watch timeouts. */
  readonly clock: Clock;
  readonly log?: ((message: string) => void) | undefined;
  /** Watch events kept for each kind; older versions answer 410. */
  readonly historyLimit?: number | undefined;
  readonly bookmarkEveryMs?: number | undefined;
};

/** A small Kubernetes API server in memory. Clients know nothing but `transport`; the rest is for its own inhabitants. */
export type Sandbox = {
  readonly transport: KubeTransport;
  readonly store: SandboxStore;
  readonly options: SandboxOptions;
  /** Called after each committed change, in order; writes made inside a listener are reported after it returned. */
  onChange(listener: (change: StoreChange) => void): () => void;
  /** Roles and bindings in force; `set` replaces them at once (rights can be taken away at run time). */
  readonly access: { get(): AccessRules; set(rules: AccessRules): void };
  /** Answers GET pods/NAME/log; without one every log is empty. */
  setLogSource(source: PodLogSource): void;
  /** Ends every open watch. */
  close(): void;
};

export function createSandbox(_options: SandboxOptions): Sandbox {
  throw new Error("in the making");
}
