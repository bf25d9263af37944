import { expect, test } from "vitest";
import { aJob, aPatch, aRuntime, aTrainJob } from "../../tests/support/render-builders.ts";
import { render } from "../render/index.ts";
import { formOffers } from "./offers.ts";

const RUNTIME = aRuntime({
  jobs: [
    aJob({
      container: {
        env: [
          { name: "A", value: "1" },
          { name: "B", value: "2" },
        ],
        volumeMounts: [{ name: "data", mountPath: "/data" }],
      },
      pod: {
        initContainers: [{ name: "prep", image: "img:1" }],
        volumes: [{ name: "data", persistentVolumeClaim: { claimName: "used" } }],
        nodeSelector: { pool: "t4" },
      },
    }),
  ],
});

function offersFor(patches: Parameters<typeof aTrainJob>[0]) {
  const trainJob = aTrainJob(patches);
  const result = render({ trainJob, runtime: RUNTIME, blame: true });
  return formOffers({
    runtime: RUNTIME,
    render: result,
    persistentVolumeClaims: ["b", "a"],
    secrets: [],
  });
}

test("each value comes with who wrote it", () => {
  const podSpec = {
    nodeSelector: { pool: "a100" },
    initContainers: [{ name: "prep", env: [{ name: "X", value: "x" }] }],
  };
  const { jobs } = offersFor({
    runtimePatches: [aPatch("m.example/x", podSpec)],
    trainer: { env: [{ name: "B", value: "3" }] },
  });
  const [job] = jobs;
  expect(job?.nodeSelector).toMatchObject([
    { name: "pool", value: "a100", owner: { layer: "override", manager: "m.example/x" } },
  ]);
  expect(job?.containers.map(({ list, name }) => `${list}/${name}`)).toEqual([
    "initContainers/prep",
    "containers/node",
  ]);
  expect(job?.containers[0]?.env).toMatchObject([{ name: "X", owner: { layer: "override" } }]);
  const env = job?.containers[1]?.env ?? [];
  expect(env.find(({ name }) => name === "A")).toMatchObject({ owner: { layer: "runtime" } });
  expect(env.find(({ name }) => name === "B")).toMatchObject({
    value: { name: "B", value: "3" },
    owner: { layer: "trainer" },
  });
  expect(job?.containers[1]?.volumeMounts).toMatchObject([{ name: "/data" }]);
});

test("env of a reserved container is refused with the reason, of an init container it is not", () => {
  const [job] = offersFor({}).jobs;
  expect(job?.containers.map(({ envRefused }) => envRefused)).toEqual([undefined, "reservedEnv"]);
});

test("names from the cluster and names in use are offered together", () => {
  expect(offersFor({}).persistentVolumeClaims).toEqual(["a", "b", "used"]);
});

test("a job that only an override made up is not offered", () => {
  const ghost = aPatch("m.example/x", { nodeSelector: { a: "b" } }, "ghost");
  expect(offersFor({ runtimePatches: [ghost] }).jobs.map(({ name }) => name)).toEqual(["node"]);
});

test("without a render the runtime's own values are offered", () => {
  const { jobs } = formOffers({ runtime: RUNTIME, render: undefined });
  expect(jobs[0]?.nodeSelector).toMatchObject([
    { name: "pool", value: "t4", owner: { layer: "runtime" } },
  ]);
  expect(formOffers({ runtime: undefined, render: undefined }).jobs).toEqual([]);
});
