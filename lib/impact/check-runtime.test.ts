import { expect, test } from "vitest";
import { CLUSTER_RUNTIMES } from "#server/sandbox/seed/runtimes.ts";
import { aJob, aRuntime, type RuntimeShape } from "#tests/support/render-builders.ts";
import { longestTrainJobName } from "./check-pods.ts";
import { checkRuntime } from "./check-runtime.ts";

const POLICY = { mlPolicy: {} };

function codes(shape: RuntimeShape): readonly string[] {
  return checkRuntime(aRuntime({ ...POLICY, ...shape }), "v2.3.0").map(({ code }) => code);
}

test("a sound runtime has no finding", () => {
  expect(codes({})).toEqual([]);
});

test("the runtimes of the sandbox have no error", () => {
  for (const runtime of CLUSTER_RUNTIMES) {
    const findings = checkRuntime(runtime, "v2.3.0");
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  }
});

test("a runtime without jobs, without a trainer, without a policy", () => {
  expect(codes({ jobs: [] })).toContain("NO_JOBS");
  expect(codes({ jobs: [aJob({ ancestor: "" })] })).toEqual(["NO_TRAINER"]);
  expect(codes({ mlPolicy: undefined })).toEqual(["NO_ML_POLICY"]);
});

test("an ancestor label that nobody reads, on the pod or with an unknown value", () => {
  const label = "trainer.kubeflow.org/trainjob-ancestor-step";
  const onPod = aJob({
    ancestor: "",
    jobSpec: {
      template: {
        metadata: { labels: { [label]: "trainer" } },
        spec: { containers: [{ name: "node", image: "img:1" }] },
      },
    },
  });
  expect(codes({ jobs: [onPod] })).toEqual(["NO_TRAINER", "ANCESTOR_ON_POD"]);
  expect(codes({ jobs: [aJob(), aJob({ name: "x", ancestor: "evaluator" })] })).toEqual([
    "ANCESTOR_UNKNOWN",
  ]);
});

test("what the webhooks ask: one replica and the container of the step", () => {
  expect(codes({ jobs: [aJob({ job: { replicas: 2 } })] })).toContain("REPLICAS_NOT_ONE");
  expect(codes({ jobs: [aJob({ container: { name: "main" } })] })).toContain("CONTAINER_MISSING");
});

test("an initializer that mounts no volume called initializer", () => {
  const initializer = aJob({
    name: "dataset-initializer",
    ancestor: "dataset-initializer",
    container: { name: "dataset-initializer" },
  });
  expect(codes({ jobs: [initializer, aJob()] })).toEqual(["INITIALIZER_MOUNT_MISSING"]);
});

test("a dependency on a job that is not there, or comes later", () => {
  const waits = (name: string) => aJob({ job: { dependsOn: [{ name, status: "Complete" }] } });
  const other = aJob({ name: "other", ancestor: "" });
  expect(codes({ jobs: [waits("nope")] })).toEqual(["DEPENDS_ON_UNKNOWN"]);
  expect(codes({ jobs: [waits("other"), other] })).toEqual(["DEPENDS_ON_UNKNOWN"]);
  expect(codes({ jobs: [other, waits("other")] })).toEqual([]);
});

test("two unnamed ports collide, and one gives way to the policy's; named ones stay", () => {
  const withPorts = (...ports: readonly object[]) => [aJob({ container: { ports } as never })];
  expect(codes({ jobs: withPorts({ containerPort: 7001 }, { containerPort: 7002 }) })).toEqual([
    "PORTS_COLLIDE",
  ]);
  expect(codes({ jobs: withPorts({ containerPort: 7001 }) })).toEqual([]);
  const torch = { mlPolicy: { torch: {} } };
  expect(codes({ ...torch, jobs: withPorts({ containerPort: 7001 }) })).toEqual(["PORTS_COLLIDE"]);
  expect(codes({ ...torch, jobs: withPorts({ name: "web", containerPort: 7001 }) })).toEqual([]);
});

test("mounts of volumes that do not exist, and two mounts at one path", () => {
  const mount = { name: "data", mountPath: "/data" };
  const jobs = (pod: object) => [
    aJob({ container: { volumeMounts: [mount] }, pod: { volumes: pod } as never }),
  ];
  expect(codes({ jobs: jobs([]) })).toEqual(["MOUNT_WITHOUT_VOLUME"]);
  expect(codes({ jobs: jobs([{ name: "data", emptyDir: {} }]) })).toEqual([]);
  const twice = aJob({
    container: { volumeMounts: [mount, mount] },
    pod: { volumes: [{ name: "data", emptyDir: {} }] },
  });
  expect(codes({ jobs: [twice] })).toEqual(["MOUNT_PATH_TWICE"]);
});

test("restartPolicy Always, and images that are missing", () => {
  expect(codes({ jobs: [aJob({ pod: { restartPolicy: "Always" } })] })).toEqual(["RESTART_ALWAYS"]);
  expect(codes({ jobs: [aJob({ container: { image: "" } })] })).toEqual(["IMAGE_LEFT_TO_JOBS"]);
  const sidecar = aJob({ name: "side", ancestor: "", container: { image: "" } });
  expect(codes({ jobs: [aJob(), sidecar] })).toEqual(["IMAGE_MISSING"]);
});

test("names too long for pods: a warning where few characters are left, an error where none are", () => {
  const named = (length: number) => codes({ jobs: [aJob({ name: "n".repeat(length) })] });
  expect(named(4)).toEqual([]);
  expect(named(30)).toEqual(["NAMES_TOO_LONG"]);
  const findings = checkRuntime(
    aRuntime({ ...POLICY, jobs: [aJob({ name: "n".repeat(60) })] }),
    "v2.3.0",
  );
  expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
    ["NAMES_TOO_LONG", "error"],
  ]);
  expect(longestTrainJobName("node", undefined)).toBe(63 - "-node-0-0-abcde".length);
});

test("what stops the engine is a finding", () => {
  const targets = [{ jobName: "nope", containerNames: ["x"] }];
  expect(codes({ mlPolicy: { torch: { envInjection: { targets } } } })).toEqual(["RENDER_FAILS"]);
});
