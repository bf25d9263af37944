import fc from "fast-check";
import { expect, test } from "vitest";
import { DIALECTS } from "../dialect/entry.ts";
import type { KubeObject, ObjectMeta } from "../k8s/object.ts";
import type { Blame } from "../render/origin.ts";
import type { JsonObject } from "../util/json.ts";
import { buildTimeline, type TimelineArgs } from "./build-timeline.ts";
import { runtimeNamesOf } from "./runtime-names.ts";
import type { Timeline } from "./timeline.ts";

const KUEUE = "kueue.x-k8s.io/manager";
const MINE = "trainer.kubeflow.org/dashboard";
const NODE = [{ name: "node" }];

function aTrainJob(spec: JsonObject, metadata: ObjectMeta = {}): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "a", namespace: "team-a", ...metadata },
    spec,
  };
}

function aPod(time: string, spec: JsonObject) {
  return { time: `2026-03-18T${time}Z`, targetJobs: NODE, spec };
}

function timelineOf(list: JsonObject[], more: Partial<TimelineArgs> = {}): Timeline {
  return buildTimeline({
    trainJob: aTrainJob({ templateOverrides: list }),
    dialect: "templateOverrides",
    ...more,
  });
}

function labelsOf(timeline: Timeline, entry: number): readonly string[] {
  const labels = new Map(timeline.targets.map(({ key, label }) => [key, label]));
  return (timeline.entries[entry]?.fields ?? []).map(({ target }) => labels.get(target) ?? "");
}

test("lanes follow the list, empty managers too, each with a job and a pod track", () => {
  const timeline = timelineOf([
    { manager: KUEUE },
    {
      manager: MINE,
      pod: [aPod("10:20:00", {}), aPod("10:05:00", {})],
      job: [{ time: "2026-03-18T10:10:00Z" }],
    },
  ]);
  expect(timeline.lanes).toEqual([
    {
      key: KUEUE,
      manager: KUEUE,
      tracks: [
        { kind: "job", entryIds: [] },
        { kind: "pod", entryIds: [] },
      ],
    },
    {
      key: MINE,
      manager: MINE,
      tracks: [
        { kind: "job", entryIds: [`${MINE}/job/2026-03-18T10:10:00Z`] },
        {
          kind: "pod",
          entryIds: [`${MINE}/pod/2026-03-18T10:05:00Z`, `${MINE}/pod/2026-03-18T10:20:00Z`],
        },
      ],
    },
  ]);
  expect(timeline.range).toEqual({ first: "2026-03-18T10:05:00Z", last: "2026-03-18T10:20:00Z" });
});

test("entries without times stand in one lane in list order", () => {
  const timeline = buildTimeline({
    trainJob: aTrainJob({
      podSpecOverrides: [
        { targetJobs: NODE, nodeSelector: { a: "1" } },
        { targetJobs: NODE, nodeSelector: { a: "2" } },
      ],
    }),
    dialect: "podSpecOverrides",
  });
  expect(timeline.lanes.map(({ key, tracks }) => [key, tracks[0]?.entryIds.length])).toEqual([
    ["", 2],
  ]);
  expect(timeline.range).toBeUndefined();
  expect(timeline.conflicts.map(({ reason, winner }) => [reason, winner])).toEqual([
    [{ code: "laterInList", params: { winner: "2", losers: "1" } }, timeline.entries[1]?.entry.id],
  ]);
  expect(timeline.entries.map(({ trust }) => trust.level)).toEqual(["unknown", "unknown"]);
});

test("fields are cut where later entries replace them", () => {
  const timeline = timelineOf([
    {
      manager: MINE,
      pod: [
        aPod("10:05:00", {
          serviceAccountName: "sa",
          nodeSelector: { "a.b/zone": "x" },
          tolerations: [{ key: "t" }],
          affinity: {
            nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1 }] },
          },
          securityContext: { runAsUser: 0, sysctls: [{ name: "s", value: "1" }] },
          volumes: [{ name: "v", emptyDir: {} }],
          containers: [
            {
              name: "c",
              env: [{ name: "E", value: "1" }],
              volumeMounts: [{ name: "v", mountPath: "/v" }],
              securityContext: { privileged: false },
            },
          ],
          imagePullSecrets: [{ name: "p" }],
          terminationGracePeriodSeconds: 0,
        }),
      ],
    },
  ]);
  expect(labelsOf(timeline, 0)).toEqual([
    "serviceAccountName",
    "nodeSelector[a.b/zone]",
    "tolerations",
    "affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution",
    "securityContext.runAsUser",
    "securityContext.sysctls",
    "volumes[v]",
    "containers[c].env[E]",
    "containers[c].volumeMounts[/v]",
    "containers[c].securityContext.privileged",
    "imagePullSecrets[p]",
    "terminationGracePeriodSeconds",
  ]);
  expect(timeline.targets.at(7)).toMatchObject({
    place: "pod",
    job: "node",
    pointer: "/containers/c/env/E",
  });
  expect(timeline.entries[0]?.fields[7]?.path).toBe(
    "/spec/templateOverrides/0/pod/0/spec/containers/0/env/0",
  );
});

