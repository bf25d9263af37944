import type { Dialect } from "#lib/dialect/entry.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JobRow } from "#lib/protocol/jobs.ts";
import { toJobRow } from "#lib/status/job-row.ts";
import type { JobFacts } from "#lib/status/job-status.ts";
import { queuePositions, waitsForQuota } from "#lib/status/queue-position.ts";
import { asString, getIn, isEqualJson, type Json } from "#lib/util/json.ts";
import { FULL_SIGHT, type RowSight, sightKey } from "#server/access/namespace-scope.ts";
import { ObjectCache, type ObjectChange, parentUid } from "./object-cache.ts";
import type { StoreEvent } from "./reflect.ts";
import { snapshotName, WATCHED, type WatchedName } from "./watched-kinds.ts";

/** `row` tells all that is known; who may see less gets it by `rowFor`. */
export type CatalogEntry = { readonly trainJob: KubeObject; readonly row: JobRow };

export type TouchedJob = {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly row: JobRow | "gone" | "same";
};

/** All that is cached about one TrainJob. */
export type JobParts = {
  readonly trainJob: KubeObject;
  readonly jobSet: KubeObject | undefined;
  readonly jobs: readonly KubeObject[];
  readonly pods: readonly KubeObject[];
  readonly workload: KubeObject | undefined;
  /** ConfigMaps and PodGroups that the TrainJob owns, as far as they are watched. */
  readonly others: readonly KubeObject[];
  readonly events: readonly KubeObject[];
  readonly snapshot: KubeObject | undefined;
};

export type CatalogOptions = {
  readonly dialect: () => Dialect | undefined;
  /** The cluster's time. */
  readonly now: () => number;
  /** Whether the existing JobSet refuses what would be rendered now; asked for unfinished jobs with a JobSet. */
  readonly isStuck?: ((trainJob: KubeObject) => boolean) | undefined;
  /** A row could not be computed; it says `Unknown` instead. */
  readonly onDefect?: ((error: unknown, trainJob: KubeObject) => void) | undefined;
};

/** The caches of all kinds, and one row for each TrainJob, computed again only for those that were touched. */
export class JobCatalog {
  readonly #caches: Readonly<Record<WatchedName, ObjectCache>>;
  readonly #rows = new Map<string, CatalogEntry>();
  readonly #touched = new Map<string, KubeObject>();
  readonly #options: CatalogOptions;
  /** Rows for those who see less, as long as the entry lives. */
  readonly #partial = new WeakMap<CatalogEntry, Map<string, JobRow>>();
  /** Kinds that were listed or found absent: what is not in their caches does not exist. */
  readonly #known = new Set<WatchedName>();
  #positions: ReadonlyMap<string, number> = new Map();
  #arePositionsOld: boolean = false;

  constructor(options: CatalogOptions) {
    this.#options = options;
    this.#caches = createCaches();
  }

  cache(name: WatchedName): ObjectCache {
    return this.#caches[name];
  }

  get rows(): ReadonlyMap<string, CatalogEntry> {
    return this.#rows;
  }

  /** Takes an event in; true where some TrainJob was touched. */
  apply(name: WatchedName, event: StoreEvent): boolean {
    const isFirst = isWholeList(event) && !this.#known.has(name);
    if (isFirst) this.#known.add(name);
    const changes = this.#caches[name].apply(event);
    for (const change of changes) this.#touch(name, change);
    if (name === "Workload") this.#arePositionsOld = true;
    if (isRuntime(name) && (isFirst || changes.some(({ before, after }) => !before || !after)))
      this.#touchWaiting();
    return this.#touched.size > 0;
  }

  /** Uids of jobs whose row may say something else as time goes by. */
  unfinished(): readonly string[] {
    return [...this.#rows].flatMap(([uid, { row }]) =>
      row.state === "Complete" || row.state === "Failed" ? [] : [uid],
    );
  }

