import { expect, test } from "vitest";
import {
  aJob,
  aPatch,
  aRuntime,
  aTrainJob,
  codesOf,
  containerOf,
  jobOf,
  payload,
  podOf,
} from "../../tests/support/render-builders.ts";
import { getIn, type JsonObject } from "../util/json.ts";
import { render } from "./index.ts";

function patched(runtimePod: JsonObject, ...podSpecs: readonly JsonObject[]) {
  const runtimePatches = podSpecs.map((spec, index) => aPatch(`m${index}.example/x`, spec));
  const runtime = aRuntime({ jobs: [aJob({ pod: runtimePod })] });
  return render({ runtime, trainJob: aTrainJob({ runtimePatches }) });
}

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

test("[P1] of two writers the later one wins, and entryCount stops before it", () => {
  const trainJob = aTrainJob({
    runtimePatches: [
      aPatch("a.example/x", { serviceAccountName: "one" }),
      aPatch("b.example/x", { serviceAccountName: "two" }),
    ],
  });
  const account = (entryCount?: number) =>
    getIn(podOf(render({ runtime: aRuntime(), trainJob, entryCount })), "serviceAccountName");
  expect([account(), account(1), account(0)]).toEqual(["two", "one", undefined]);
});

test("[P2] JobSet metadata is overlaid key by key", () => {
  const runtime = aRuntime({ metadata: { labels: { a: "1", b: "1" } } });
  const entry = {
    manager: "m.example/x",
    trainingRuntimeSpec: {
      template: { metadata: { labels: { b: "2" }, annotations: { c: "3" } } },
    },
  };
  const metadata = payload(
    render({ runtime, trainJob: aTrainJob({ runtimePatches: [entry] }) }),
    "JobSet",
  )?.["metadata"];
  expect(getIn(metadata, "labels")).toEqual({ a: "1", b: "2" });
  expect(getIn(metadata, "annotations")).toEqual({ c: "3" });
});

test("[P3] maps merge by key, tolerations are replaced, objects merge deeply", () => {
  const pod = podOf(
    patched(
      { nodeSelector: { a: "1" }, tolerations: [{ key: "x" }], securityContext: { runAsUser: 1 } },
      { nodeSelector: { b: "2" }, tolerations: [{ key: "y" }], securityContext: { fsGroup: 2 } },
    ),
  );
  expect(pod).toMatchObject({
    nodeSelector: { a: "1", b: "2" },
    tolerations: [{ key: "y" }],
    securityContext: { runAsUser: 1, fsGroup: 2 },
  });
});

test("[P4] mounts merge by mountPath, env by name, where value and valueFrom can coexist", () => {
  const runtime = aRuntime({
    jobs: [
      aJob({
        container: {
          env: [{ name: "A", value: "1" }],
          volumeMounts: [{ name: "v", mountPath: "/m", subPath: "s" }],
        },
      }),
    ],
  });
  const spec = {
    containers: [
      {
        name: "node",
        env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
        volumeMounts: [{ name: "w", mountPath: "/m", readOnly: false }],
      },
    ],
  };
  const container = containerOf(
    render({ runtime, trainJob: aTrainJob({ runtimePatches: [aPatch("m.example/x", spec)] }) }),
  );
  expect(getIn(container, "env", 0)).toMatchObject({ value: "1", valueFrom: { fieldRef: {} } });
  expect(getIn(container, "volumeMounts")).toEqual([{ name: "w", mountPath: "/m", subPath: "s" }]);
});

for (const [patch, expected] of [
  ["D", "DABC"],
  ["BD", "ABDC"],
  ["DB", "DABC"],
  ["CA", "BCA"],
  ["ABC", "ABC"],
] as const) {
  test(`[P5] base A B C patched with ${[...patch].join(" ")} gives ${[...expected].join(" ")}`, () => {
    const result = patched(
      { imagePullSecrets: named("A", "B", "C") },
      { imagePullSecrets: named(...patch) },
    );
    expect(getIn(podOf(result), "imagePullSecrets")).toEqual(named(...expected));
  });
}

test("[P6] empty values of a patch change nothing", () => {
  const base = { nodeSelector: { a: "1" }, tolerations: [{ key: "x" }], serviceAccountName: "sa" };
  const result = patched(base, { nodeSelector: {}, tolerations: [], affinity: null, volumes: [] });
  expect(podOf(result)).toEqual(podOf(patched(base)));
});

test("[P6] only an empty account name clears: a pointer in the patch, a plain field in the pod", () => {
  const result = patched({ serviceAccountName: "sa" }, { serviceAccountName: "" });
  expect(podOf(result)).not.toHaveProperty("serviceAccountName");
});

