import { expect, test } from "vitest";
import {
  aPodEntry,
  aRuntime,
  aTrainJob,
  createOurs,
  MANAGER,
  NOW,
  outcome,
  schemaSet,
  updateOurs,
  withHistories,
} from "../../tests/fixtures/admission/requests.ts";
import type { KubeObject } from "../k8s/object.ts";
import { getIn, type JsonObject } from "../util/json.ts";
import type { AdmissionResult } from "./admission.ts";
import { mutateTrainJob, validateTrainJob } from "./admit-train-job.ts";

const MODIFIED = "existing entries cannot be modified or removed in template overrides";

function timesOf(result: AdmissionResult, history: "job" | "pod"): readonly unknown[] {
  if (!result.admitted) return [result.message];
  const list = getIn(result.object.spec, "templateOverrides", 0, history);
  return Array.isArray(list) ? list.map((entry) => (entry as JsonObject)["time"]) : [];
}

const stored = withHistories({
  job: [{ time: "2026-03-18T10:00:00Z", metadata: { labels: { a: "1" } } }],
  pod: [aPodEntry("2026-03-18T10:01:00Z"), aPodEntry("2026-03-18T10:02:00Z")],
});

function appended(...entries: readonly JsonObject[]): KubeObject {
  return withPods((pods) => [...pods, ...entries]);
}

function withPods(change: (pods: readonly JsonObject[]) => readonly JsonObject[]): KubeObject {
  const job = getIn(stored.spec, "templateOverrides", 0, "job") as readonly JsonObject[];
  const pod = getIn(stored.spec, "templateOverrides", 0, "pod") as readonly JsonObject[];
  return withHistories({ job, pod: change(pod) });
}

test("[T1] absent times become now, a second apart, job before pod", () => {
  const result = createOurs(
    withHistories({
      job: [{ metadata: { labels: { a: "1" } } }],
      pod: [aPodEntry(undefined), aPodEntry(undefined)],
    }),
  );
  expect(timesOf(result, "job")).toEqual(["2026-03-18T10:05:00Z"]);
  expect(timesOf(result, "pod")).toEqual(["2026-03-18T10:05:01Z", "2026-03-18T10:05:02Z"]);
});

test("[T1] a filled time follows the newest stored one when that is ahead of now", () => {
  const old = withHistories({ pod: [aPodEntry("2026-03-18T11:00:00Z")] });
  const next = withHistories({ pod: [aPodEntry("2026-03-18T11:00:00Z"), aPodEntry(undefined)] });
  expect(timesOf(updateOurs(old, next), "pod").at(-1)).toBe("2026-03-18T11:00:01Z");
});

test("[T1] a filled time passes over an instant that the request names itself", () => {
  const result = createOurs(
    withHistories({ pod: [aPodEntry(undefined), aPodEntry("2026-03-18T10:05:00Z")] }),
  );
  expect(timesOf(result, "pod")).toEqual(["2026-03-18T10:05:01Z", "2026-03-18T10:05:00Z"]);
});

test("[T1] many filled times of one update are admitted", () => {
  const many = Array.from({ length: 20 }, () => aPodEntry(undefined));
  expect(outcome(updateOurs(stored, appended(...many)))).toEqual(["ok"]);
});

test("[T2] other spellings of a time become UTC in whole seconds", () => {
  const result = createOurs(withHistories({ pod: [aPodEntry("2026-03-18T12:04:00.9+02:00")] }));
  expect(timesOf(result, "pod")).toEqual(["2026-03-18T10:04:00Z"]);
});

test("[T2] a stored entry in another spelling is still the stored entry", () => {
  const next = withPods(() => [
    aPodEntry("2026-03-18T11:01:00+01:00"),
    aPodEntry("2026-03-18T10:02:00Z"),
  ]);
  expect(outcome(updateOurs(stored, next))).toEqual(["ok"]);
});

test("[T2] what is no time is left to the schema", () => {
  const found = outcome(createOurs(withHistories({ pod: [aPodEntry("yesterday")] })));
  expect(found.at(-1)).toMatch(/^422 spec\.templateOverrides\[0\]\.pod\[0\]\.time: Invalid value/);
});

test("[T3] a new entry is later than the manager's newest, over both histories", () => {
  const old = withHistories({
    job: [{ time: "2026-03-18T10:04:00Z" }],
    pod: [aPodEntry("2026-03-18T10:01:00Z")],
  });
  const next = withHistories({
    job: [{ time: "2026-03-18T10:04:00Z" }],
    pod: [aPodEntry("2026-03-18T10:01:00Z"), aPodEntry("2026-03-18T10:03:00Z")],
  });
  expect(outcome(updateOurs(old, next))).toEqual([
    '403 spec.templateOverrides[0].pod[1].time: Invalid value: "2026-03-18T10:03:00Z": must be later than the manager\'s newest entry 2026-03-18T10:04:00Z',
  ]);
});

