import { expect, test } from "vitest";
import {
  aJob,
  aRuntime,
  aTrainJob,
  codesOf,
  containerOf,
  jobOf,
  payload,
  podOf,
  type RuntimeShape,
} from "../../../tests/support/render-builders.ts";
import { getIn, type Json, type JsonObject, objectsIn } from "../../util/json.ts";
import { render } from "../index.ts";
import { modelOf } from "./torchtune.ts";

const gpu = (count: number): JsonObject => ({ limits: { "nvidia.com/gpu": count } });

function run(
  mlPolicy: JsonObject | undefined,
  trainer: JsonObject | undefined,
  shape: RuntimeShape = {},
) {
  return render({ runtime: aRuntime({ mlPolicy, ...shape }), trainJob: aTrainJob({ trainer }) });
}

function env(container: Json | undefined): Record<string, Json | undefined> {
  return Object.fromEntries(
    objectsIn(getIn(container, "env")).map((entry) => [
      String(entry["name"]),
      entry["value"] ?? getIn(entry, "valueFrom", "fieldRef", "fieldPath"),
    ]),
  );
}

const command = (container: Json | undefined) => getIn(container, "command");

test("[L1] plain sets count and env, and no port", () => {
  const result = run(undefined, { numNodes: 3, env: [{ name: "A", value: "1" }] });
  expect(getIn(jobOf(result), "template", "spec", "parallelism")).toBe(3);
  expect(env(containerOf(result))).toEqual({ A: "1" });
  expect(getIn(containerOf(result), "ports")).toBeUndefined();
});

test("[L2] torch writes its variables after the TrainJob's, and a port", () => {
  const container = containerOf(
    run({ numNodes: 2, torch: {} }, { env: [{ name: "A", value: "1" }] }),
  );
  expect(Object.entries(env(container))).toEqual([
    ["A", "1"],
    ["PET_NNODES", "2"],
    ["PET_NPROC_PER_NODE", "1"],
    ["PET_NODE_RANK", "metadata.annotations['batch.kubernetes.io/job-completion-index']"],
    ["PET_MASTER_ADDR", "tj-node-0-0.tj"],
    ["PET_MASTER_PORT", "29500"],
  ]);
  expect(getIn(container, "ports")).toEqual([{ containerPort: 29500 }]);
});

test("[L2] without spec.trainer torch injects nothing", () => {
  const container = containerOf(run({ torch: {} }, undefined));
  expect([getIn(container, "env"), getIn(container, "ports")]).toEqual([undefined, undefined]);
});

for (const [name, trainer, resources, expected] of [
  ["a number is a number", { numProcPerNode: 7 }, gpu(2), "7"],
  ["GPUs leave auto", {}, gpu(2), "auto"],
  ["CPUs are counted and rounded up", {}, { requests: { cpu: "2500m" } }, "3"],
  ["limits count when requests say nothing", {}, { limits: { cpu: 4 } }, "4"],
  ["nothing is one process", {}, {}, "1"],
  ["the TrainJob's resources hide the runtime's", { resourcesPerNode: {} }, gpu(2), "1"],
] as const) {
  test(`[L3] ${name}`, () => {
    const jobs = [aJob({ container: { resources } })];
    expect(env(containerOf(run({ torch: {} }, trainer, { jobs })))["PET_NPROC_PER_NODE"]).toBe(
      expected,
    );
  });
}

test("[L4] envInjection reaches other containers, also without spec.trainer", () => {
  const targets = [{ jobName: "node", containerNames: ["check"] }];
  const jobs = [aJob({ pod: { initContainers: [{ name: "check" }] } })];
  const result = run({ torch: { envInjection: { targets } } }, undefined, { jobs });
  expect(Object.keys(env(getIn(podOf(result), "initContainers", 0)))).toHaveLength(5);
});

test("[L4] a target that does not exist stops the render", () => {
  const targets = [{ jobName: "node", containerNames: ["nobody"] }];
  const result = run({ torch: { envInjection: { targets } } }, {});
  expect([result.objects.length, codesOf(result)]).toEqual([0, ["ENV_INJECTION_TARGET_MISSING"]]);
});

test("[L5] torchtune completes its command and takes the runtime's own arguments", () => {
  const jobs = [
    aJob({ container: { command: ["tune", "run", "output_dir=/o", "x=1", "tokenizer.path=/t"] } }),
  ];
  const runtime = aRuntime({ name: "torchtune-llama3.2-1b", mlPolicy: { torch: {} }, jobs });
  const trainJob = aTrainJob({
    runtimeRef: { name: "torchtune-llama3.2-1b" },
    trainer: { numNodes: 2, command: ["tune", "run"], args: ["epochs=1"] },
  });
  const container = containerOf(render({ runtime, trainJob }));
  expect(command(container)).toEqual([
    "tune",
    "run",
    "--rdzv_endpoint=tj-node-0-0.tj:29500",
    "full_finetune_distributed",
    "--config",
    "llama3_2/1B_full_multinode",
    "output_dir=/o",
    "tokenizer.path=/t",
  ]);
  expect(env(container)["PET_MASTER_ADDR"]).toBeUndefined();
});