test("[P7] a directive replaces or empties a string map, and another word is an error", () => {
  const base = { nodeSelector: { a: "1" } };
  const selector = (nodeSelector: JsonObject, from: JsonObject = base) =>
    getIn(podOf(patched(from, { nodeSelector })), "nodeSelector");
  expect(selector({ $patch: "replace", b: "2" })).toEqual({ b: "2" });
  expect(selector({ $patch: "delete", b: "2" })).toBeUndefined();
  expect(selector({ $patch: "replace", b: "2" }, {})).toBeUndefined();
  const wrong = patched(base, { nodeSelector: { $patch: "other" } });
  expect([wrong.objects.length, codesOf(wrong)]).toEqual([0, ["MERGE_FAILED"]]);
  expect(wrong.diagnostics[0]?.path).toBe("/spec/runtimePatches/0");
});

test("[P8] a projected volume without sources removes the runtime's sources", () => {
  const sources = [{ secret: { name: "s" } }];
  const result = patched(
    { volumes: [{ name: "v", projected: { sources, defaultMode: 0 } }] },
    { volumes: [{ name: "v", projected: {} }] },
  );
  expect(getIn(podOf(result), "volumes", 0)).toEqual({ name: "v", projected: { defaultMode: 0 } });
});

test("[P9] jobs keep the runtime's order; an unknown one appears beside the first, with a warning", () => {
  const runtime = aRuntime({ jobs: [aJob({ name: "a" }), aJob({ name: "b" })] });
  const runtimePatches = [
    aPatch("m.example/x", { serviceAccountName: "sa" }, "b"),
    aPatch("n.example/x", {}, "c"),
  ];
  const result = render({ runtime, trainJob: aTrainJob({ runtimePatches }) });
  expect([0, 1, 2].map((index) => getIn(jobOf(result, index), "name"))).toEqual(["c", "a", "b"]);
  expect(codesOf(result)).toEqual(["TARGET_JOB_UNKNOWN"]);
  expect(getIn(jobOf(result, 0), "groupName")).toBeUndefined();
});

test("[P9] an unknown container is appended, with a warning", () => {
  const result = patched({}, { containers: named("side") });
  expect(codesOf(result)).toEqual(["TARGET_CONTAINER_UNKNOWN"]);
  expect(getIn(podOf(result), "containers")).toEqual([
    { name: "side", resources: {} },
    { name: "node", image: "img:1", resources: {} },
  ]);
});

test("[P10] ancestors are read after merging", () => {
  const template = {
    metadata: { labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "other" } },
  };
  const entry = {
    manager: "m.example/x",
    trainingRuntimeSpec: { template: { spec: { replicatedJobs: [{ name: "node", template }] } } },
  };
  const trainJob = aTrainJob({ runtimePatches: [entry], trainer: { image: "own" } });
  expect(getIn(containerOf(render({ runtime: aRuntime(), trainJob })), "image")).toBe("img:1");
});

test("[P11] a pod entry for several jobs patches them all, job entries write metadata", () => {
  const runtime = aRuntime({ jobs: [aJob({ name: "a" }), aJob({ name: "b" })] });
  const templateOverrides = [
    {
      manager: "m.example/x",
      job: [
        { time: "2026-01-01T00:00:00Z", metadata: { labels: { set: "1" } } },
        {
          time: "2026-01-01T00:00:01Z",
          targetJobs: named("b"),
          metadata: { labels: { job: "1" } },
        },
      ],
      pod: [
        {
          time: "2026-01-01T00:00:02Z",
          targetJobs: named("a", "b"),
          spec: { terminationGracePeriodSeconds: 5 },
        },
      ],
    },
  ];
  const result = render({ runtime, trainJob: aTrainJob({ templateOverrides }) });
  expect(getIn(payload(result, "JobSet"), "metadata", "labels")).toEqual({ set: "1" });
  expect(
    [0, 1].map((index) => getIn(podOf(result, index), "terminationGracePeriodSeconds")),
  ).toEqual([5, 5]);
  expect(getIn(jobOf(result, 1), "template", "metadata", "labels", "job")).toBe("1");
  expect(getIn(jobOf(result, 0), "template", "metadata", "labels", "job")).toBeUndefined();
});

test("[P12] another version's override API is an error", () => {
  const result = render({
    runtime: aRuntime(),
    trainJob: aTrainJob({ podSpecOverrides: [] }),
    trainerVersion: "v2.3.0",
  });
  expect([result.objects.length, codesOf(result)]).toEqual([0, ["DIALECT_UNSUPPORTED"]]);
});
