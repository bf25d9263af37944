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

const withPod = (pod: JsonObject, more: JsonObject = {}) =>
  render({ runtime: aRuntime({ jobs: [aJob({ pod, jobSpec: more })] }), trainJob: aTrainJob() });
const withContainer = (container: JsonObject) =>
  render({ runtime: aRuntime({ jobs: [aJob({ container })] }), trainJob: aTrainJob() });

test("[D1] unknown fields are dropped, embedded metadata keeps five fields", () => {
  const result = withPod({ bogus: 1 }, { nonsense: true });
  expect(podOf(result)).not.toHaveProperty("bogus");
  expect(getIn(jobOf(result), "template", "spec")).not.toHaveProperty("nonsense");
  const job = aJob();
  const runtime = aRuntime({
    jobs: [
      { ...job, template: { metadata: { labels: { a: "1" }, uid: "x", creationTimestamp: null } } },
    ],
  });
  const metadata = getIn(jobOf(render({ runtime, trainJob: aTrainJob() })), "template", "metadata");
  expect(metadata).toEqual({ labels: { a: "1" } });
});

test("[D2] zero values of plain fields vanish, those of pointers stay", () => {
  const pod = podOf(
    withPod({
      hostNetwork: false,
      nodeSelector: {},
      tolerations: [],
      terminationGracePeriodSeconds: 0,
      automountServiceAccountToken: false,
      securityContext: {},
      affinity: null,
    }),
  );
  expect(new Set(Object.keys(pod as JsonObject))).toEqual(
    new Set([
      "automountServiceAccountToken",
      "containers",
      "securityContext",
      "terminationGracePeriodSeconds",
    ]),
  );
});

test("[D3] structs that Go always encodes are there", () => {
  const env = [{ name: "A", valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } }];
  const result = withContainer({ env });
  expect(containerOf(result)).toMatchObject({ resources: {} });
  expect(getIn(containerOf(result), "env", 0, "valueFrom", "resourceFieldRef", "divisor")).toBe(
    "0",
  );
  expect(getIn(jobOf(result), "template", "spec", "template", "metadata")).toEqual({});
});

test("[D4] quantities are canonical, in patches too", () => {
  const limits = { cpu: 0.5, memory: "1024Mi" };
  expect(getIn(containerOf(withContainer({ resources: { limits } })), "resources")).toEqual({
    limits: { cpu: "500m", memory: "1Gi" },
  });
  const volumes = [{ name: "shm", emptyDir: { sizeLimit: "2048Mi" } }];
  const trainJob = aTrainJob({ runtimePatches: [aPatch("m.example/x", { volumes })] });
  const result = render({ runtime: aRuntime(), trainJob });
  expect(getIn(podOf(result), "volumes", 0, "emptyDir", "sizeLimit")).toBe("2Gi");
});

test("[D5] what the API server would have filled in is filled in, and says so", () => {
  const runtime = aRuntime({
    jobs: [aJob({ ancestor: "", container: { ports: [{ containerPort: 1 }] } })],
  });
  const result = render({ runtime, trainJob: aTrainJob(), blame: true });
  expect(jobOf(result)).toMatchObject({ replicas: 1, groupName: "default" });
  expect(getIn(containerOf(result), "ports", 0, "protocol")).toBe("TCP");
  expect(getIn(payload(result, "JobSet"), "spec", "suspend")).toBe(false);
  const blame = result.blame?.["JobSet/tj"];
  for (const pointer of [
    "/spec/suspend",
    "/spec/replicatedJobs/0/groupName",
    "/spec/replicatedJobs/0/replicas",
  ]) {
    expect(blame?.[pointer]?.origin, pointer).toEqual({ layer: "apiDefault" });
  }
});

for (const [pod, path] of [
  [{ containers: "x" }, "/containers"],
  [{ hostNetwork: "yes" }, "/hostNetwork"],
  [{ terminationGracePeriodSeconds: 1.5 }, "/terminationGracePeriodSeconds"],
  [{ nodeSelector: { "a/b": 1 } }, "/nodeSelector/a~1b"],
  [{ overhead: { cpu: "many" } }, "/overhead/cpu"],
] as const) {
  test(`[D6] ${JSON.stringify(pod)} cannot be decoded`, () => {
    const result = withPod(pod);
    expect(result.objects).toEqual([]);
    expect(result.diagnostics).toMatchObject([
      {
        code: "RUNTIME_INVALID",
        path: `/spec/template/spec/replicatedJobs/0/template/spec/template/spec${path}`,
      },
    ]);
  });
}

test("[D6] a TrainJob without a name, or with parts of the wrong type, cannot be rendered", () => {
  for (const trainJob of [
    aTrainJob({}, { metadata: {} }),
    aTrainJob({ trainer: "x" }),
    aTrainJob({ suspend: 1 }),
    aTrainJob({ runtimePatches: {} }),
    aTrainJob({ runtimePatches: [1] }),
    aTrainJob({ runtimePatches: [{ manager: "m.example/x", time: "yesterday" }] }),
  ]) {
    expect(codesOf(render({ runtime: aRuntime(), trainJob }))).toEqual(["INPUT_INVALID"]);
  }
});