  /** Has these rows computed again, where the jobs are still there. */
  touch(uids: readonly string[]): void {
    if (this.#arePositionsOld) this.#countPositions();
    for (const uid of uids) {
      const entry = this.#rows.get(uid);
      if (entry !== undefined) this.#touched.set(uid, entry.trainJob);
    }
  }

  /** Computes the touched rows and forgets that they were touched. */
  settle(): readonly TouchedJob[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched.map(([uid, last]) => this.#recompute(uid, last));
  }

  parts(uid: string): JobParts | undefined {
    const trainJob = this.#caches.TrainJob.get(uid);
    if (trainJob === undefined) return undefined;
    const { namespace, name = "" } = trainJob.metadata;
    // Anybody may write any uid into an owner reference: what stands in another namespace is never a child.
    const childrenOf = (kind: WatchedName, owner: KubeObject | undefined) =>
      this.#caches[kind]
        .of(owner?.metadata.uid ?? "")
        .filter(({ metadata }) => metadata.namespace === namespace);
    const [jobSet] = childrenOf("JobSet", trainJob);
    const jobs = [jobSet, trainJob].flatMap((owner) => childrenOf("Job", owner));
    const pods = [...jobs, jobSet].flatMap((owner) => childrenOf("Pod", owner));
    const [workload] = childrenOf("Workload", trainJob);
    const related = [trainJob, jobSet, workload, ...jobs, ...pods];
    return {
      trainJob,
      jobSet,
      jobs,
      pods,
      workload,
      others: childrenOf("ConfigMap", trainJob),
      events: related.flatMap((object) => childrenOf("Event", object)),
      snapshot: this.#caches.ConfigMap.byName(namespace, snapshotName(name)),
    };
  }

  /** The runtime that the TrainJob names, as it is now. */
  runtimeOf(trainJob: KubeObject): KubeObject | undefined {
    const ref = runtimeRef(trainJob);
    return ref.kind === "TrainingRuntime"
      ? this.#caches.TrainingRuntime.byName(trainJob.metadata.namespace, ref.name)
      : this.#caches.ClusterTrainingRuntime.byName(undefined, ref.name);
  }

  #touch(name: WatchedName, change: ObjectChange): void {
    for (const object of [change.before, change.after]) {
      if (object === undefined) continue;
      const trainJob = name === "TrainJob" ? object : this.#trainJobOf(object);
      if (trainJob?.metadata.uid !== undefined) this.#touched.set(trainJob.metadata.uid, trainJob);
    }
  }

  /** Jobs that have nothing yet and whose row says otherwise about the existence of their runtime. */
  #touchWaiting(): void {
    for (const [uid, { trainJob, row }] of this.#rows) {
      if (this.#caches.JobSet.of(uid).length > 0) continue;
      const isSaid = row.reason === "RuntimeNotFound";
      if (isSaid !== (this.#isRuntimeMissing(trainJob) === true)) this.#touched.set(uid, trainJob);
    }
  }

  /** Undefined while nobody knows: the kind was not listed yet, or is none of Trainer's. */
  #isRuntimeMissing(trainJob: KubeObject): boolean | undefined {
    const { kind } = runtimeRef(trainJob);
    return isRuntime(kind) && this.#known.has(kind)
      ? this.runtimeOf(trainJob) === undefined
      : undefined;
  }

  /** Of who was counted already the place may be some seconds old: counting at each event of a long queue would cost too much. */
  #positionOf(workload: KubeObject | undefined): number | undefined {
    if (workload === undefined || !waitsForQuota(workload)) return undefined;
    const uid = workload.metadata.uid ?? "";
    if (this.#arePositionsOld && !this.#positions.has(uid)) this.#countPositions();
    return this.#positions.get(uid);
  }

  #countPositions(): void {
    this.#positions = queuePositions(this.#caches.Workload.values());
    this.#arePositionsOld = false;
  }

  /** Up the owners; an owner that is not there yet brings its children along when it comes. */
  #trainJobOf(object: KubeObject): KubeObject | undefined {
    let uid = parentUid(object);
    for (let depth = 0; uid !== undefined && depth < 5; depth += 1) {
      const trainJob = this.#caches.TrainJob.get(uid);
      if (trainJob !== undefined) return trainJob;
      const owner = PARENTS.map((name) => this.#caches[name].get(uid ?? "")).find(
        (found) => found !== undefined,
      );
      uid = owner === undefined ? undefined : parentUid(owner);
    }
    return undefined;
  }

