import type { JsonPatchOperation } from "../k8s/json-patch.ts";
import type { KubeObject } from "../k8s/object.ts";
import { assert, unreachable } from "../util/assert.ts";
import {
  asArray,
  asObject,
  asString,
  getIn,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
} from "../util/json.ts";
import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import type { Dialect, OverrideEntry } from "./entry.ts";
import { mergeRuntimeSpec } from "./merge-runtime-spec.ts";
import { overridesOf, overridesPath } from "./override-list.ts";
import { uidGuard, versionGuard } from "./patch-guards.ts";
import { readEntries } from "./read-entries.ts";

export type AppendArgs = {
  readonly trainJob: KubeObject;
  readonly dialect: Dialect;
  /** Required where the dialect has managers. */
  readonly manager?: string | undefined;
  /** Required for templateOverrides. */
  readonly kind?: "job" | "pod" | undefined;
  /** Of the new templateOverrides entry, from `chooseTime`; the other dialects never send one. */
  readonly time: string;
  /**
   * templateOverrides: `{targetJobs?, metadata?, spec?}`; runtimePatches: a `trainingRuntimeSpec`, merged into the
   * manager's entry (made if absent); ownerless lists: one whole element. `time` and `manager` in it are ignored.
   */
  readonly override: JsonObject;
};

export type AppendPlan = {
  readonly patch: readonly JsonPatchOperation[];
  /** The TrainJob with the patch applied; everything but the one list is as it was. */
  readonly object: KubeObject;
  readonly entry: OverrideEntry;
  /** True where the patch names the resourceVersion: a write in between answers 409. */
  readonly versionGuard: boolean;
};

/** One change of the list: operations, the list after it, and where the written entry then stands. */
type ListChange = {
  readonly operations: readonly JsonPatchOperation[];
  readonly list: readonly Json[];
  readonly path: JsonPointer;
  readonly isGuarded: boolean;
};

/**
 * Appends one override with as few guards as its independence allows: a further entry of an existing manager tests the
 * manager at its index only, the first entry of one of its histories tests that this history is absent, everything
 * else also names the resourceVersion.
 */
export function buildAppend(args: AppendArgs): AppendPlan {
  const change = changeOf(args);
  const patch = [
    ...uidGuard(args.trainJob),
    ...(change.isGuarded ? versionGuard(args.trainJob) : []),
    ...change.operations,
  ];
  const object: KubeObject = {
    ...args.trainJob,
    spec: { ...args.trainJob.spec, [args.dialect]: change.list },
  };
  const entry = readEntries(object, args.dialect).find(({ path }) => path === change.path);
  assert(entry !== undefined, "an appended entry can be read back");
  return { patch, object, entry, versionGuard: change.isGuarded };
}

function changeOf(args: AppendArgs): ListChange {
  switch (args.dialect) {
    case "podSpecOverrides":
    case "podTemplateOverrides":
      return addElement(args, args.override);
    case "runtimePatches":
      return mergePatch(args);
    case "templateOverrides":
      return addToHistory(args);
    default:
      return unreachable(args.dialect);
  }
}

/** One more element at the end of the list, which is made if absent. */
function addElement(args: AppendArgs, element: JsonObject): ListChange {
  const path = overridesPath(args.dialect);
  const stored = overridesOf(args.trainJob, args.dialect);
  const operation: JsonPatchOperation =
    stored === undefined
      ? { op: "add", path, value: [element] }
      : { op: "add", path: `${path}/-`, value: element };
  return {
    operations: [...specFor(args.trainJob), operation],
    list: [...(stored ?? []), element],
    path: joinPointer(path, stored?.length ?? 0),
    isGuarded: true,
  };
}

function mergePatch(args: AppendArgs): ListChange {
  const found = findManager(args);
  if (found === undefined) {
    return addElement(args, { manager: managerOf(args), trainingRuntimeSpec: args.override });
  }
  const merged = mergeRuntimeSpec(asObject(found.item["trainingRuntimeSpec"]) ?? {}, args.override);
  return {
    operations: [
      testManager(args, found.path),
      { op: "add", path: joinPointer(found.path, "trainingRuntimeSpec"), value: merged },
    ],
    list: withItem(args, found.index, { ...found.item, trainingRuntimeSpec: merged }),
    path: found.path,
    isGuarded: true,
  };
}

function addToHistory(args: AppendArgs): ListChange {
  const kind = args.kind;
  assert(kind !== undefined, "templateOverrides entries have a kind");
  const entry = { time: args.time, ...entryOf(args.override) };
  const found = findManager(args);
  if (found === undefined) {
    const change = addElement(args, { manager: managerOf(args), [kind]: [entry] });
    return { ...change, path: joinPointer(change.path, kind, 0) };
  }
  const stored = asArray(found.item[kind]);
  const path = joinPointer(found.path, kind);
  const operations: readonly JsonPatchOperation[] =
    stored === undefined
      ? [
          { op: "test", path, value: null },
          { op: "add", path, value: [entry] },
        ]
      : [{ op: "add", path: `${path}/-`, value: entry }];
  return {
    operations: [testManager(args, found.path), ...operations],
    list: withItem(args, found.index, { ...found.item, [kind]: [...(stored ?? []), entry] }),
    path: joinPointer(path, stored?.length ?? 0),
    isGuarded: false,
  };
}

type FoundManager = {
  readonly item: JsonObject;
  readonly index: number;
  readonly path: JsonPointer;
};

/** The last item of the manager: where an object that went around admission has two, the later one wins. */
function findManager(args: AppendArgs): FoundManager | undefined {
  const manager = managerOf(args);
  const list = overridesOf(args.trainJob, args.dialect) ?? [];
  const index = list.findLastIndex((item) => asString(getIn(item, "manager")) === manager);
  const item = list[index];
  if (!isJsonObject(item)) return undefined;
  return { item, index, path: joinPointer(overridesPath(args.dialect), index) };
}

function managerOf(args: AppendArgs): string {
  assert(args.manager !== undefined, `${args.dialect} entries have a manager`);
  return args.manager;
}

function testManager(args: AppendArgs, path: JsonPointer): JsonPatchOperation {
  return { op: "test", path: joinPointer(path, "manager"), value: managerOf(args) };
}

function withItem(args: AppendArgs, index: number, item: JsonObject): readonly Json[] {
  const list = overridesOf(args.trainJob, args.dialect) ?? [];
  return list.map((other, at) => (at === index ? item : other));
}

function entryOf(override: JsonObject): JsonObject {
  const entry: MutableJsonObject = { ...override };
  delete entry["time"];
  delete entry["manager"];
  return entry;
}

/** A draft without a spec gets one; a stored TrainJob always has it. */
function specFor(trainJob: KubeObject): readonly JsonPatchOperation[] {
  return !isJsonObject(trainJob.spec) ? [{ op: "add", path: "/spec", value: {} }] : [];
}