test("[T4] five seconds ahead of now are tolerated, six are not", () => {
  expect(outcome(updateOurs(stored, appended(aPodEntry("2026-03-18T10:05:05Z"))))).toEqual(["ok"]);
  expect(outcome(updateOurs(stored, appended(aPodEntry("2026-03-18T10:05:06Z"))))).toEqual([
    '403 spec.templateOverrides[0].pod[2].time: Invalid value: "2026-03-18T10:05:06Z": must not be later than 2026-03-18T10:05:05Z',
  ]);
});

test("[T4] the second after a newest entry in the future is allowed", () => {
  const old = withHistories({ pod: [aPodEntry("2026-03-18T12:00:00Z")] });
  const at = (time: string) =>
    outcome(
      updateOurs(old, withHistories({ pod: [aPodEntry("2026-03-18T12:00:00Z"), aPodEntry(time)] })),
    );
  expect(at("2026-03-18T12:00:01Z")).toEqual(["ok"]);
  expect(at("2026-03-18T12:00:02Z")[0]).toContain("must not be later than 2026-03-18T12:00:01Z");
});

test("[T5] create takes times in any order and warns of the future", () => {
  const result = createOurs(
    withHistories({ pod: [aPodEntry("2027-01-01T00:00:00Z"), aPodEntry("2020-01-01T00:00:00Z")] }),
  );
  expect(outcome(result)).toEqual(["ok"]);
  expect(result.warnings).toEqual([
    'spec.templateOverrides[0].pod[0].time: 2027-01-01T00:00:00Z is in the future; later entries of "acme.io/scheduler" must come after it',
  ]);
});

test("[T6] an instant occurs once per manager, job and pod together", () => {
  const time = "2026-03-18T10:04:00Z";
  const twice = withHistories({ job: [{ time }], pod: [aPodEntry(time)] });
  expect(outcome(createOurs(twice))).toEqual([
    `403 spec.templateOverrides[0].pod[0].time: Duplicate value: "${time}"`,
  ]);
});

test("[T6] two managers may use the same instant", () => {
  const time = "2026-03-18T10:04:00Z";
  const both = aTrainJob({
    templateOverrides: [
      { manager: MANAGER, pod: [aPodEntry(time)] },
      { manager: "acme.io/other", pod: [aPodEntry(time)] },
    ],
  });
  expect(outcome(createOurs(both))).toEqual(["ok"]);
});

test("[T7] changing a stored entry is refused by CEL", () => {
  const next = withPods(([first = {}, second = {}]) => [
    { ...first, spec: { nodeSelector: { zone: "b" } } },
    second,
  ]);
  expect(outcome(updateOurs(stored, next))).toEqual([
    `422 spec.templateOverrides[0].pod[0]: Invalid value: ${MODIFIED}`,
  ]);
});

test("[T7] removing an entry, a history, a manager, the list or the spec is refused", () => {
  const entry = updateOurs(
    stored,
    withPods((pods) => pods.slice(1)),
  );
  expect(outcome(entry)).toEqual([
    `422 spec.templateOverrides[0].pod: Invalid value: ${MODIFIED}`,
    "422 spec.templateOverrides[0].pod: Invalid value: pod template override entries cannot be deleted",
  ]);
  const gone = [
    withHistories({ job: [{ time: "2026-03-18T10:00:00Z", metadata: { labels: { a: "1" } } }] }),
    withHistories({ pod: [] }),
    aTrainJob({ templateOverrides: [{ manager: "acme.io/other" }] }),
    aTrainJob({ templateOverrides: [] }),
    aTrainJob({ templateOverrides: null }),
    aTrainJob(),
  ];
  for (const object of gone) expect(updateOurs(stored, object)).toMatchObject({ code: 422 });
  const { spec: _, ...bare } = stored;
  expect(updateOurs(stored, bare)).toMatchObject({ code: 422 });
});

test("[T7] the webhook sees reordering inside an entry, which CEL takes for equal", () => {
  const volumes = [
    { name: "a", emptyDir: {} },
    { name: "b", emptyDir: {} },
  ];
  const at = (list: readonly JsonObject[]) =>
    withHistories({ pod: [aPodEntry("2026-03-18T10:01:00Z", { spec: { volumes: list } })] });
  expect(outcome(updateOurs(at(volumes), at(volumes.toReversed())))).toEqual([
    `403 spec.templateOverrides[0].pod[0]: Forbidden: ${MODIFIED}`,
  ]);
});