test("metadata of JobSet, job and pod are different places", () => {
  const metadata = { labels: { l: "1" }, finalizers: ["ignored"] };
  const timeline = timelineOf([
    {
      manager: MINE,
      job: [
        { time: "2026-03-18T10:00:00Z", metadata },
        { time: "2026-03-18T10:00:01Z", targetJobs: NODE, metadata },
      ],
      pod: [{ time: "2026-03-18T10:00:02Z", targetJobs: NODE, metadata }],
    },
  ]);
  expect(timeline.targets.map(({ place, job, label }) => [place, job, label])).toEqual([
    ["jobSet", undefined, "metadata.labels[l]"],
    ["job", "node", "metadata.labels[l]"],
    ["pod", "node", "metadata.labels[l]"],
  ]);
  expect(timeline.conflicts).toEqual([]);
});

test("a field is replaced by the next later writer, and an entry once all its fields are", () => {
  const timeline = timelineOf([
    {
      manager: MINE,
      pod: [
        aPod("10:00:00", { nodeSelector: { a: "1" } }),
        aPod("10:00:01", { nodeSelector: { a: "2", b: "2" } }),
        aPod("10:00:02", { nodeSelector: { a: "3" } }),
      ],
    },
  ]);
  const [first, second, third] = timeline.entries.map(({ entry }) => entry.id);
  expect(timeline.entries.map(({ fields }) => fields.map(({ replacedBy }) => replacedBy))).toEqual([
    [second],
    [third, undefined],
    [undefined],
  ]);
  expect(timeline.entries.map(({ isReplaced }) => isReplaced)).toEqual([true, false, false]);
  expect(timeline.targets[0]).toMatchObject({ writers: [first, second, third], winner: third });
  expect(timeline.conflicts).toEqual([]);
});

test("tolerations are replaced as a whole, volumes and mounts by key", () => {
  const timeline = timelineOf([
    {
      manager: KUEUE,
      pod: [
        aPod("10:00:00", {
          tolerations: [{ key: "a" }],
          volumes: [
            { name: "v", emptyDir: {} },
            { name: "w", emptyDir: {} },
          ],
        }),
      ],
    },
    {
      manager: MINE,
      pod: [
        aPod("09:00:00", {
          tolerations: [{ key: "b" }],
          volumes: [{ name: "v", hostPath: { path: "/x" } }],
        }),
      ],
    },
  ]);
  expect(
    timeline.conflicts.map(({ target, reason, isSameValue }) => [
      target.label,
      reason.code,
      isSameValue,
    ]),
  ).toEqual([
    ["tolerations", "laterManagerOlderTime", false],
    ["volumes[v]", "laterManagerOlderTime", false],
  ]);
  expect(timeline.conflicts[0]?.reason.params).toEqual({ winner: MINE, losers: KUEUE });
  expect(timeline.entries[0]?.fields.map(({ replacedBy }) => replacedBy !== undefined)).toEqual([
    true,
    true,
    false,
  ]);
});

test("two managers that want the same are a harmless conflict", () => {
  const timeline = timelineOf([
    { manager: "a.io/x", pod: [aPod("10:00:00", { nodeSelector: { z: "1" } })] },
    { manager: "b.io/y", pod: [aPod("10:00:01", { nodeSelector: { z: "1" } })] },
  ]);
  expect(timeline.conflicts.map(({ isSameValue, reason }) => [isSameValue, reason.code])).toEqual([
    [true, "laterManager"],
  ]);
});

test("a $patch directive replaces the keys that earlier entries set", () => {
  const timeline = timelineOf([
    { manager: KUEUE, pod: [aPod("10:00:00", { nodeSelector: { a: "1", b: "1" } })] },
    { manager: MINE, pod: [aPod("10:00:00", { nodeSelector: { $patch: "replace", b: "2" } })] },
  ]);
  expect(timeline.entries[0]?.fields.map(({ replacedBy }) => replacedBy)).toEqual([
    timeline.entries[1]?.entry.id,
    timeline.entries[1]?.entry.id,
  ]);
  expect(timeline.conflicts.map(({ target }) => target.label)).toEqual([
    "nodeSelector[a]",
    "nodeSelector[b]",
  ]);
});