for (const [name, trainer, expected] of [
  ["one process", { numProcPerNode: 1 }, ["full_finetune_single_device", "_full_single_device"]],
  [
    "LoRA on one",
    { numProcPerNode: 1, args: ["model.lora_attn_modules=q"] },
    ["lora_finetune_single_device", "_lora_single_device"],
  ],
  [
    "QLoRA on one",
    { numProcPerNode: 1, args: ["model.quantize_base= TRUE"] },
    ["lora_finetune_single_device", "_qlora_single_device"],
  ],
  [
    "QLoRA on several",
    { numProcPerNode: 2, args: ["model.quantize_base=true"] },
    ["lora_finetune_distributed", "_qlora"],
  ],
  [
    "DoRA is no QLoRA",
    { numProcPerNode: 2, args: ["model.quantize_base=true", "model.use_dora=true"] },
    ["full_finetune_distributed", "_full"],
  ],
  ["no nodes", { numNodes: 0, numProcPerNode: 1 }, ["full_finetune_distributed", "_full"]],
] as const) {
  test(`[L5] torchtune's recipe: ${name}`, () => {
    const container = containerOf(run({ torch: {} }, { command: ["tune", "run"], ...trainer }));
    const words = command(container);
    const at = Array.isArray(words) ? words.indexOf("--config") : -1;
    expect([getIn(words, at - 1), getIn(words, at + 1)]).toEqual(expected);
  });
}

test("[L5] a runtime's name of three parts stands for a model", () => {
  expect(["torchtune-qwen2.5-1.5b", "a-b", "a-b-c-d"].map(modelOf)).toEqual([
    "qwen2_5/1.5B",
    "",
    "",
  ]);
});

const MPI_JOBS = [aJob({ ancestor: "" }), aJob({ name: "launcher" })];

test("[L6] mpi sends Secret and hostfile and prepares the launcher", () => {
  const result = run(
    { mpi: { runLauncherAsNode: true } },
    { numNodes: 3, numProcPerNode: 2 },
    { jobs: MPI_JOBS },
  );
  expect(payload(result, "Secret")).toMatchObject({
    type: "kubernetes.io/ssh-auth",
    immutable: true,
  });
  expect(getIn(payload(result, "ConfigMap"), "data", "hostfile")).toBe(
    "tj-node-0-0.tj slots=2\ntj-node-0-1.tj slots=2\ntj-launcher-0-0.tj slots=2\n",
  );
  expect(env(containerOf(result, 1))["OMPI_MCA_orte_set_default_slots"]).toBe("2");
  expect(getIn(containerOf(result, 0), "volumeMounts")).toEqual([
    { name: "mpi-ssh-auth", mountPath: "/root/.ssh" },
  ]);
});

test("[L6] a job without replicas has the hosts of one", () => {
  const jobs = [aJob({ ancestor: "", job: { replicas: 0 } })];
  const result = run({ mpi: {} }, {}, { jobs });
  expect(getIn(payload(result, "ConfigMap"), "data", "hostfile")).toBe("tj-node-0-0.tj slots=1\n");
});

test("[L6] slots come from the GPUs when the runtime says one process", () => {
  const resourcesPerNode = gpu(4);
  const result = run({ mpi: {} }, { resourcesPerNode }, { jobs: MPI_JOBS });
  expect(getIn(payload(result, "ConfigMap"), "data", "hostfile")).toBe("tj-node-0-0.tj slots=4\n");
});

test("[L6] another MPI implementation is an error as soon as there is a launcher", () => {
  const wrong = run({ mpi: { mpiImplementation: "" } }, {}, { jobs: MPI_JOBS });
  expect(codesOf(wrong)).toEqual(["MPI_IMPLEMENTATION_UNSUPPORTED"]);
  expect(codesOf(run({ mpi: { mpiImplementation: "" } }, {}))).toEqual([]);
});

test("[L7] jax writes its variables before the TrainJob's, which may override them", () => {
  const own = [
    { name: "B", value: "1" },
    { name: "JAX_NUM_PROCESSES", value: "9" },
  ];
  const found = env(containerOf(run({ numNodes: 2, jax: {} }, { env: own })));
  expect(Object.entries(found).map(([name]) => name)).toEqual([
    "JAX_NUM_PROCESSES",
    "JAX_PROCESS_ID",
    "JAX_COORDINATOR_ADDRESS",
    "B",
  ]);
  expect([found["JAX_NUM_PROCESSES"], found["JAX_COORDINATOR_ADDRESS"]]).toEqual([
    "9",
    "tj-node-0-0.tj:29500",
  ]);
});

test("[L7] xgboost has one worker per GPU", () => {
  const found = env(containerOf(run({ xgboost: {} }, { numNodes: 3, resourcesPerNode: gpu(2) })));
  expect(found).toMatchObject({ DMLC_NUM_WORKER: "6", DMLC_TRACKER_URI: "tj-node-0-0.tj" });
});

test("[L8] flux wraps the command and leaves the runtime's args", () => {
  const jobs = [aJob({ container: { command: ["lmp"], args: ["left"] } })];
  const result = run({ flux: {} }, { numNodes: 1, args: ["-in", "x"] }, { jobs });
  expect(command(containerOf(result))).toEqual([
    "/bin/bash",
    "/etc/flux-config/entrypoint.sh",
    "lmp -in x",
  ]);
  expect(getIn(containerOf(result), "args")).toEqual(["left"]);
  expect(getIn(podOf(result), "initContainers", 0, "name")).toBe("flux-installer");
  expect(result.objects.map((object) => object.kind)).toEqual(["ConfigMap", "JobSet", "Secret"]);
});

test("[L8] flux needs a number of nodes", () => {
  for (const trainer of [undefined, {}]) {
    const result = run({ flux: {} }, trainer);
    expect([result.objects.length, codesOf(result)]).toEqual([0, ["REQUIRED_VALUE_MISSING"]]);
  }
});
