import type { KubeObject } from "../k8s/object.ts";
import { unreachable } from "../util/assert.ts";
import { toKubeTime } from "../util/clock.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import {
  asString,
  getIn,
  type Json,
  type JsonObject,
  type MutableJsonObject,
} from "../util/json.ts";
import type { JsonPointer } from "../util/pointer.ts";
import type { Dialect, Located } from "./entry.ts";
import { type Change, changesOf } from "./entry-changes.ts";
import { parseInstant } from "./instant.ts";
import { mergeRuntimeSpec } from "./merge-runtime-spec.ts";
import { overridesOf } from "./override-list.ts";
import { readEntries } from "./read-entries.ts";
import { servedPodSpec } from "./served-pod-fields.ts";

export type ConvertArgs = {
  readonly trainJob: KubeObject;
  readonly from: Dialect;
  readonly to: Dialect;
  /** Whose the entries are that have no manager. */
  readonly manager: string;
  /** Of the first entry that has no time, in templateOverrides; RFC 3339. */
  readonly time: string;
};

export type Conversion = {
  readonly object: KubeObject;
  /** What the other dialect cannot say; `path` points into the TrainJob that was given. */
  readonly losses: readonly Diagnostic[];
};

export const CONVERT_CODES = [
  "FIELD_NOT_SERVED",
  "METADATA_NOT_SERVED",
  "JOB_NAMED_TWICE",
] as const;

type Report = (code: (typeof CONVERT_CODES)[number], path: JsonPointer, message: string) => void;

/**
 * A TrainJob's overrides in another of the four APIs, so that they render the same where that API can say them: order,
 * targets and values stay, ownerless entries get a manager, several entries of a manager become one patch.
 * `spec.labels` and `spec.annotations` of Trainer 2.0 and 2.1 are the JobSet's metadata and travel with the overrides.
 */
export function convertOverrides(args: ConvertArgs): Conversion {
  if (args.from === args.to) return { object: args.trainJob, losses: [] };
  const losses: Diagnostic[] = [];
  const report: Report = (code, path, message) =>
    losses.push({ code, severity: "warning", path, message });
  const entries = readEntries(args.trainJob, args.from);
  const changes = [...legacyMetadata(args.trainJob), ...entries.flatMap(changesOf)].map(
    (change) => ({ ...change, manager: change.manager ?? args.manager }),
  );
  const {
    [args.from]: _list,
    labels: _labels,
    annotations: _annotations,
    ...rest
  } = args.trainJob.spec ?? {};
  const spec = { ...rest, ...written(changes, args, report) };
  return { object: { ...args.trainJob, spec }, losses };
}

type OwnedChange = Change & { readonly manager: string };

function legacyMetadata(trainJob: KubeObject): readonly Change[] {
  const { labels, annotations } = trainJob.spec ?? {};
  if (labels === undefined && annotations === undefined) return [];
  const value = { ...(labels && { labels }), ...(annotations && { annotations }) };
  return [{ place: "jobSet", targets: [], metadata: { value, path: "/spec" } }];
}

function written(changes: readonly OwnedChange[], args: ConvertArgs, report: Report): JsonObject {
  const managers = managersOf(args);
  if (changes.length === 0 && managers.length === 0) return {};
  switch (args.to) {
    case "podSpecOverrides":
    case "podTemplateOverrides":
      return ownerless(changes, args.to, report);
    case "templateOverrides":
      return { templateOverrides: histories(byManager(changes, managers), args) };
    case "runtimePatches":
      return { runtimePatches: patches(byManager(changes, managers)) };
    default:
      return unreachable(args.to);
  }
}

function ownerless(
  changes: readonly OwnedChange[],
  to: "podSpecOverrides" | "podTemplateOverrides",
  report: Report,
): JsonObject {
  let jobSet: JsonObject = {};
  const list: JsonObject[] = [];
  const named = new Set<string>();
  for (const change of changes) {
    if (change.place === "jobSet") jobSet = mergeRuntimeSpec(jobSet, change.metadata?.value ?? {});
    else if (change.place === "job") lostMetadata(change.metadata, report);
    else {
      if (to === "podSpecOverrides") warnOfRepeats(change, named, report);
      list.push(...ownerlessElement(change, to, report));
    }
  }
  const { labels, annotations } = jobSet;
  return { ...(labels && { labels }), ...(annotations && { annotations }), [to]: list };
}