test("with a blame, winning fields that did not reach the render are told", () => {
  const origin = {
    layer: "override" as const,
    path: "/spec/templateOverrides/0/pod/0/spec/tolerations/0/key",
  };
  const blame: Blame = { "JobSet/a": { "/x": { origin, chain: [] } } };
  const timeline = timelineOf(
    [
      {
        manager: MINE,
        pod: [aPod("10:00:00", { tolerations: [{ key: "a" }], serviceAccountName: "s" })],
      },
    ],
    { blame },
  );
  expect(timeline.entries[0]?.fields.map(({ isEffective }) => isEffective)).toEqual([true, false]);
});

function ownership(dialect: string, fields: JsonObject) {
  return { "f:spec": { [`f:${dialect}`]: fields } };
}

test("trust comes from who owns the entry in managedFields", () => {
  const key = (time: string) => `k:{"time":"2026-03-18T${time}Z"}`;
  const list = [
    { manager: MINE, pod: ["10:00:00", "10:00:01", "10:00:02"].map((time) => aPod(time, {})) },
  ];
  const of = (times: readonly string[]) => ({
    [`k:{"manager":"${MINE}"}`]: {
      "f:pod": Object.fromEntries(times.map((time) => [key(time), {}])),
    },
  });
  const trainJob = aTrainJob(
    { templateOverrides: list },
    {
      managedFields: [
        {
          manager: MINE,
          operation: "Update",
          fieldsV1: ownership("templateOverrides", of(["10:00:00"])),
        },
        {
          manager: "kubectl-edit",
          operation: "Update",
          fieldsV1: ownership("templateOverrides", {
            ...of(["10:00:00", "10:00:01"]),
            "k:broken": {},
            "v:1": {},
          }),
        },
        {
          manager: MINE,
          subresource: "status",
          fieldsV1: ownership("templateOverrides", of(["10:00:02"])),
        },
      ],
    },
  );
  expect(
    buildTimeline({ trainJob, dialect: "templateOverrides" }).entries.map(({ trust }) => trust),
  ).toEqual([
    { level: "confirmed", writers: [MINE, "kubectl-edit"] },
    { level: "claimed", writers: ["kubectl-edit"] },
    { level: "unknown", writers: [] },
  ]);
});

test("patches are owned by manager, and keys too long for a field manager by the dashboard's name", () => {
  const long = `example.com/${"x".repeat(130)}`;
  const trainJob = aTrainJob(
    { runtimePatches: [{ manager: long }, { manager: KUEUE }] },
    {
      managedFields: [
        {
          manager: "trainer-dashboard",
          fieldsV1: ownership("runtimePatches", { [`k:{"manager":"${long}"}`]: {} }),
        },
        {
          manager: "kueue",
          fieldsV1: ownership("runtimePatches", { [`k:{"manager":"${KUEUE}"}`]: {} }),
        },
      ],
    },
  );
  expect(
    buildTimeline({ trainJob, dialect: "runtimePatches" }).entries.map(({ trust }) => trust.level),
  ).toEqual(["confirmed", "claimed"]);
});

const RUNTIME: KubeObject = {
  apiVersion: "trainer.kubeflow.org/v1alpha1",
  kind: "ClusterTrainingRuntime",
  metadata: { name: "torch" },
  spec: {
    template: {
      spec: {
        replicatedJobs: [
          {
            name: "node",
            template: {
              spec: {
                template: {
                  spec: { containers: [{ name: "node" }], initContainers: [{ name: "init" }] },
                },
              },
            },
          },
        ],
      },
    },
  },
};

test("unknown jobs and containers and reserved env are found when the runtime is known", () => {
  const timeline = timelineOf(
    [
      {
        manager: MINE,
        pod: [
          {
            time: "2026-03-18T10:00:00Z",
            targetJobs: [...NODE, { name: "ghost" }],
            spec: {
              containers: [{ name: "pytorch" }, { name: "node", env: [{ name: "A" }] }],
              initContainers: [{ name: "init" }, { name: "node", env: [{ name: "A" }] }],
            },
          },
        ],
      },
    ],
    { runtimeNames: runtimeNamesOf(RUNTIME) },
  );
  expect(
    timeline.anomalies.map(({ code, path, params }) => [
      code,
      path?.replace("/spec/templateOverrides/0/pod/0", ""),
      params,
    ]),
  ).toEqual([
    ["unknownContainer", "/spec/containers/0", { job: "node", container: "pytorch" }],
    ["reservedEnv", "/spec/containers/1/env", { job: "node", container: "node" }],
    ["unknownJob", "/targetJobs/1/name", { job: "ghost" }],
    ["reservedEnv", "/spec/containers/1/env", { job: "ghost", container: "node" }],
  ]);
});

