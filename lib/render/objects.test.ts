import { expect, test } from "vitest";
import {
  aJob,
  aRuntime,
  aTrainJob,
  codesOf,
  containerOf,
  jobOf,
  payload,
} from "../../tests/support/render-builders.ts";
import { getIn, type JsonObject } from "../util/json.ts";
import { type ExistingObject, render } from "./index.ts";

const MPI = aRuntime({
  mlPolicy: { mpi: {} },
  podGroupPolicy: { coscheduling: {} },
  jobs: [aJob(), aJob({ name: "launcher" })],
});

function sent(
  existing: readonly ExistingObject[] | undefined,
  spec: JsonObject = {},
  more: JsonObject = {},
) {
  const result = render({ runtime: MPI, trainJob: aTrainJob(spec, more), existing });
  return result.objects.map((object) => object.kind);
}

const RUNNING: readonly ExistingObject[] = [
  { kind: "JobSet", name: "tj", suspend: false },
  { kind: "PodGroup", name: "tj" },
  { kind: "Secret", name: "tj-mpi-ssh-auth" },
];
const ALL = ["ConfigMap", "JobSet", "PodGroup", "Secret"];

test("[S2] a running JobSet is left alone, ConfigMaps are always sent", () => {
  expect(sent([])).toEqual(ALL);
  expect(sent(RUNNING)).toEqual(["ConfigMap"]);
  expect(sent(RUNNING, { suspend: true })).toEqual(["ConfigMap", "JobSet", "PodGroup"]);
  expect(sent([{ kind: "JobSet", name: "tj", suspend: true }, ...RUNNING.slice(1)])).toEqual([
    "ConfigMap",
    "JobSet",
  ]);
});

test("[S2] an existing object may be given whole", () => {
  const jobSet = {
    apiVersion: "jobset.x-k8s.io/v1alpha2",
    kind: "JobSet",
    metadata: { name: "tj" },
    spec: { suspend: true },
  };
  expect(sent([jobSet])).toEqual(ALL);
  expect(sent([{ ...jobSet, spec: {} }])).toEqual(["ConfigMap", "PodGroup", "Secret"]);
});

test("[S1] [S3] a finished TrainJob sends nothing, but can be looked at", () => {
  const status = (type: string, reason: string) => ({
    status: { conditions: [{ type, status: "True", reason }] },
  });
  expect(sent([], {}, status("Complete", "JobsCompleted"))).toEqual([]);
  expect(sent([], {}, status("Failed", "DeadlineExceeded"))).toEqual([]);
  expect(sent([], {}, status("Failed", "FailedJobs"))).toEqual(ALL);
  expect(sent(undefined, {}, status("Complete", "JobsCompleted"))).toEqual(ALL);
});

test("[S1] [S3] another controller's TrainJob sends nothing, but can be looked at", () => {
  const managedBy = "kueue.x-k8s.io/multikueue";
  expect(sent([], { managedBy })).toEqual([]);
  expect(sent(undefined, { managedBy })).toEqual(ALL);
  expect(sent([], { managedBy, templateOverrides: [] })).toEqual(ALL);
});

function snapshot(text: string, uid = "u1"): ExistingObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: "tj-runtime-snapshot",
      ownerReferences: [{ apiVersion: "v1", kind: "TrainJob", name: "tj", uid, controller: true }],
    },
    data: { runtime: text },
  };
}

test("[S4] the stored runtime is rendered instead of the live one", () => {
  const stored = aRuntime({ jobs: [aJob({ container: { image: "img:0" } })] });
  const input = {
    trainJob: aTrainJob(),
    existing: [snapshot(JSON.stringify(stored))],
    parseYaml: JSON.parse,
    blame: true,
  };
  const result = render({ ...input, runtime: aRuntime() });
  expect(getIn(containerOf(result), "image")).toBe("img:0");
  expect(result.runtimeSource).toBe("snapshot");
  const pointer = "/spec/replicatedJobs/0/template/spec/template/spec/containers/0/image";
  expect(result.blame?.["JobSet/tj"]?.[pointer]?.origin).toMatchObject({
    layer: "snapshot",
    name: "base",
  });
  expect(getIn(containerOf(render(input)), "image")).toBe("img:0");
});