test("[T8] stored managers keep their order and new ones come last", () => {
  const [a, b, c] = ["acme.io/a", "acme.io/b", "acme.io/c"].map((manager) => ({ manager }));
  const old = aTrainJob({ templateOverrides: [a ?? {}, b ?? {}] });
  const swapped = aTrainJob({ templateOverrides: [b ?? {}, a ?? {}] });
  const before = aTrainJob({ templateOverrides: [c ?? {}, a ?? {}, b ?? {}] });
  const message =
    "403 spec.templateOverrides: Forbidden: existing managers keep their order in template overrides, new ones come last";
  expect(outcome(updateOurs(old, swapped))).toEqual([message]);
  expect(outcome(updateOurs(old, before))).toEqual([message]);
  expect(
    outcome(updateOurs(old, aTrainJob({ templateOverrides: [a ?? {}, b ?? {}, c ?? {}] }))),
  ).toEqual(["ok"]);
});

test("[T8] entries of a history may change places, also while running", () => {
  const running = (object: KubeObject) => ({ ...object, spec: { ...object.spec, suspend: false } });
  const next = withPods((pods) => pods.toReversed());
  expect(outcome(updateOurs(running(stored), running(next)))).toEqual(["ok"]);
});

test("[T9] appending needs suspension before or after the update", () => {
  const next = appended(aPodEntry(undefined));
  const set = (object: KubeObject, suspend: boolean) => ({
    ...object,
    spec: { ...object.spec, suspend },
  });
  expect(outcome(updateOurs(set(stored, false), set(next, false)))).toEqual([
    "403 spec.templateOverrides: Forbidden: TemplateOverrides can only be modified when the TrainJob is suspended before or after the update",
  ]);
  expect(outcome(updateOurs(set(stored, true), set(next, false)))).toEqual(["ok"]);
  expect(outcome(updateOurs(set(stored, false), set(next, true)))).toEqual(["ok"]);
});

test("[T10] appending waits until no job has active pods", () => {
  const activeJobs = [
    { name: "node", active: 2 },
    { name: "done", active: 0 },
  ];
  expect(outcome(updateOurs(stored, appended(aPodEntry(undefined)), { activeJobs }))).toEqual([
    "403 spec.templateOverrides: Forbidden: TemplateOverrides cannot be modified when the JobSet's ReplicatedJob node is still active",
  ]);
  expect(outcome(updateOurs(stored, stored, { activeJobs }))).toEqual(["ok"]);
});

test("[T11] target jobs and containers of a new entry exist in the runtime", () => {
  const entry = aPodEntry(undefined, {
    targetJobs: [{ name: "node" }, { name: "ghost" }],
    spec: {
      containers: [{ name: "sidecar" }, { name: "nope" }],
      initContainers: [{ name: "node" }],
    },
  });
  const at = "403 spec.templateOverrides[0].pod[0]";
  expect(outcome(createOurs(withHistories({ pod: [entry] })))).toEqual([
    `${at}.spec.containers[1].name: Invalid value: "nope": must not have container that doesn't exist in the runtime job node`,
    `${at}.spec.initContainers[0].name: Invalid value: "node": must not have initContainer that doesn't exist in the runtime job node`,
    `${at}.targetJobs[1].name: Invalid value: "ghost": must not have targetJob that doesn't exist in the runtime job template`,
  ]);
});

test("[T12] env is refused on reserved containers and allowed elsewhere", () => {
  const env = [{ name: "A", value: "1" }];
  const entry = (name: string) =>
    withHistories({ pod: [aPodEntry(undefined, { spec: { containers: [{ name, env }] } })] });
  expect(outcome(createOurs(entry("node")))).toEqual([
    "403 spec.templateOverrides[0].pod[0].spec.containers[0].env: Forbidden: must not have envs for the dataset-initializer, model-initializer, node containers",
  ]);
  expect(outcome(createOurs(entry("sidecar")))).toEqual(["ok"]);
});

test("[T13] a new manager is a domain-prefixed path", () => {
  const named = (manager: string) => outcome(createOurs(withHistories({}, manager)));
  expect(named("acme.io/a/b")).toEqual(["ok"]);
  expect(named("foo")).toEqual([
    '403 spec.templateOverrides[0].manager: Invalid value: "foo": must be a domain-prefixed path (such as "acme.io/foo")',
  ]);
  expect(named("A.io/x")[0]).toContain("a lowercase RFC 1123 subdomain");
  expect(named("acme.io/ä")[0]).toContain("Invalid path");
});

