import fc from "fast-check";
import { expect, test } from "vitest";
import {
  aTrainJob,
  createOurs,
  createReleased,
  MANAGER,
  NOW,
  updateOurs,
  updateReleased,
} from "../../tests/fixtures/admission/requests.ts";
import { applyJsonPatch, type JsonPatchOperation } from "../k8s/json-patch.ts";
import { type KubeObject, toJson } from "../k8s/object.ts";
import { toKubeTime } from "../util/clock.ts";
import { isEqualJson, type Json, type JsonObject } from "../util/json.ts";
import { historyEntries, managerNames } from "./template-histories.ts";

const MANAGERS = [MANAGER, "acme.io/other", "kueue.x-k8s.io/manager"];

const aTime = fc.integer({ min: -5000, max: 4 }).map((seconds) => toKubeTime(NOW + seconds * 1000));

const aJob = fc.record({ metadata: fc.record({ labels: fc.constant({ a: "b" }) }) });
const aPod = fc.record({
  targetJobs: fc.constant([{ name: "node" }]),
  spec: fc.record(
    {
      nodeSelector: fc.dictionary(fc.constantFrom("zone", "rack"), fc.constantFrom("1", "2")),
      tolerations: fc.array(fc.constantFrom({ key: "a" }, { key: "b" }), { maxLength: 2 }),
      volumes: fc.subarray([
        { name: "v", emptyDir: {} },
        { name: "w", emptyDir: {} },
      ]),
    },
    { requiredKeys: [] },
  ),
});

function aHistory(entry: fc.Arbitrary<JsonObject>): fc.Arbitrary<readonly JsonObject[]> {
  return fc.array(entry, { maxLength: 4 });
}

/** Managers with histories; every entry gets its own second. */
const aTrainJobWithHistory: fc.Arbitrary<KubeObject> = fc
  .uniqueArray(fc.constantFrom(...MANAGERS), { maxLength: 3 })
  .chain((managers) =>
    fc.tuple(
      ...managers.map((manager) =>
        fc
          .record({ job: aHistory(aJob), pod: aHistory(aPod), start: aTime })
          .map(({ job, pod, start }) => timed(manager, job, pod, Date.parse(start))),
      ),
    ),
  )
  .map((templateOverrides) => aTrainJob({ templateOverrides }));

function timed(
  manager: string,
  job: readonly JsonObject[],
  pod: readonly JsonObject[],
  start: number,
): JsonObject {
  const at = (index: number): string => toKubeTime(start - index * 1000);
  return {
    manager,
    job: job.map((entry, index) => ({ time: at(index), ...entry })),
    pod: pod.map((entry, index) => ({ time: at(job.length + index), ...entry })),
  };
}

const PATHS = [
  "/spec",
  "/spec/templateOverrides",
  ...[0, 1, 2].flatMap((manager) => [
    `/spec/templateOverrides/${manager}`,
    `/spec/templateOverrides/${manager}/manager`,
    ...["job", "pod"].flatMap((history) => [
      `/spec/templateOverrides/${manager}/${history}`,
      ...["0", "1", "-"].map((index) => `/spec/templateOverrides/${manager}/${history}/${index}`),
      `/spec/templateOverrides/${manager}/${history}/0/time`,
      `/spec/templateOverrides/${manager}/${history}/0/spec/volumes`,
      `/spec/templateOverrides/${manager}/${history}/1/spec/tolerations`,
    ]),
  ]),
];

const aValue: fc.Arbitrary<Json> = fc.oneof(
  aPod,
  aJob,
  fc.tuple(aTime, aPod).map(([time, pod]) => ({ time, ...pod })),
  aTime,
  aTime.map((time) => time.replace("Z", "+00:00")),
  fc.constantFrom<Json>(null, [], {}, 1, "x", ...MANAGERS),
);