test("[S4] a snapshot that cannot be used stops the render", () => {
  const good = JSON.stringify(aRuntime());
  for (const existing of [
    snapshot(good, "other"),
    snapshot("{"),
    snapshot("1"),
    snapshot(JSON.stringify(aRuntime({ name: "other" }))),
  ]) {
    const input = { runtime: aRuntime(), trainJob: aTrainJob(), parseYaml: JSON.parse };
    const result = render({ ...input, existing: [existing] });
    expect([result.objects.length, codesOf(result)]).toEqual([0, ["SNAPSHOT_INVALID"]]);
  }
});

test("[S5] a runtime that is not there, or another one, is an error", () => {
  for (const runtime of [undefined, aRuntime({ name: "other" })]) {
    const result = render({ runtime, trainJob: aTrainJob() });
    expect([result.objects.length, codesOf(result)]).toEqual([0, ["RUNTIME_NOT_FOUND"]]);
  }
  const strange = aTrainJob({ runtimeRef: { name: "base", kind: "Deployment" } });
  expect(codesOf(render({ runtime: aRuntime(), trainJob: strange }))).toEqual([
    "RUNTIME_KIND_UNSUPPORTED",
  ]);
});

test("[J1] the envelope is the TrainJob's", () => {
  const result = render({ runtime: aRuntime(), trainJob: aTrainJob({ suspend: true }) });
  expect(payload(result, "JobSet")?.["metadata"]).toEqual({
    name: "tj",
    namespace: "ns",
    ownerReferences: [
      {
        apiVersion: "trainer.kubeflow.org/v1alpha1",
        kind: "TrainJob",
        name: "tj",
        uid: "u1",
        controller: true,
        blockOwnerDeletion: true,
      },
    ],
  });
  expect(getIn(payload(result, "JobSet"), "spec", "suspend")).toBe(true);
});

test("[J2] [N1] counts and replicas", () => {
  const jobs = [
    aJob({ job: { replicas: 4 } }),
    aJob({
      name: "side",
      ancestor: "",
      job: { replicas: 4 },
      jobSpec: { parallelism: 3, completions: 9 },
    }),
    aJob({ name: "none", ancestor: "", jobSpec: { parallelism: 0 } }),
  ];
  const trainJob = aTrainJob({ trainer: { numNodes: 0 } });
  const result = render({ runtime: aRuntime({ mlPolicy: { numNodes: 7 }, jobs }), trainJob });
  const numbers = (index: number) => [
    getIn(jobOf(result, index), "replicas"),
    getIn(jobOf(result, index), "template", "spec", "parallelism"),
    getIn(jobOf(result, index), "template", "spec", "completions"),
  ];
  expect([0, 1, 2].map(numbers)).toEqual([
    [1, 0, 0],
    [4, 3, 3],
    [1, 1, 1],
  ]);
});

test("[J3] values of the TrainJob replace the runtime's; an empty list clears, an empty image is written", () => {
  const jobs = [aJob({ container: { command: ["a"], args: ["b"] } }), aJob({ name: "two" })];
  const trainer = { image: "", command: [], args: ["c"] };
  const result = render({ runtime: aRuntime({ jobs }), trainJob: aTrainJob({ trainer }) });
  expect(containerOf(result)).toMatchObject({ image: "", args: ["c"] });
  expect(containerOf(result)).not.toHaveProperty("command");
  expect(getIn(containerOf(result, 1), "image")).toBe("");
});

test("[J4] an env entry of the TrainJob keeps only one of value and valueFrom", () => {
  const env = [
    { name: "EMPTY", value: "" },
    {
      name: "BOTH",
      value: "x",
      valueFrom: { fieldRef: { fieldPath: "metadata.name", apiVersion: "v1" } },
    },
    { name: "KEY", valueFrom: { secretKeyRef: { key: "k" } } },
    { name: "SIZE", valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } },
  ];
  const result = render({ runtime: aRuntime(), trainJob: aTrainJob({ trainer: { env } }) });
  expect(getIn(containerOf(result), "env")).toEqual([
    { name: "EMPTY", value: "" },
    { name: "BOTH", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
    { name: "KEY", valueFrom: { secretKeyRef: { key: "k", name: "" } } },
    {
      name: "SIZE",
      valueFrom: { resourceFieldRef: { containerName: "", resource: "limits.cpu", divisor: "0" } },
    },
  ]);
});

