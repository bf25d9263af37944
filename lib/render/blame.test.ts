import { expect, test } from "vitest";
import { aJob, aPatch, aRuntime, aTrainJob } from "../../tests/support/render-builders.ts";
import type { JsonObject } from "../util/json.ts";
import { type LeafBlame, render } from "./index.ts";

const POD = "/spec/replicatedJobs/0/template/spec/template/spec";
const CONTAINER = `${POD}/containers/0`;

function blameOf(
  spec: JsonObject,
  runtime = aRuntime({ mlPolicy: { torch: {} } }),
): (pointer: string) => LeafBlame | undefined {
  const { blame } = render({ runtime, trainJob: aTrainJob(spec), blame: true });
  return (pointer) => blame?.["JobSet/tj"]?.[pointer];
}

test("[B4] a value of the TrainJob remembers the runtime and the patch before it", () => {
  const patch = aPatch("m.example/x", {
    containers: [{ name: "node", env: [{ name: "A", value: "2" }] }],
  });
  const runtime = aRuntime({ jobs: [aJob({ container: { env: [{ name: "A", value: "1" }] } })] });
  const find = blameOf(
    { runtimePatches: [patch], trainer: { env: [{ name: "A", value: "3" }] } },
    runtime,
  );
  const leaf = find(`${CONTAINER}/env/0/value`);
  expect(leaf?.origin).toEqual({ layer: "trainer", path: "/spec/trainer/env/0/value" });
  expect(leaf?.chain.map(({ layer }) => layer)).toEqual(["runtime", "override"]);
  expect(leaf?.chain[0]).toEqual({
    layer: "runtime",
    name: "base",
    path: `/spec/template${CONTAINER}/env/0/value`,
  });
});

test("[B4] a list that is replaced as a whole hands its writer to each new leaf", () => {
  const runtime = aRuntime({ jobs: [aJob({ container: { command: ["old"] } })] });
  const leaf = blameOf({ trainer: { command: ["a", "b"] } }, runtime)(`${CONTAINER}/command/1`);
  expect(leaf).toEqual({
    origin: { layer: "trainer", path: "/spec/trainer/command/1" },
    chain: [{ layer: "runtime", name: "base", path: `/spec/template${CONTAINER}/command` }],
  });
});

test("[B5] a value worked out from others names them", () => {
  const find = blameOf({ trainer: { numNodes: 2, numProcPerNode: 3 } });
  const numNodes = { layer: "trainer", path: "/spec/trainer/numNodes" };
  const policy = { layer: "policy", name: "torch" };
  expect(find(`${CONTAINER}/env/0/value`)).toEqual({
    origin: policy,
    chain: [],
    inputs: [numNodes],
  });
  expect(find(`${CONTAINER}/env/1/value`)?.inputs).toEqual([
    { layer: "trainer", path: "/spec/trainer/numProcPerNode" },
  ]);
  expect(find("/spec/replicatedJobs/0/template/spec/parallelism")?.inputs).toEqual([numNodes]);
  expect(find(`${CONTAINER}/env/3/value`)?.inputs).toEqual([
    { layer: "trainJob", path: "/metadata/name" },
  ]);
});

test("[B5] the runtime's number of nodes is an input where the TrainJob gives none", () => {
  const find = blameOf({}, aRuntime({ mlPolicy: { numNodes: 4 } }));
  expect(find("/spec/replicatedJobs/0/template/spec/completions")).toEqual({
    origin: { layer: "controller" },
    chain: [],
    inputs: [{ layer: "runtime", name: "base", path: "/spec/mlPolicy/numNodes" }],
  });
});

test("[B6] the name of a container that a patch touches stays with the runtime, without a place", () => {
  const containers = [{ name: "node", env: [{ name: "A", value: "1" }] }];
  const find = blameOf({ runtimePatches: [aPatch("m.example/x", { containers })] });
  expect(find(`${CONTAINER}/name`)?.origin).toEqual({ layer: "runtime", name: "base" });
  expect(find(`${CONTAINER}/image`)?.origin.path).toBe(`/spec/template${CONTAINER}/image`);
  expect(find(`${CONTAINER}/env/0/name`)?.origin).toMatchObject({
    layer: "override",
    manager: "m.example/x",
  });
});
