import { admit } from "#lib/admission/admit.ts";
import type { Dialect } from "#lib/dialect/entry.ts";
import { KINDS, TRAINER_GROUP } from "#lib/k8s/kinds.ts";
import { isKubeObject, type KubeObject, toJson } from "#lib/k8s/object.ts";
import { applyDefaults } from "#lib/schema/defaults.ts";
import { prune } from "#lib/schema/prune.ts";
import { asObject, asString, getIn, type JsonObject } from "#lib/util/json.ts";
import { type CrdSchemas, crdSchemasFor } from "../crd-schemas.ts";
import { KubeRefusal } from "../refusal.ts";
import type { Sandbox } from "../sandbox.ts";
import { nameSuffix } from "../world/seeded-random.ts";
import { findFiles } from "./find-files.ts";
import { type ReadObject, readObjects } from "./read-objects.ts";
import { labelOf, sortOut } from "./sort-out.ts";

/** One row for each document. `pruned` are JSON pointers of fields that the served version does not know. */
export type FileFinding = {
  readonly file: string;
  readonly line: number;
  readonly object: string;
  readonly outcome: "loaded" | "refused" | "leftAside" | "unreadable";
  readonly reason?: string | undefined;
  readonly pruned: string[];
  readonly warnings: string[];
};

export type FilesReport = {
  readonly loaded: number;
  readonly findings: FileFinding[];
};

export type LoadedFiles = {
  readonly report: FilesReport;
  /** As stored. */
  readonly objects: readonly KubeObject[];
  /** Namespaces of what was loaded, sorted. */
  readonly namespaces: readonly string[];
};

export type LoadOptions = {
  /** Default: what the sandbox serves. */
  readonly dialect?: Dialect | undefined;
};

type StatusOfFile = {
  readonly status?: JsonObject | undefined;
  readonly pruned: readonly string[];
};

const NOT_CHECKED = "some validation rules were not checked";
const WRITER = { manager: "trainer-dashboard-files" };
const EDITOR_ROLE = "kubeflow-trainer-edit";
const DEFAULT_NAMESPACE = "default";
/** RFC 1123 label. */
const NAMESPACE_NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
/** What others refer to comes first, whatever the order in the files. */
const ORDER = ["Namespace", "ClusterTrainingRuntime", "TrainingRuntime", "TrainJob"];

/**
 * Loads the objects of YAML and JSON files into the sandbox as a client would create them: pruned, defaulted, checked
 * by schema and webhook rules. Beyond a client, status and what the API server keeps (uid, stamps, managedFields) stay as
 * the file has them, and a TrainJob whose runtime is not there is loaded with a warning. Both data scientists may see the
 * namespaces. Never throws for what a file holds; each document has a row in the report.
 */
export function loadFiles(
  sandbox: Sandbox,
  paths: readonly string[],
  options: LoadOptions = {},
): LoadedFiles {
  const found = findFiles(paths);
  const files = found.map(readObjects);
  const read = files.flatMap((file) => file.objects);
  const loader = new FileLoader(sandbox, options.dialect ?? sandbox.options.dialect);
  for (const object of inLoadingOrder(read)) loader.load(object);
  const broken = { object: "document", outcome: "unreadable" } as const;
  for (const problem of files.flatMap((file) => file.unreadable))
    loader.add({ ...problem, ...broken, pruned: [], warnings: [] });
  grantNamespaces(sandbox, loader.namespaces());
  const order = new Map(found.map((file, index) => [file.name, index]));
  const findings = loader.findings.toSorted(
    (a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0) || a.line - b.line,
  );
  const loaded = findings.filter((finding) => finding.outcome === "loaded").length;
  return {
    report: { loaded, findings },
    objects: loader.objects,
    namespaces: loader.namespaces(),
  };
}

/** The dialect for a sandbox that is to hold these files. */
export { detectFilesDialect } from "./detect-files-dialect.ts";

function inLoadingOrder(read: readonly ReadObject[]): readonly ReadObject[] {
  const rank = ({ value }: ReadObject) => {
    const place = ORDER.indexOf(asString(getIn(value, "kind")) ?? "");
    return place < 0 ? ORDER.length : place;
  };
  return read.toSorted((a, b) => rank(a) - rank(b));
}

