import fc from "fast-check";
import { expect, test } from "vitest";
import { applyJsonPatch, type JsonPatchOperation } from "../k8s/json-patch.ts";
import { type KubeObject, toJson } from "../k8s/object.ts";
import type { JsonObject } from "../util/json.ts";
import { buildAppend } from "./append.ts";
import { chooseTime } from "./append-time.ts";
import { removeEntry, replaceEntry } from "./edit-entry.ts";
import { DIALECTS, type Dialect } from "./entry.ts";
import { mergeRuntimeSpec } from "./merge-runtime-spec.ts";
import { readEntries } from "./read-entries.ts";

const MANAGER = "trainer.kubeflow.org/dashboard";
const TIME = "2026-03-18T10:05:00Z";
const UID = { op: "test", path: "/metadata/uid", value: "u-1" };
const VERSION = { op: "replace", path: "/metadata/resourceVersion", value: "41" };

function aTrainJob(spec: JsonObject): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "a", namespace: "team-a", uid: "u-1", resourceVersion: "41" },
    spec: { suspend: true, ...spec },
  };
}

function patched(object: KubeObject, patch: readonly JsonPatchOperation[]): unknown {
  const result = applyJsonPatch(toJson(object), patch);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

const POD = { targetJobs: [{ name: "node" }], spec: { nodeSelector: { a: "1" } } };

test("the very first entry makes the list and is guarded by the version", () => {
  const trainJob = aTrainJob({});
  const plan = buildAppend({
    trainJob,
    dialect: "templateOverrides",
    manager: MANAGER,
    kind: "pod",
    time: TIME,
    override: POD,
  });
  expect(plan.patch).toEqual([
    UID,
    VERSION,
    {
      op: "add",
      path: "/spec/templateOverrides",
      value: [{ manager: MANAGER, pod: [{ time: TIME, ...POD }] }],
    },
  ]);
  expect(plan.versionGuard).toBe(true);
  expect(plan.entry).toMatchObject({
    id: `${MANAGER}/pod/${TIME}`,
    path: "/spec/templateOverrides/0/pod/0",
  });
});

test("a new manager comes last and is guarded by the version", () => {
  const trainJob = aTrainJob({
    templateOverrides: [{ manager: "kueue.x-k8s.io/manager", pod: [] }],
  });
  const plan = buildAppend({
    trainJob,
    dialect: "templateOverrides",
    manager: MANAGER,
    kind: "job",
    time: TIME,
    override: {},
  });
  expect(plan.patch).toEqual([
    UID,
    VERSION,
    {
      op: "add",
      path: "/spec/templateOverrides/-",
      value: { manager: MANAGER, job: [{ time: TIME }] },
    },
  ]);
});

test("the first entry of a manager's other history tests that it is absent, without version guard", () => {
  const trainJob = aTrainJob({
    templateOverrides: [{ manager: MANAGER, pod: [{ time: "2026-03-18T10:00:00Z", ...POD }] }],
  });
  const plan = buildAppend({
    trainJob,
    dialect: "templateOverrides",
    manager: MANAGER,
    kind: "job",
    time: TIME,
    override: { metadata: { labels: { a: "b" } } },
  });
  expect(plan.patch).toEqual([
    UID,
    { op: "test", path: "/spec/templateOverrides/0/manager", value: MANAGER },
    { op: "test", path: "/spec/templateOverrides/0/job", value: null },
    {
      op: "add",
      path: "/spec/templateOverrides/0/job",
      value: [{ time: TIME, metadata: { labels: { a: "b" } } }],
    },
  ]);
  expect(plan.versionGuard).toBe(false);
});

test("a further entry tests the manager at its place only", () => {
  const trainJob = aTrainJob({
    templateOverrides: [
      { manager: "x.io/y" },
      { manager: MANAGER, pod: [{ time: "2026-03-18T10:00:00Z", ...POD }] },
    ],
  });
  const plan = buildAppend({
    trainJob,
    dialect: "templateOverrides",
    manager: MANAGER,
    kind: "pod",
    time: TIME,
    override: { time: "ignored", manager: "ignored", ...POD },
  });
  expect(plan.patch).toEqual([
    UID,
    { op: "test", path: "/spec/templateOverrides/1/manager", value: MANAGER },
    { op: "add", path: "/spec/templateOverrides/1/pod/-", value: { time: TIME, ...POD } },
  ]);
  expect(plan.versionGuard).toBe(false);
  expect(plan.entry.path).toBe("/spec/templateOverrides/1/pod/1");
});

test("an absent history that somebody made meanwhile fails the patch", () => {
  const trainJob = aTrainJob({ templateOverrides: [{ manager: MANAGER, pod: [] }] });
  const plan = buildAppend({
    trainJob,
    dialect: "templateOverrides",
    manager: MANAGER,
    kind: "job",
    time: TIME,
    override: {},
  });
  const raced = buildAppend({
    trainJob,
    dialect: "templateOverrides",
    manager: MANAGER,
    kind: "job",
    time: "2026-03-18T10:04:00Z",
    override: {},
  });
  expect(applyJsonPatch(toJson(raced.object), plan.patch)).toMatchObject({
    ok: false,
    reason: "test",
  });
});

const PATCH = (spec: JsonObject): JsonObject => ({
  template: {
    spec: { replicatedJobs: [{ name: "node", template: { spec: { template: { spec } } } }] },
  },
});

test("a runtime patch is merged into the manager's own entry under the version guard", () => {
  const trainJob = aTrainJob({
    runtimePatches: [
      { manager: "kueue.x-k8s.io/manager", trainingRuntimeSpec: { template: { spec: {} } } },
      {
        manager: MANAGER,
        time: "2026-03-18T10:00:00Z",
        trainingRuntimeSpec: PATCH({ nodeSelector: { a: "1" }, tolerations: [{ key: "x" }] }),
      },
    ],
  });
  const plan = buildAppend({
    trainJob,
    dialect: "runtimePatches",
    manager: MANAGER,
    time: TIME,
    override: PATCH({ nodeSelector: { b: "2" }, tolerations: [{ key: "y" }] }),
  });
  const merged = PATCH({ nodeSelector: { a: "1", b: "2" }, tolerations: [{ key: "y" }] });
  expect(plan.patch).toEqual([
    UID,
    VERSION,
    { op: "test", path: "/spec/runtimePatches/1/manager", value: MANAGER },
    { op: "add", path: "/spec/runtimePatches/1/trainingRuntimeSpec", value: merged },
  ]);
  expect(plan.entry).toMatchObject({ id: MANAGER, time: "2026-03-18T10:00:00Z" });
});

test("a manager without a patch gets one, last, without a time", () => {
  const trainJob = aTrainJob({ runtimePatches: [{ manager: "a.io/b" }] });
  const plan = buildAppend({
    trainJob,
    dialect: "runtimePatches",
    manager: MANAGER,
    time: TIME,
    override: PATCH({}),
  });
  expect(plan.patch.at(-1)).toEqual({
    op: "add",
    path: "/spec/runtimePatches/-",
    value: { manager: MANAGER, trainingRuntimeSpec: PATCH({}) },
  });
});

test("an ownerless list gets one whole element more", () => {
  for (const dialect of ["podSpecOverrides", "podTemplateOverrides"] as const) {
    const first = buildAppend({ trainJob: aTrainJob({}), dialect, time: TIME, override: POD });
    expect(first.patch).toEqual([
      UID,
      VERSION,
      { op: "add", path: `/spec/${dialect}`, value: [POD] },
    ]);
    const second = buildAppend({ trainJob: first.object, dialect, time: TIME, override: POD });
    expect(second.patch.at(-1)).toEqual({ op: "add", path: `/spec/${dialect}/-`, value: POD });
    expect(second.entry.id).toMatch(/^1-/);
  }
});

test("lists of a runtime patch merge by the CRD's keys, and the stored one is not changed", () => {
  const stored = PATCH({
    containers: [
      {
        name: "node",
        env: [
          { name: "A", value: "1" },
          { name: "B", value: "2" },
        ],
        volumeMounts: [{ name: "v", mountPath: "/a" }],
      },
    ],
    volumes: [{ name: "v", emptyDir: {} }],
  });
  const copy = structuredClone(stored);
  const merged = mergeRuntimeSpec(
    stored,
    PATCH({
      containers: [
        { name: "side", env: [] },
        {
          name: "node",
          env: [
            { name: "B", valueFrom: { fieldRef: {} } },
            { name: "C", value: "3" },
          ],
          volumeMounts: [{ name: "v", mountPath: "/b" }],
        },
      ],
      volumes: [{ name: "v", hostPath: { path: "/x" } }],
      serviceAccountName: null,
    }),
  );
  expect(merged).toEqual(
    PATCH({
      containers: [
        {
          name: "node",
          env: [
            { name: "A", value: "1" },
            { name: "B", valueFrom: { fieldRef: {} } },
            { name: "C", value: "3" },
          ],
          volumeMounts: [{ name: "v", mountPath: "/b" }],
        },
        { name: "side", env: [] },
      ],
      volumes: [{ name: "v", hostPath: { path: "/x" } }],
    }),
  );
  expect(stored).toEqual(copy);
});

const instants = fc.integer({ min: 1_700_000_000, max: 1_900_000_000 });
const history = fc.uniqueArray(instants, { maxLength: 5 }).map((seconds) =>
  seconds.map((second) => ({
    time: new Date(second * 1000).toISOString().replace(".000", ""),
    targetJobs: [{ name: "node" }],
    unknownField: second,
  })),
);
const managers = fc.uniqueArray(fc.constantFrom("a.io/x", "b.io/y", MANAGER), { maxLength: 3 });
const job = fc
  .record({
    dialect: fc.constantFrom(...DIALECTS),
    managers,
    pod: history,
    job: history,
    hasJob: fc.boolean(),
    extra: fc.dictionary(fc.constantFrom("foo", "bar"), fc.jsonValue({ maxDepth: 1 })),
  })
  .map(({ dialect, extra, ...parts }) => ({
    dialect,
    trainJob: {
      ...aTrainJob({ ...extra, ...listOf(dialect, parts) }),
      somethingNew: { kept: true },
    } satisfies KubeObject,
  }));

function listOf(
  dialect: Dialect,
  parts: { managers: string[]; pod: JsonObject[]; job: JsonObject[]; hasJob: boolean },
): JsonObject {
  if (parts.managers.length === 0) return {};
  if (dialect === "templateOverrides") {
    const histories = parts.hasJob ? { job: parts.job, pod: parts.pod } : { pod: parts.pod };
    return { [dialect]: parts.managers.map((manager) => ({ manager, ...histories })) };
  }
  if (dialect === "runtimePatches") {
    return {
      [dialect]: parts.managers.map((manager) => ({
        manager,
        future: 1,
        trainingRuntimeSpec: PATCH({ nodeSelector: { [manager]: "1" } }),
      })),
    };
  }
  return { [dialect]: parts.pod };
}

test("applying the patch gives the planned object, which differs in the one list only", () => {
  fc.assert(
    fc.property(job, fc.constantFrom("job", "pod"), ({ dialect, trainJob }, kind) => {
      const override = dialect === "runtimePatches" ? PATCH({ nodeSelector: { n: "1" } }) : POD;
      const chosen = chooseTime({ trainJob, manager: MANAGER, now: 1_800_000_000_500 });
      if (!("time" in chosen)) throw new Error("a time");
      const before = structuredClone(trainJob);
      const plan = buildAppend({
        trainJob,
        dialect,
        manager: MANAGER,
        kind,
        time: chosen.time,
        override,
      });
      expect(trainJob).toEqual(before);
      expect(patched(trainJob, plan.patch)).toEqual(plan.object);
      const { [dialect]: _before, ...restBefore } = trainJob.spec ?? {};
      const { [dialect]: _after, ...restAfter } = plan.object.spec ?? {};
      expect({ ...plan.object, spec: restAfter }).toEqual({ ...trainJob, spec: restBefore });
      if (dialect === "runtimePatches") return;
      const older = readEntries(trainJob, dialect).map(({ id }) => id);
      const newer = readEntries(plan.object, dialect).map(({ id }) => id);
      expect(newer.filter((id) => id !== plan.entry.id)).toEqual(older);
    }),
    { numRuns: 300 },
  );
});

test("the chosen entry applies last of its manager", () => {
  fc.assert(
    fc.property(job, instants, ({ trainJob }, now) => {
      const chosen = chooseTime({ trainJob, manager: MANAGER, now: now * 1000 + 999 });
      if (!("time" in chosen)) throw new Error("a time");
      const plan = buildAppend({
        trainJob,
        dialect: "templateOverrides",
        manager: MANAGER,
        kind: "pod",
        time: chosen.time,
        override: POD,
      });
      const own = readEntries(plan.object, "templateOverrides").filter(
        ({ manager }) => manager === MANAGER,
      );
      expect(own.at(-1)?.id).toBe(plan.entry.id);
    }),
  );
});

const NOW = Date.UTC(2026, 2, 18, 10, 0, 0) + 700;
const AT_TEN = aTrainJob({
  templateOverrides: [
    {
      manager: MANAGER,
      pod: [{ time: "2026-03-18T09:00:00Z" }],
      job: [{ time: "2026-03-18T10:00:00Z" }],
    },
    { manager: "x.io/y", pod: [{ time: "2026-03-18T23:00:00Z" }] },
  ],
});

test("without a request the time is now, or the second after the manager's newest", () => {
  expect(chooseTime({ trainJob: aTrainJob({}), manager: MANAGER, now: NOW })).toEqual({
    time: "2026-03-18T10:00:00Z",
  });
  expect(chooseTime({ trainJob: AT_TEN, manager: MANAGER, now: NOW })).toEqual({
    time: "2026-03-18T10:00:01Z",
  });
  expect(chooseTime({ trainJob: AT_TEN, manager: "x.io/y", now: NOW })).toEqual({
    time: "2026-03-18T23:00:01Z",
  });
  expect(chooseTime({ trainJob: AT_TEN, manager: "new.io/z", now: NOW })).toEqual({
    time: "2026-03-18T10:00:00Z",
  });
});

test("a requested time is later than the newest and at most five seconds ahead, and is never moved", () => {
  const ask = (requested: string, manager = MANAGER) =>
    chooseTime({ trainJob: AT_TEN, manager, requested, now: NOW });
  expect(ask("2026-03-18T10:00:01Z")).toEqual({ time: "2026-03-18T10:00:01Z" });
  expect(ask("2026-03-18T12:00:03.9+02:00")).toEqual({ time: "2026-03-18T10:00:03Z" });
  expect(ask("2026-03-18T10:00:05Z")).toEqual({ time: "2026-03-18T10:00:05Z" });
  expect(ask("2026-03-18T10:00:06Z")).toEqual({ error: "tooLate", newest: "2026-03-18T10:00:00Z" });
  expect(ask("2026-03-18T09:30:00Z")).toEqual({
    error: "notLater",
    newest: "2026-03-18T10:00:00Z",
  });
  expect(ask("2026-03-18T23:00:01Z", "x.io/y")).toEqual({ time: "2026-03-18T23:00:01Z" });
  expect(ask("2026-03-18T23:00:02Z", "x.io/y")).toMatchObject({ error: "tooLate" });
  expect(ask("tomorrow")).toMatchObject({ error: "malformed" });
  expect(ask("2026-03-18T11:00:00+02:00")).toMatchObject({
    error: "taken",
    equalEntry: { id: `${MANAGER}/pod/2026-03-18T09:00:00Z` },
  });
});

test("stored templateOverrides can be neither removed nor replaced", () => {
  const args = { trainJob: AT_TEN, dialect: "templateOverrides", target: MANAGER } as const;
  expect(removeEntry(args)).toEqual({ error: "appendOnly" });
  expect(replaceEntry({ ...args, override: {} })).toEqual({ error: "appendOnly" });
});

test("one entry of the other dialects is removed or replaced under the version guard", () => {
  const lists = {
    runtimePatches: [
      { manager: "a.io/b", trainingRuntimeSpec: {} },
      { manager: MANAGER, time: TIME },
    ],
    podSpecOverrides: [{ targetJobs: [{ name: "x" }] }, { targetJobs: [{ name: "node" }] }],
  };
  for (const dialect of ["runtimePatches", "podSpecOverrides"] as const) {
    const trainJob = aTrainJob({ [dialect]: lists[dialect] });
    const entry = readEntries(trainJob, dialect)[1];
    for (const target of [entry?.id ?? "", entry?.manager ?? "1"]) {
      const removed = removeEntry({ trainJob, dialect, target });
      const replaced = replaceEntry({ trainJob, dialect, target, override: { changed: true } });
      if ("error" in removed || "error" in replaced) throw new Error("a plan");
      expect(removed.patch.slice(0, 2)).toEqual([UID, VERSION]);
      expect(patched(trainJob, removed.patch)).toEqual(removed.object);
      expect(readEntries(removed.object, dialect)).toHaveLength(1);
      expect(patched(trainJob, replaced.patch)).toEqual(replaced.object);
      expect(JSON.stringify(replaced.object)).toContain('"changed":true');
    }
    expect(removeEntry({ trainJob, dialect, target: "9" })).toEqual({ error: "notFound" });
  }
});
