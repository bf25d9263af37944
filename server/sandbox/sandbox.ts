import type { Dialect } from "#lib/dialect/entry.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { TrainerVersion } from "#lib/render/versions.ts";
import type { Clock } from "#lib/util/clock.ts";
import type { KubeTransport } from "#server/kube/transport.ts";
import { createAdmissionGate } from "./admission-gate.ts";
import { createApi } from "./api.ts";
import { ApiDocuments } from "./api-documents.ts";
import { bootObjects } from "./boot-objects.ts";
import { ClientDeletes } from "./client-deletes.ts";
import { ClientWrites } from "./client-writes.ts";
import { crdSchemasFor, publishedSchema } from "./crd-schemas.ts";
import { IdSource } from "./id-source.ts";
import { createInternalStore } from "./internal-store.ts";
import { Lister } from "./list.ts";
import { finishNamespace } from "./namespace-life.ts";
import { ObjectStore } from "./object-store.ts";
import { DEFAULT_ACCESS } from "./personas.ts";
import type { PodLogSource } from "./pod-log.ts";
import { emptyLog } from "./pod-log-answer.ts";
import type { AccessRules } from "./rbac.ts";
import type { SandboxStore, StoreChange } from "./sandbox-store.ts";
import { findServedByKind } from "./served-kinds.ts";
import { WatchDesk } from "./watch-desk.ts";

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
  /** What to go on with, instead of an empty cluster. */
  readonly saved?:
    | { readonly version: number; readonly objects: readonly KubeObject[] }
    | undefined;
};

/** A small Kubernetes API server in memory. Clients know nothing but `transport`; the rest is for its own inhabitants. */
export type Sandbox = {
  readonly transport: KubeTransport;
  readonly store: SandboxStore;
  readonly options: SandboxOptions;
  /** The newest resourceVersion. */
  version(): number;
  /** Called after each committed change, in order; writes made inside a listener are reported after it returned. */
  onChange(listener: (change: StoreChange) => void): () => void;
  /** Roles and bindings in force; `set` replaces them at once (rights can be taken away at run time). */
  readonly access: { get(): AccessRules; set(rules: AccessRules): void };
  /** Answers GET pods/NAME/log; without one every log is empty. */
  setLogSource(source: PodLogSource): void;
  /** Forgets all history, as etcd's compaction does: older watches and continue tokens answer 410. */
  compact(): void;
  /** Ends every open watch. */
  close(): void;
};

const HISTORY_LIMIT = 4096;
const BOOKMARK_EVERY_MS = 60_000;

export function createSandbox(options: SandboxOptions): Sandbox {
  const { clock, historyLimit = HISTORY_LIMIT, bookmarkEveryMs = BOOKMARK_EVERY_MS } = options;
  const { saved } = options;
  const store = new ObjectStore({ historyLimit, firstVersion: saved?.version });
  const schemas = crdSchemasFor(options.dialect, options.trainerVersion);
  const core = { store, clock, schemas, ids: new IdSource(saved?.version) };
  const watches = new WatchDesk({ store, clock, bookmarkEveryMs });
  const lister = new Lister(store);
  let access = DEFAULT_ACCESS;
  let logSource: PodLogSource = emptyLog;
  const internal = createInternalStore(core);
  store.onChange((change) => finishNamespace(core, change));
  if (saved === undefined)
    for (const object of bootObjects(options)) internal.create(object, { manager: "sandbox" });
  for (const object of saved?.objects ?? []) {
    const served = findServedByKind(object.apiVersion, object.kind);
    if (served !== undefined) store.restore(served.info, object);
  }
  return {
    transport: createApi({
      store,
      lister,
      watches,
      clock,
      dialect: options.dialect,
      deletes: new ClientDeletes(core),
      writes: new ClientWrites(core, createAdmissionGate(core, options)),
      access: () => access,
      documents: new ApiDocuments((info) =>
        publishedSchema(options.dialect, options.trainerVersion, info),
      ),
      logSource: () => logSource,
    }),
    store: internal,
    options,
    version: () => store.version,
    onChange: (listener) => store.onChange(listener),
    access: {
      get: () => access,
      set: (rules) => {
        access = rules;
      },
    },
    setLogSource: (source) => {
      logSource = source;
    },
    compact: () => {
      lister.forget();
      store.compact();
    },
    close: () => watches.close(),
  };
}