test("a user entry that beats Kueue's placement is named, the other way round is not", () => {
  const kueue = {
    manager: KUEUE,
    pod: [aPod("10:00:00", { nodeSelector: { zone: "a" }, tolerations: [{ key: "gpu" }] })],
  };
  const mine = {
    manager: MINE,
    pod: [aPod("10:00:01", { nodeSelector: { zone: "b", disk: "ssd" }, tolerations: [] })],
  };
  expect(timelineOf([kueue, mine]).anomalies).toEqual([
    {
      code: "beatsKueue",
      severity: "warning",
      entryId: `${MINE}/pod/2026-03-18T10:00:01Z`,
      params: { field: "nodeSelector[zone]", job: "node", manager: MINE, kueue: KUEUE },
    },
  ]);
  expect(timelineOf([mine, kueue]).anomalies).toEqual([]);
});

test("impossible times and duplicates are found", () => {
  const list = [
    {
      manager: MINE,
      job: [{ time: "2026-03-18T10:00:00Z" }],
      pod: [aPod("10:00:00", {}), { targetJobs: [] }, { time: "soon", targetJobs: [] }],
    },
    { manager: MINE, pod: [aPod("23:00:00", {})] },
  ];
  const trainJob = aTrainJob(
    { templateOverrides: list },
    { creationTimestamp: "2026-03-18T11:00:00Z" },
  );
  const timeline = buildTimeline({
    trainJob,
    dialect: "templateOverrides",
    now: Date.UTC(2026, 2, 18, 12),
    firstSeen: { [`${MINE}/pod/2026-03-18T10:00:00Z`]: "2026-03-18T11:30:00Z" },
  });
  expect(timeline.anomalies.map(({ code }) => code)).toEqual([
    "duplicateManager",
    "beforeCreation",
    "duplicateTime",
    "beforeCreation",
    "olderThanFirstSeen",
    "missingTime",
    "unreadableTime",
    "inFuture",
  ]);
  expect(timeline.lanes.map(({ key }) => key)).toEqual([MINE, `${MINE}#1`]);
  expect(timeline.entries.at(-1)?.laneKey).toBe(`${MINE}#1`);
});

test("a snapshot that differs from the live runtime is told", () => {
  const changed = { ...RUNTIME, spec: { ...RUNTIME.spec, mlPolicy: { numNodes: 2 } } };
  expect(timelineOf([], { runtime: { live: changed, snapshot: RUNTIME } }).anomalies).toEqual([
    { code: "snapshotDiffers", severity: "info", params: { runtime: "torch" } },
  ]);
  expect(timelineOf([], { runtime: { live: RUNTIME, snapshot: RUNTIME } }).anomalies).toEqual([]);
});

const changes = fc.record(
  {
    nodeSelector: fc.dictionary(
      fc.constantFrom("a", "b", "$patch"),
      fc.constantFrom("1", "replace"),
    ),
    tolerations: fc.array(fc.constant({ key: "t" }), { maxLength: 2 }),
    volumes: fc.array(fc.record({ name: fc.constantFrom("v", "w") }), { maxLength: 3 }),
    containers: fc.array(
      fc.record({ name: fc.constantFrom("c", "d"), env: fc.jsonValue({ maxDepth: 2 }) }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
);

test("the last writer of a field is its winner, and only winners are not replaced", () => {
  const item = fc.record({
    manager: fc.constantFrom(MINE, KUEUE, "a.io/x"),
    pod: fc.array(
      fc.record({
        time: fc.constantFrom("2026-03-18T10:00:00Z", "2026-03-18T10:00:01Z", "x"),
        targetJobs: fc.constant(NODE),
        spec: changes,
      }),
      { maxLength: 4 },
    ),
  });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 3 }), (list) => {
      const timeline = timelineOf(list);
      const order = new Map(timeline.entries.map(({ entry }) => [entry.id, entry.index]));
      for (const { writers, winner } of timeline.targets) {
        expect(writers.map((id) => order.get(id))).toEqual(
          writers.map((id) => order.get(id) ?? -1).toSorted((a, b) => a - b),
        );
        expect(winner).toBe(writers.at(-1));
      }
      const winners = new Map(timeline.targets.map(({ key, winner }) => [key, winner]));
      for (const { entry, fields } of timeline.entries) {
        for (const { target, replacedBy } of fields)
          expect(replacedBy === undefined).toBe(winners.get(target) === entry.id);
      }
      expect(
        timeline.entries.every(({ laneKey }) => timeline.lanes.some(({ key }) => key === laneKey)),
      ).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("whatever a list holds, there is a timeline", () => {
  fc.assert(
    fc.property(fc.constantFrom(...DIALECTS), fc.jsonValue({ maxDepth: 5 }), (dialect, value) => {
      const list = JSON.parse(JSON.stringify([value, { manager: value, targetJobs: value }]));
      buildTimeline({ trainJob: aTrainJob({ [dialect]: list }), dialect });
    }),
  );
});