class FileLoader {
  readonly findings: FileFinding[] = [];
  readonly objects: KubeObject[] = [];
  readonly #sandbox: Sandbox;
  readonly #dialect: Dialect;
  readonly #schemas: CrdSchemas;

  constructor(sandbox: Sandbox, dialect: Dialect) {
    this.#sandbox = sandbox;
    this.#dialect = dialect;
    this.#schemas = crdSchemasFor(dialect, sandbox.options.trainerVersion);
  }

  namespaces(): readonly string[] {
    const all = this.objects.flatMap((object) => object.metadata.namespace ?? []);
    return [...new Set(all)].toSorted((a, b) => (a < b ? -1 : 1));
  }

  add(finding: FileFinding): void {
    this.findings.push(finding);
  }

  load(read: ReadObject): void {
    const sorted = sortOut(read.value, this.#dialect);
    if ("leftAside" in sorted) {
      this.#report(read, "leftAside", sorted.leftAside);
      return;
    }
    const { object, served } = sorted;
    const namespace = served.info.namespaced
      ? (object.metadata.namespace ?? DEFAULT_NAMESPACE)
      : undefined;
    const metadata = { ...withName(withoutNull(object.metadata), read), namespace };
    const placed = { ...object, metadata };
    const { group, kind } = served.info;
    const misplaced = namespaceProblem(read, placed);
    if (group === TRAINER_GROUP) this.#loadAdmitted(read, placed);
    else if (misplaced !== undefined) this.#report(read, "refused", misplaced);
    else if (kind === "JobSet") this.#loadJobSet(read, placed);
    else this.#store(read, placed, [], []);
  }

  #loadAdmitted(read: ReadObject, object: KubeObject): void {
    const runtime = object.kind === "TrainJob" ? this.#runtimeOf(object) : undefined;
    const isMissing = object.kind === "TrainJob" && runtime === undefined;
    const { status, ...sent } = object;
    const result = admit(this.#schemas, {
      operation: "create",
      dialect: this.#dialect,
      trainerVersion: this.#sandbox.options.trainerVersion,
      object: sent,
      runtime,
      skipRuntimeLookup: isMissing,
      activeJobs: [],
      now: this.#sandbox.options.clock.now(),
    });
    const misplaced = namespaceProblem(read, object);
    if (!result.admitted || misplaced !== undefined) {
      const own = result.admitted ? [] : [refusalReason(read, result.message, result.causes)];
      const reason = misplaced === undefined ? own : [misplaced, ...own];
      this.#report(read, "refused", reason.join("; "), result.pruned, result.warnings);
      return;
    }
    const missing = isMissing ? [missingRuntime(object)] : [];
    const kept = this.#prunedStatus(object.kind, status);
    this.#store(
      read,
      kept.status === undefined ? result.object : { ...result.object, status: kept.status },
      [...result.pruned, ...kept.pruned],
      [...result.warnings, ...missing],
    );
  }

  /** A client cannot set it, the file's owner may: without what the served version does not know. */
  #prunedStatus(kind: string, status: JsonObject | undefined): StatusOfFile {
    if (kind !== "TrainJob" || status === undefined || Object.keys(status).length === 0)
      return { pruned: [] };
    const { value, pruned } = prune(this.#schemas.TrainJob, { status });
    return { status: asObject(getIn(value, "status")), pruned };
  }

  #loadJobSet(read: ReadObject, object: KubeObject): void {
    const { value, pruned } = prune(this.#schemas.JobSet, toJson(object));
    const filled = applyDefaults(this.#schemas.JobSet, value);
    this.#store(read, isKubeObject(filled) ? filled : object, pruned, []);
  }

  #store(
    read: ReadObject,
    object: KubeObject,
    pruned: readonly string[],
    warnings: readonly string[],
  ): void {
    const { namespace } = object.metadata;
    if (namespace !== undefined) this.#ensureNamespace(namespace);
    if (object.kind === "Namespace" && this.#hasNamespace(object.metadata.name ?? "")) {
      this.#report(read, "loaded", undefined, pruned, warnings);
      return;
    }
    try {
      this.objects.push(this.#sandbox.store.create(object, WRITER));
      this.#report(read, "loaded", undefined, pruned, warnings);
    } catch (error) {
      if (!(error instanceof KubeRefusal)) throw error;
      if (error.status.code === 409)
        this.#report(read, "leftAside", "an object of this kind and name was loaded before");
      else this.#report(read, "refused", error.message);
    }
  }

  #runtimeOf(trainJob: KubeObject): KubeObject | undefined {
    const name = asString(getIn(trainJob.spec, "runtimeRef", "name")) ?? "";
    const isOwn = getIn(trainJob.spec, "runtimeRef", "kind") === "TrainingRuntime";
    return isOwn
      ? this.#sandbox.store.get(KINDS.TrainingRuntime, trainJob.metadata.namespace, name)
      : this.#sandbox.store.get(KINDS.ClusterTrainingRuntime, undefined, name);
  }

  #hasNamespace(name: string): boolean {
    return this.#sandbox.store.get(KINDS.Namespace, undefined, name) !== undefined;
  }

  #ensureNamespace(name: string): void {
    if (this.#hasNamespace(name)) return;
    const metadata = { name, labels: { "kubernetes.io/metadata.name": name } };
    const namespace = {
      apiVersion: "v1",
      kind: "Namespace",
      metadata,
      status: { phase: "Active" },
    };
    this.#sandbox.store.create(namespace, WRITER);
  }

  #report(
    { file, line, value }: ReadObject,
    outcome: FileFinding["outcome"],
    reason?: string,
    pruned: readonly string[] = [],
    warnings: readonly string[] = [],
  ): void {
    const found = { pruned: [...pruned], warnings: [...warnings] };
    this.add({ file, line, object: labelOf(value), outcome, reason, ...found });
  }
}

