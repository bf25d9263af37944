import { expect, test } from "vitest";
import { aJob, aRuntime } from "#tests/support/render-builders.ts";
import { runtimeInjections } from "./runtime-injections.ts";

test("the torch policy injects its variables and its port, each once", () => {
  const { injections } = runtimeInjections(aRuntime({ mlPolicy: { torch: {} } }), "v2.3.0");
  const torch = injections.filter(({ source }) => source === "torch");
  expect(torch.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "env PET_NNODES",
    "env PET_NPROC_PER_NODE",
    "env PET_NODE_RANK",
    "env PET_MASTER_ADDR",
    "env PET_MASTER_PORT",
    "port 29500",
  ]);
  expect(new Set(torch.map(({ job, container }) => `${job}/${container}`))).toEqual(
    new Set(["node/node"]),
  );
});

test("the mpi policy makes objects, and mounts the key into each job", () => {
  const mpi = { numProcPerNode: 1, mpiImplementation: "OpenMPI", sshAuthMountPath: "/root/.ssh" };
  const runtime = aRuntime({
    mlPolicy: { mpi },
    jobs: [aJob({ name: "launcher", ancestor: "" }), aJob()],
  });
  const { injections } = runtimeInjections(runtime, "v2.3.0");
  const ofKind = (wanted: string) =>
    injections.filter(({ kind, source }) => kind === wanted && source === "mpi");
  expect(ofKind("object").map(({ name }) => name)).toContain("Secret/example-mpi-ssh-auth");
  expect(ofKind("volume").map(({ job }) => job)).toContain("node");
  expect(ofKind("mount").map(({ name }) => name)).toContain("/root/.ssh");
});

test("a gang policy makes a PodGroup and marks the pods", () => {
  const runtime = aRuntime({ podGroupPolicy: { coscheduling: { scheduleTimeoutSeconds: 10 } } });
  const { injections } = runtimeInjections(runtime, "v2.3.0");
  expect(injections.find(({ name }) => name === "PodGroup/example")).toBeDefined();
  expect(injections.some(({ source, job }) => source === "coscheduling" && job === "node")).toBe(
    true,
  );
});

test("a runtime that cannot be rendered says why, and injects nothing", () => {
  const runtime = aRuntime({
    mlPolicy: {
      torch: { envInjection: { targets: [{ jobName: "nope", containerNames: ["x"] }] } },
    },
  });
  const { injections, diagnostics } = runtimeInjections(runtime, "v2.3.0");
  expect(injections).toEqual([]);
  expect(diagnostics.map(({ code }) => code)).toEqual(["ENV_INJECTION_TARGET_MISSING"]);
});
