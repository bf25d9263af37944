import type { Dialect, JobPart, OverrideEntry } from "../dialect/entry.ts";
import { partsOf } from "../dialect/entry-parts.ts";
import { overridesPath } from "../dialect/override-list.ts";
import type { KubeObject } from "../k8s/object.ts";
import { asArray, asString, isEqualJson, isJsonObject, objectsIn } from "../util/json.ts";
import { joinPointer } from "../util/pointer.ts";
import type { RuntimeNames } from "./runtime-names.ts";
import { timeAnomalies } from "./time-anomalies.ts";
import type { Anomaly, FieldTarget } from "./timeline.ts";

export type AnomalyFacts = {
  readonly trainJob: KubeObject;
  readonly dialect: Dialect;
  readonly entries: readonly OverrideEntry[];
  readonly targets: readonly FieldTarget[];
  readonly runtimeNames?: RuntimeNames | undefined;
  /** When a recorder saw each entry first, by entry id. */
  readonly firstSeen?: { readonly [entryId: string]: string } | undefined;
  readonly runtime?:
    | { readonly live?: KubeObject | undefined; readonly snapshot?: KubeObject | undefined }
    | undefined;
  readonly now?: number | undefined;
};

/** The containers whose env belongs to the trainer and the initializers. */
const RESERVED = ["node", "dataset-initializer", "model-initializer"];
const KUEUE = /(?:^|\.)kueue\.(?:x-k8s|k8s)\.io\//;

/** What deserves a look in a TrainJob's overrides, the whole list first, then entry by entry. */
export function findAnomalies(facts: AnomalyFacts): readonly Anomaly[] {
  return [
    ...duplicateManagers(facts),
    ...snapshotAnomaly(facts),
    ...timeAnomalies(facts),
    ...facts.entries.flatMap((entry) => nameAnomalies(entry, facts.runtimeNames)),
    ...beatenKueue(facts),
  ];
}

function duplicateManagers({ trainJob, dialect }: AnomalyFacts): readonly Anomaly[] {
  const seen = new Set<string>();
  return (asArray(trainJob.spec?.[dialect]) ?? []).flatMap((item, index): readonly Anomaly[] => {
    const manager = isJsonObject(item) ? asString(item["manager"]) : undefined;
    if (manager === undefined) return [];
    const isNew = !seen.has(manager);
    seen.add(manager);
    const path = joinPointer(overridesPath(dialect), index);
    return isNew
      ? []
      : [{ code: "duplicateManager", severity: "error", path, params: { manager } }];
  });
}

function snapshotAnomaly({ runtime }: AnomalyFacts): readonly Anomaly[] {
  const { live, snapshot } = runtime ?? {};
  if (live === undefined || snapshot === undefined) return [];
  if (isEqualJson(live.spec, snapshot.spec)) return [];
  const params = { runtime: snapshot.metadata.name ?? live.metadata.name ?? "" };
  return [{ code: "snapshotDiffers", severity: "info", params }];
}

function nameAnomalies(entry: OverrideEntry, names: RuntimeNames | undefined): readonly Anomaly[] {
  return partsOf(entry).jobs.flatMap((job) => [
    ...unknownNames(entry, job, names),
    ...reservedEnv(entry, job),
  ]);
}

function unknownNames(
  entry: OverrideEntry,
  job: JobPart,
  names: RuntimeNames | undefined,
): readonly Anomaly[] {
  if (names === undefined) return [];
  if (!names.jobs.includes(job.name)) {
    const params = { job: job.name };
    return [
      { code: "unknownJob", severity: "warning", entryId: entry.id, path: job.namePath, params },
    ];
  }
  const known = names.containers[job.name] ?? [];
  return containersOf(job).flatMap(({ name, path }): readonly Anomaly[] => {
    if (known.includes(name)) return [];
    const params = { job: job.name, container: name };
    return [{ code: "unknownContainer", severity: "warning", entryId: entry.id, path, params }];
  });
}

function reservedEnv(entry: OverrideEntry, job: JobPart): readonly Anomaly[] {
  return containersOf(job).flatMap(({ name, path, field, hasEnv }): readonly Anomaly[] => {
    if (field !== "containers" || !hasEnv || !RESERVED.includes(name)) return [];
    const params = { job: job.name, container: name };
    const at = joinPointer(path, "env");
    return [{ code: "reservedEnv", severity: "error", entryId: entry.id, path: at, params }];
  });
}

function containersOf(job: JobPart) {
  const spec = job.podSpec;
  if (spec === undefined) return [];
  return (["containers", "initContainers"] as const).flatMap((field) =>
    (asArray(spec.value[field]) ?? []).flatMap((container, index) => {
      const name = isJsonObject(container) ? asString(container["name"]) : undefined;
      if (!isJsonObject(container) || name === undefined) return [];
      const hasEnv = objectsIn(container["env"]).length > 0;
      return [{ name, field, hasEnv, path: joinPointer(spec.path, field, index) }];
    }),
  );
}

/** A node selector or toleration that Kueue chose for the admitted flavor and that a later entry of somebody else replaced. */
function beatenKueue({ entries, targets }: AnomalyFacts): readonly Anomaly[] {
  const managers = new Map(entries.map(({ id, manager }) => [id, manager]));
  const isKueue = (id: string) => KUEUE.test(managers.get(id) ?? "");
  return targets.flatMap((target): readonly Anomaly[] => {
    const isPlacement =
      target.pointer.startsWith("/nodeSelector/") || target.pointer === "/tolerations";
    const beaten = target.writers.find(isKueue);
    if (!isPlacement || beaten === undefined || isKueue(target.winner)) return [];
    const params = {
      field: target.label,
      job: target.job ?? "",
      manager: managers.get(target.winner) ?? "",
      kueue: managers.get(beaten) ?? "",
    };
    return [{ code: "beatsKueue", severity: "warning", entryId: target.winner, params }];
  });
}