test("[T14] stored entries are not judged again", () => {
  const bad = aTrainJob({
    templateOverrides: [
      {
        manager: "foo",
        job: [{ time: "2030-01-01T00:00:00Z", targetJobs: [{ name: "ghost" }] }],
        pod: [aPodEntry("2030-01-01T00:00:00Z", { targetJobs: [{ name: "ghost" }] })],
      },
    ],
  });
  expect(outcome(updateOurs(bad, bad))).toEqual(["ok"]);
});

test("[T15] an update without a new entry never needs the runtime, one with a new entry does", () => {
  const runtime = undefined;
  const labelled = { ...stored, metadata: { ...stored.metadata, labels: { a: "b" } } };
  expect(outcome(updateOurs(stored, labelled, { runtime }))).toEqual(["ok"]);
  expect(outcome(updateOurs(stored, appended(aPodEntry(undefined)), { runtime }))).toEqual([
    '403 spec.RuntimeRef: Invalid value: {"name":"torch","apiGroup":"trainer.kubeflow.org","kind":"ClusterTrainingRuntime"}: ClusterTrainingRuntime.trainer.kubeflow.org "torch" not found: specified clusterTrainingRuntime must be created before the TrainJob is created',
  ]);
  const skip = { runtime, skipRuntimeLookup: true };
  expect(outcome(updateOurs(stored, appended(aPodEntry(undefined)), skip))).toEqual(["ok"]);
});

test("[T15] what is not needed cannot refuse either: a runtime that no longer fits the TrainJob", () => {
  const old = { ...stored, spec: { ...stored.spec, initializer: { dataset: {} } } };
  const labelled = { ...old, metadata: { ...old.metadata, labels: { a: "b" } } };
  expect(outcome(updateOurs(old, labelled))).toEqual(["ok"]);
});

test("[O1] the webhooks alone: one fills times, the other judges what the schema accepted", () => {
  const schema = schemaSet("templateOverrides").TrainJob ?? {};
  const runtimeRef = {
    name: "torch",
    apiGroup: "trainer.kubeflow.org",
    kind: "ClusterTrainingRuntime",
  };
  const reviewed = (object: KubeObject) => ({ ...object, spec: { ...object.spec, runtimeRef } });
  const request = {
    operation: "update",
    dialect: "templateOverrides",
    trainerVersion: "v2.3.0",
    old: stored,
    runtime: aRuntime(),
    activeJobs: [],
    now: NOW,
  } as const;
  expect(mutateTrainJob(schema, { ...request, object: stored })).toBe(stored);
  const filled = mutateTrainJob(schema, {
    ...request,
    object: reviewed(appended(aPodEntry(undefined))),
  });
  expect(getIn(filled.spec, "templateOverrides", 0, "pod", 2, "time")).toBe("2026-03-18T10:05:00Z");
  expect(outcome(validateTrainJob(schema, { ...request, object: filled }))).toEqual(["ok"]);
  const gone = reviewed(withPods((pods) => pods.slice(1)));
  expect(outcome(validateTrainJob(schema, { ...request, object: gone }))).toEqual([
    `403 spec.templateOverrides[0].pod: Forbidden: ${MODIFIED}`,
  ]);
});

test("limits of the schema: 16 managers, 128 entries", () => {
  const managers = Array.from({ length: 17 }, (_, index) => ({ manager: `acme.io/m${index}` }));
  expect(outcome(createOurs(aTrainJob({ templateOverrides: managers })))[0]).toContain("422 ");
  const second = (index: number) => new Date(NOW - index * 1000).toISOString().replace(".000", "");
  const entries = (count: number) =>
    withHistories({ pod: Array.from({ length: count }, (_, index) => aPodEntry(second(index))) });
  expect(outcome(createOurs(entries(128)))).toEqual(["ok"]);
  expect(outcome(createOurs(entries(129)))).toContain(
    "422 spec.templateOverrides[0].pod: Too many: 129: must have at most 128 items",
  );
});

test("the input is never changed and unknown fields are named", () => {
  const object = withHistories({ pod: [aPodEntry(undefined, { typo: 1 })] });
  const before = structuredClone(object);
  const result = createOurs(object, { runtime: aRuntime() });
  expect(object).toEqual(before);
  expect(result.pruned).toEqual(["/spec/templateOverrides/0/pod/0/typo"]);
});