test("[J5] resources merge key by key, only with an mlPolicy, and lose their claims", () => {
  const resources = { limits: { cpu: 1, memory: "1Gi" }, claims: [{ name: "c" }] };
  const jobs = [aJob({ container: { resources } })];
  const trainJob = aTrainJob({ trainer: { resourcesPerNode: { limits: { cpu: 2 } } } });
  const merged = (mlPolicy: JsonObject | undefined) =>
    getIn(containerOf(render({ runtime: aRuntime({ mlPolicy, jobs }), trainJob })), "resources");
  expect(merged({})).toEqual({ limits: { cpu: "2", memory: "1Gi" } });
  expect(merged(undefined)).toEqual({
    limits: { cpu: "1", memory: "1Gi" },
    claims: [{ name: "c" }],
  });
});

for (const [given, expected] of [
  [
    [7001, 7002],
    [7002, 7002],
  ],
  [
    [1, 2, 3],
    [3, 2, 3],
  ],
] as const) {
  test(`[J6] unnamed ports ${given.join(", ")} become ${expected.join(", ")}`, () => {
    const ports = given.map((containerPort) => ({ containerPort }));
    const jobs = [aJob({ ancestor: "", container: { ports } })];
    const result = render({ runtime: aRuntime({ jobs }), trainJob: aTrainJob() });
    const found = getIn(containerOf(result), "ports");
    expect(Array.isArray(found) ? found.map((port) => port["containerPort"]) : []).toEqual(
      expected,
    );
  });
}

test("[J7] an initializer gets its URI, env and secret", () => {
  const jobs = [
    aJob({
      name: "d",
      ancestor: "dataset-initializer",
      container: { name: "dataset-initializer" },
    }),
  ];
  const dataset = { storageUri: "", env: [{ name: "A", value: "1" }], secretRef: { name: "s" } };
  const result = render({
    runtime: aRuntime({ jobs }),
    trainJob: aTrainJob({ initializer: { dataset } }),
  });
  expect(containerOf(result)).toMatchObject({
    env: [
      { name: "STORAGE_URI", value: "" },
      { name: "A", value: "1" },
    ],
    envFrom: [{ secretRef: { name: "s" } }],
  });
});

const GANG = [
  aJob({
    container: { resources: { requests: { cpu: "500m" } } },
    pod: { priorityClassName: "low" },
  }),
  aJob({
    name: "b",
    ancestor: "",
    jobSpec: { parallelism: 2 },
    pod: { priorityClassName: "high", overhead: { cpu: 1 } },
  }),
];

test("[G1] [G2] coscheduling sums up all jobs and labels their pods", () => {
  const runtime = aRuntime({
    mlPolicy: { numNodes: 3 },
    podGroupPolicy: { coscheduling: {} },
    jobs: GANG,
  });
  const result = render({ runtime, trainJob: aTrainJob() });
  expect(payload(result, "PodGroup")?.["spec"]).toEqual({
    minMember: 5,
    minResources: { cpu: "3500m" },
    scheduleTimeoutSeconds: 60,
  });
  const labels = getIn(jobOf(result, 1), "template", "spec", "template", "metadata", "labels");
  expect(labels).toEqual({ "scheduling.x-k8s.io/pod-group": "tj" });
});

test("[G2] volcano takes queue and priority class", () => {
  const metadata = { annotations: { "scheduling.volcano.sh/queue-name": "q" } };
  const podGroupPolicy = { volcano: { networkTopology: {} } };
  const runtime = aRuntime({ metadata, podGroupPolicy, jobs: GANG });
  expect(payload(render({ runtime, trainJob: aTrainJob() }), "PodGroup")?.["spec"]).toMatchObject({
    queue: "q",
    priorityClassName: "high",
    networkTopology: { mode: "hard", highestTierAllowed: 1 },
  });
});

test("[G3] init containers raise the request of a pod to their peak", () => {
  const cpu = (value: number) => ({ resources: { requests: { cpu: value } } });
  const pod = {
    initContainers: [
      { name: "a", restartPolicy: "Always", ...cpu(1) },
      { name: "b", ...cpu(5) },
    ],
    containers: [{ name: "node", ...cpu(2) }],
  };
  const runtime = aRuntime({ podGroupPolicy: { coscheduling: {} }, jobs: [aJob({ pod })] });
  const result = render({ runtime, trainJob: aTrainJob() });
  expect(getIn(payload(result, "PodGroup"), "spec", "minResources")).toEqual({ cpu: "6" });
});