function ownerlessElement(
  change: OwnedChange,
  to: "podSpecOverrides" | "podTemplateOverrides",
  report: Report,
): readonly JsonObject[] {
  const spec = change.spec === undefined ? {} : served(change.spec, to, report);
  const targetJobs = change.targets.map((name) => ({ name }));
  if (to === "podTemplateOverrides") {
    return [{ targetJobs, ...(change.metadata && { metadata: change.metadata.value }), spec }];
  }
  lostMetadata(change.metadata, report);
  return Object.keys(spec).length === 0 ? [] : [{ targetJobs, ...spec }];
}

function served(spec: Located, to: Dialect, report: Report): JsonObject {
  return servedPodSpec(spec, to, (path) =>
    report("FIELD_NOT_SERVED", path, `${to} does not have this field`),
  );
}

function lostMetadata(metadata: Located | undefined, report: Report): void {
  if (metadata === undefined) return;
  report("METADATA_NOT_SERVED", metadata.path, "this metadata cannot be overridden there");
}

/** Trainer 2.0 refuses a second override for a job. */
function warnOfRepeats(change: OwnedChange, named: Set<string>, report: Report): void {
  for (const name of change.targets) {
    const path = change.spec?.path ?? "";
    if (named.has(name)) report("JOB_NAMED_TWICE", path, `job ${name} has an override already`);
    named.add(name);
  }
}

/** Inside a manager every entry gets a second of its own, later than the one before: the order is the time there. */
function histories(owners: readonly Owner[], args: ConvertArgs): Json {
  const start = parseInstant(args.time) ?? 0;
  return owners.map(([manager, own]) => {
    const item: { job: Json[]; pod: Json[] } = { job: [], pod: [] };
    let last = Number.NEGATIVE_INFINITY;
    for (const { place, targets, metadata, spec, time } of own) {
      const wanted = (time === undefined ? undefined : parseInstant(time)) ?? start;
      last = Math.max(wanted, last + 1);
      const entry = {
        time: toKubeTime(last * 1000),
        ...(place !== "jobSet" && { targetJobs: targets.map((name) => ({ name })) }),
        ...(metadata && { metadata: metadata.value }),
        ...(spec && { spec: spec.value }),
      };
      item[place === "pod" ? "pod" : "job"].push(entry);
    }
    const { job, pod } = item;
    return { manager, ...(job.length > 0 && { job }), ...(pod.length > 0 && { pod }) };
  });
}

function patches(owners: readonly Owner[]): Json {
  return owners.map(([manager, own]) => {
    if (own.length === 0) return { manager };
    const spec = own.map(toRuntimeSpec).reduce<JsonObject>(mergeRuntimeSpec, {});
    const time = own.findLast((change) => change.time !== undefined)?.time;
    return { manager, ...(time !== undefined && { time }), trainingRuntimeSpec: spec };
  });
}

function toRuntimeSpec(change: OwnedChange): JsonObject {
  const metadata = change.metadata && { metadata: change.metadata.value };
  if (change.place === "jobSet") return { template: { ...metadata } };
  const pod: MutableJsonObject = { ...metadata };
  if (change.spec !== undefined) pod["spec"] = change.spec.value;
  const template = change.place === "job" ? { ...metadata } : { spec: { template: pod } };
  const replicatedJobs = change.targets.map((name) => ({ name, template }));
  return { template: { spec: { replicatedJobs } } };
}

type Owner = readonly [manager: string, changes: readonly OwnedChange[]];

/** Managers of the stored list, those without a change too: their place in the list decides who wins. */
function managersOf({ trainJob, from }: ConvertArgs): readonly string[] {
  return (overridesOf(trainJob, from) ?? []).flatMap(
    (item) => asString(getIn(item, "manager")) ?? [],
  );
}

function byManager(changes: readonly OwnedChange[], managers: readonly string[]): readonly Owner[] {
  const owners = new Map<string, OwnedChange[]>(managers.map((manager) => [manager, []]));
  for (const change of changes) {
    const own = owners.get(change.manager) ?? [];
    own.push(change);
    owners.set(change.manager, own);
  }
  return [...owners];
}