/** A cluster has no namespace of such a name: mostly a placeholder that nobody filled in. */
function namespaceProblem(read: ReadObject, { metadata }: KubeObject): string | undefined {
  const name = metadata.namespace ?? DEFAULT_NAMESPACE;
  if (NAMESPACE_NAME.test(name)) return undefined;
  const line = read.lineOf("/metadata/namespace");
  const where = line === undefined ? "" : ` (line ${line})`;
  return `metadata.namespace: Invalid value: ${JSON.stringify(name)}: no namespace can have this name${where}`;
}

/** The causes with their lines, or the message where the answer has none. */
function refusalReason(
  read: ReadObject,
  message: string,
  causes: readonly { readonly field: string; readonly message: string }[],
): string {
  if (causes.length === 0) return message;
  const telling = causes.filter((cause) => !cause.message.includes(NOT_CHECKED));
  const parts = telling.map(({ field, message: why }) => {
    if (field === "<nil>") return why;
    const line = read.lineOf(toPointerText(field));
    return `${field}: ${why}${line === undefined ? "" : ` (line ${line})`}`;
  });
  return parts.join("; ");
}

/** `spec.a[0].b` as a JSON pointer; a field that is written otherwise leads nowhere. */
function toPointerText(field: string): string {
  return `/${field.replaceAll("[", ".").replaceAll("]", "").split(".").join("/")}`;
}

function missingRuntime(trainJob: KubeObject): string {
  const ref = getIn(trainJob.spec, "runtimeRef");
  const kind = asString(getIn(ref, "kind")) ?? "ClusterTrainingRuntime";
  const name = asString(getIn(ref, "name")) ?? "";
  return `${kind} "${name}" is not among the files: a cluster without it refuses this TrainJob, and nothing can be rendered`;
}

function grantNamespaces(sandbox: Sandbox, namespaces: readonly string[]): void {
  const { roles, bindings } = sandbox.access.get();
  const subjects = ["alice", "bob"].map((name) => ({ kind: "User", name }) as const);
  const granted = namespaces.map((namespace) => ({ role: EDITOR_ROLE, namespace, subjects }));
  sandbox.access.set({ roles, bindings: [...bindings, ...granted] });
  if (namespaces.length > 0)
    sandbox.options.log?.(`alice and bob may work in the namespaces ${namespaces.join(", ")}`);
}

/** A name made from `generateName`, always the same one for the same place in the same file. */
function withName(metadata: KubeObject["metadata"], read: ReadObject): KubeObject["metadata"] {
  const { name, generateName } = metadata;
  if (name !== undefined || generateName === undefined) return metadata;
  return { ...metadata, name: `${generateName}${nameSuffix(`${read.file}/${read.line}`)}` };
}

/** `creationTimestamp: null` and its like, which old tools write, count as absent. */
function withoutNull(metadata: KubeObject["metadata"]): KubeObject["metadata"] {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(metadata);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== ""));
}