  #recompute(uid: string, last: KubeObject): TouchedJob {
    const parts = this.parts(uid);
    const { namespace = "", name = "" } = last.metadata;
    if (parts === undefined) {
      this.#rows.delete(uid);
      return { uid, namespace, name, row: "gone" };
    }
    const row = this.#rowOf(parts.trainJob, () => this.#facts(parts, FULL_SIGHT));
    const old = this.#rows.get(uid);
    this.#rows.set(uid, { trainJob: parts.trainJob, row });
    const isSame = old !== undefined && isEqualJson(asJson(old.row), asJson(row));
    return { uid, namespace, name, row: isSame ? "same" : row };
  }

  /** The row with only what the sight allows. */
  rowFor(entry: CatalogEntry, sight: RowSight): JobRow {
    if (sight.size === FULL_SIGHT.size) return entry.row;
    const rows = this.#partial.get(entry) ?? new Map<string, JobRow>();
    this.#partial.set(entry, rows);
    const key = sightKey(sight);
    const known = rows.get(key);
    if (known !== undefined) return known;
    const parts = this.parts(entry.trainJob.metadata.uid ?? "");
    const row = this.#rowOf(entry.trainJob, () =>
      parts === undefined
        ? { trainJob: entry.trainJob, now: this.#options.now() }
        : this.#facts(withinSight(parts, sight), sight),
    );
    rows.set(key, row);
    return row;
  }

  /** One object that nobody expected must not stop the others: its row says what is certain. */
  #rowOf(trainJob: KubeObject, facts: () => JobFacts): JobRow {
    try {
      return toJobRow(facts());
    } catch (error) {
      this.#options.onDefect?.(error, trainJob);
      return unknownRow(trainJob);
    }
  }

  #facts(parts: JobParts, sight: RowSight): JobFacts {
    const { trainJob, jobSet, jobs, pods, workload, events } = parts;
    const { dialect, now, isStuck } = this.#options;
    const isOver = trainJob.metadata.deletionTimestamp !== undefined || jobSet === undefined;
    const isCompared = !isOver && sight.has("JobSet") && isStuck !== undefined;
    const mayMiss = sight.has("Workload") && this.#known.has("Workload");
    return {
      trainJob,
      jobSet,
      jobs,
      pods,
      workload,
      events,
      dialect: dialect(),
      now: now(),
      isRuntimeMissing: this.#isRuntimeMissing(trainJob),
      isWorkloadMissing: mayMiss ? workload === undefined : undefined,
      queuePosition: this.#positionOf(workload),
      ...(isCompared ? { isStuck: isStuck(trainJob) } : {}),
    };
  }
}

const RUNTIME_KINDS = ["TrainingRuntime", "ClusterTrainingRuntime"] as const;

function isRuntime(kind: string): kind is (typeof RUNTIME_KINDS)[number] {
  return RUNTIME_KINDS.some((name) => name === kind);
}

function isWholeList(event: StoreEvent): boolean {
  return event.type === "replace" || event.type === "absent";
}

function withinSight(parts: JobParts, sight: RowSight): JobParts {
  return {
    ...parts,
    jobSet: sight.has("JobSet") ? parts.jobSet : undefined,
    jobs: sight.has("Job") ? parts.jobs : [],
    pods: sight.has("Pod") ? parts.pods : [],
    workload: sight.has("Workload") ? parts.workload : undefined,
    events: sight.has("Event") ? parts.events : [],
  };
}

const PARENTS = ["JobSet", "Job", "Pod", "Workload"] as const satisfies readonly WatchedName[];

function createCaches(): Readonly<Record<WatchedName, ObjectCache>> {
  const cacheOf = (name: WatchedName) => new ObjectCache(WATCHED[name].keep);
  return {
    TrainJob: cacheOf("TrainJob"),
    JobSet: cacheOf("JobSet"),
    Job: cacheOf("Job"),
    Pod: cacheOf("Pod"),
    Event: cacheOf("Event"),
    Workload: cacheOf("Workload"),
    TrainingRuntime: cacheOf("TrainingRuntime"),
    ClusterTrainingRuntime: cacheOf("ClusterTrainingRuntime"),
    ConfigMap: cacheOf("ConfigMap"),
    Namespace: cacheOf("Namespace"),
  };
}

export function runtimeRef(trainJob: KubeObject): { readonly kind: string; readonly name: string } {
  const ref = trainJob.spec?.["runtimeRef"];
  return {
    kind: asString(getIn(ref, "kind")) ?? "ClusterTrainingRuntime",
    name: asString(getIn(ref, "name")) ?? "",
  };
}

function unknownRow(trainJob: KubeObject): JobRow {
  const { uid = "", namespace = "", name = "", creationTimestamp = "" } = trainJob.metadata;
  const runtime = runtimeRef(trainJob);
  return {
    uid,
    namespace,
    name,
    state: "Unknown",
    runtimeKind: runtime.kind,
    runtime: runtime.name,
    managers: [],
    suspended: trainJob.spec?.["suspend"] === true,
    createdAt: creationTimestamp,
  };
}

/** Rows are plain JSON; the cast-free way to say so. */
function asJson(row: JobRow): Json {
  const { progress, managers, ...rest } = row;
  return {
    ...rest,
    progress: progress === undefined ? undefined : { ...progress },
    managers: managers.map((item) => ({ ...item })),
  };
}