const anOperation: fc.Arbitrary<JsonPatchOperation> = fc.oneof(
  fc.record({ op: fc.constant("add" as const), path: fc.constantFrom(...PATHS), value: aValue }),
  fc.record({
    op: fc.constant("replace" as const),
    path: fc.constantFrom(...PATHS),
    value: aValue,
  }),
  fc.record({ op: fc.constant("remove" as const), path: fc.constantFrom(...PATHS) }),
  fc.record({
    op: fc.constant("move" as const),
    path: fc.constantFrom(...PATHS),
    from: fc.constantFrom(...PATHS),
  }),
);

function mutate(object: KubeObject, operations: readonly JsonPatchOperation[]): KubeObject {
  let json = toJson(object);
  for (const operation of operations) {
    const result = applyJsonPatch(json, [operation]);
    if (result.ok) json = result.value as JsonObject;
  }
  return json as unknown as KubeObject;
}

test("[T7] [T8] any accepted update keeps every stored entry as it was, and managers in place", () => {
  let accepted = 0;
  fc.assert(
    fc.property(
      aTrainJobWithHistory,
      fc.array(anOperation, { minLength: 1, maxLength: 3 }),
      (draft, operations) => {
        const created = createOurs(draft);
        if (!created.admitted) throw new Error(created.message);
        const old = created.object;
        const result = updateOurs(old, mutate(old, operations));
        if (!result.admitted) return;
        accepted += 1;
        const names = managerNames(result.object);
        expect(names.slice(0, managerNames(old).length)).toEqual(managerNames(old));
        const now = historyEntries(result.object);
        for (const stored of historyEntries(old)) {
          const kept = now.find(
            (entry) =>
              entry.manager === stored.manager &&
              entry.history === stored.history &&
              isEqualJson(entry.entry, stored.entry),
          );
          expect(kept, stored.field).toBeDefined();
        }
      },
    ),
    { numRuns: 400 },
  );
  expect(accepted).toBeGreaterThan(20);
});

test("[T3] [T6] after any accepted update a manager's instants are unique and new ones are newest", () => {
  fc.assert(
    fc.property(
      aTrainJobWithHistory,
      fc.array(anOperation, { minLength: 1, maxLength: 3 }),
      (draft, operations) => {
        const created = createOurs(draft);
        if (!created.admitted) return;
        const result = updateOurs(created.object, mutate(created.object, operations));
        if (!result.admitted) return;
        const before = historyEntries(created.object);
        const after = historyEntries(result.object);
        for (const manager of managerNames(result.object)) {
          const instants = (list: typeof after) =>
            list.filter((entry) => entry.manager === manager).map((entry) => entry.instant ?? 0);
          const [old, now] = [instants(before), instants(after)];
          expect(new Set(now).size).toBe(now.length);
          const newest = Math.max(0, ...old);
          for (const instant of now.filter((time) => !old.includes(time)))
            expect(instant).toBeGreaterThan(newest);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("[O6] whatever a user sends, nothing throws and nothing sent is changed", () => {
  const spec = fc.oneof(
    fc.dictionary(
      fc.constantFrom("templateOverrides", "runtimePatches", "trainer", "suspend", "runtimeRef"),
      fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>,
    ),
    fc.record({
      runtimeRef: fc.constant({ name: "torch" }),
      templateOverrides: fc.array(
        fc.dictionary(fc.constantFrom("manager", "job", "pod"), fc.array(aValue, { maxLength: 3 })),
        { maxLength: 3 },
      ),
      runtimePatches: fc.array(
        fc.dictionary(fc.constantFrom("manager", "time", "trainingRuntimeSpec"), aValue),
        { maxLength: 3 },
      ),
    }),
  );
  fc.assert(
    fc.property(spec, spec, (first, second) => {
      const [old, next] = [aTrainJob(first), aTrainJob(second)];
      const before = structuredClone([old, next]);
      createOurs(next);
      updateOurs(old, next);
      createReleased(next);
      updateReleased(old, next);
      expect([old, next]).toEqual(before);
    }),
    { numRuns: 300 },
  );
});
