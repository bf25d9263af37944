import { buildAppend } from "#lib/dialect/append.ts";
import type { Dialect } from "#lib/dialect/entry.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import {
  asObject,
  isJsonObject,
  type JsonObject,
  objectsIn,
  toCanonicalJson,
} from "#lib/util/json.ts";

/** An override in no API's spelling. `job` without targets is about the JobSet itself; `pod` always names its jobs. */
export type PlainOverride = {
  readonly kind: "job" | "pod";
  readonly targetJobs?: readonly string[] | undefined;
  readonly labels?: { readonly [key: string]: string } | undefined;
  readonly annotations?: { readonly [key: string]: string } | undefined;
  /** Pod fields: nodeSelector, tolerations, containers … */
  readonly spec?: JsonObject | undefined;
};

/**
 * The TrainJob with one more override of this manager, spelled in the dialect. `time` is metav1.Time. Where a dialect
 * cannot say it (metadata in podSpecOverrides, Job metadata before runtimePatches) that part is left out.
 */
export function withOverride(
  trainJob: KubeObject,
  dialect: Dialect,
  manager: string,
  time: string,
  override: PlainOverride,
): KubeObject {
  const spelled = spell(dialect, override);
  if (spelled === undefined) return trainJob;
  const merged = dialect === "podSpecOverrides" ? withMerged(trainJob, spelled) : undefined;
  if (merged !== undefined) return merged;
  const { object } = buildAppend({
    trainJob,
    dialect,
    manager,
    kind: override.kind,
    time,
    override: spelled,
  });
  return dialect === "runtimePatches" ? withTime(object, manager, time) : object;
}

/** Trainer 2.0 refuses a job that two entries target: a further override of the same jobs goes into the entry there is. */
function withMerged(trainJob: KubeObject, override: JsonObject): KubeObject | undefined {
  const list = objectsIn(trainJob.spec?.["podSpecOverrides"]);
  const target = toCanonicalJson(override["targetJobs"]);
  const index = list.findIndex((item) => toCanonicalJson(item["targetJobs"]) === target);
  const entry = list[index];
  if (entry === undefined) return undefined;
  const nodeSelector = {
    ...asObject(entry["nodeSelector"]),
    ...asObject(override["nodeSelector"]),
  };
  const next = {
    ...entry,
    ...override,
    ...(Object.keys(nodeSelector).length > 0 ? { nodeSelector } : {}),
  };
  return { ...trainJob, spec: { ...trainJob.spec, podSpecOverrides: list.with(index, next) } };
}

/** An entry that says nothing yet: how Kueue marks its place before it admits a job. */
export function withEmptyLane(trainJob: KubeObject, dialect: Dialect, manager: string): KubeObject {
  const list = objectsIn(trainJob.spec?.[dialect]);
  const isOwned = dialect === "runtimePatches" || dialect === "templateOverrides";
  if (!isOwned || list.some((item) => item["manager"] === manager)) return trainJob;
  const lane =
    dialect === "runtimePatches"
      ? { manager, trainingRuntimeSpec: { template: { spec: {} } } }
      : { manager };
  return { ...trainJob, spec: { ...trainJob.spec, [dialect]: [...list, lane] } };
}

/** What Kueue does to its entry on eviction. A history cannot be taken back: in templateOverrides the entries stay. */
export function withClearedLane(
  trainJob: KubeObject,
  dialect: Dialect,
  manager: string,
  time: string,
): KubeObject {
  if (dialect !== "runtimePatches") return trainJob;
  const cleared = { manager, time, trainingRuntimeSpec: { template: { spec: {} } } };
  const list = objectsIn(trainJob.spec?.["runtimePatches"]).map((item) =>
    item["manager"] === manager ? cleared : item,
  );
  return { ...trainJob, spec: { ...trainJob.spec, runtimePatches: list } };
}

function spell(dialect: Dialect, override: PlainOverride): JsonObject | undefined {
  const { targetJobs = [], spec } = override;
  const metadata = metadataOf(override);
  const targets = targetJobs.map((name) => ({ name }));
  switch (dialect) {
    case "templateOverrides":
      return {
        ...(targets.length > 0 ? { targetJobs: targets } : {}),
        ...(metadata === undefined ? {} : { metadata }),
        ...(spec === undefined || override.kind === "job" ? {} : { spec }),
      };
    case "runtimePatches":
      return runtimePatch(override, metadata);
    case "podTemplateOverrides":
      if (override.kind === "job") return undefined;
      return {
        targetJobs: targets,
        ...(metadata === undefined ? {} : { metadata }),
        ...(spec === undefined ? {} : { spec }),
      };
    case "podSpecOverrides":
      return override.kind === "job" || spec === undefined
        ? undefined
        : { targetJobs: targets, ...spec };
  }
}

function runtimePatch(override: PlainOverride, metadata: JsonObject | undefined): JsonObject {
  const own = metadata === undefined ? {} : { metadata };
  const targets = override.targetJobs ?? [];
  if (override.kind === "job" && targets.length === 0) return { template: own };
  const template =
    override.kind === "job"
      ? own
      : {
          spec: {
            template: { ...own, ...(override.spec === undefined ? {} : { spec: override.spec }) },
          },
        };
  return { template: { spec: { replicatedJobs: targets.map((name) => ({ name, template })) } } };
}

function metadataOf({ labels, annotations }: PlainOverride): JsonObject | undefined {
  if (labels === undefined && annotations === undefined) return undefined;
  return {
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

/** What Trainer's mutating webhook does on a real change. */
function withTime(trainJob: KubeObject, manager: string, time: string): KubeObject {
  const list = objectsIn(trainJob.spec?.["runtimePatches"]).map((item) =>
    isJsonObject(item) && item["manager"] === manager ? { ...item, time } : item,
  );
  return { ...trainJob, spec: { ...trainJob.spec, runtimePatches: list } };
}
