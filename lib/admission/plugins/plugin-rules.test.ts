import { expect, test } from "vitest";
import {
  aRuntime,
  aTrainJob,
  createReleased,
  outcome,
} from "../../../tests/fixtures/admission/requests.ts";
import type { TrainerVersion } from "../../render/versions.ts";
import type { JsonObject } from "../../util/json.ts";

const REF = '{"name":"torch","apiGroup":"trainer.kubeflow.org","kind":"ClusterTrainingRuntime"}';

function refusals(
  spec: JsonObject,
  runtimeSpec: JsonObject = {},
  trainerVersion: TrainerVersion = "v2.3.0",
): readonly string[] {
  const runtime = aRuntime(runtimeSpec);
  return outcome(createReleased(aTrainJob(spec), { runtime, trainerVersion }));
}

function withPolicy(mlPolicy: JsonObject, spec: JsonObject): readonly string[] {
  return refusals(spec, { mlPolicy });
}

function aTemplate(...jobs: readonly JsonObject[]): JsonObject {
  return { template: { spec: { replicatedJobs: jobs } } };
}

function aJob(name: string, podSpec: JsonObject): JsonObject {
  return { name, replicas: 1, template: { spec: { template: { spec: podSpec } } } };
}

test("[G1] an initializer needs its job, its container and, since 2.3, the mount", () => {
  const spec = { initializer: { dataset: {} } };
  const name = "dataset-initializer";
  const at = `403 spec.runtimeRef: Invalid value: ${REF}: must have`;
  expect(refusals(spec)).toEqual([
    `${at} ${name} job when trainJob is configured with input datasetConfig`,
  ]);
  const other = aTemplate(aJob(name, { containers: [{ name: "x" }] }));
  expect(refusals(spec, other)).toEqual([`${at} container with name - ${name} in the ${name} job`]);
  const bare = aTemplate(aJob(name, { containers: [{ name }] }));
  expect(refusals(spec, bare)).toEqual([
    `${at} volumeMount with name - initializer in container ${name} of the ${name} job`,
  ]);
  expect(refusals(spec, bare, "v2.2.1")).toEqual(["ok"]);
  const volumeMounts = [{ name: "initializer", mountPath: "/workspace" }];
  const full = aTemplate(aJob(name, { containers: [{ name, volumeMounts }] }));
  expect(refusals(spec, full)).toEqual(["ok"]);
});

test("[G1] a patch may bring what the runtime lacks", () => {
  const name = "model-initializer";
  const containers = [{ name, volumeMounts: [{ name: "initializer", mountPath: "/w" }] }];
  const job = { name, template: { spec: { template: { spec: { containers } } } } };
  const template = { spec: { replicatedJobs: [job] } };
  const runtimePatches = [{ manager: "acme.io/x", trainingRuntimeSpec: { template } }];
  expect(refusals({ initializer: { model: {} }, runtimePatches })).toEqual(["ok"]);
});

test("[G2] torch keeps its env names, sorted in one finding", () => {
  const env = [{ name: "PET_NNODES", value: "1" }, { name: "PET_MASTER_ADDR" }, { name: "A" }];
  expect(withPolicy({ torch: {} }, { trainer: { env } })).toEqual([
    '403 spec.trainer.env: Invalid value: [{"name":"PET_NNODES","value":"1"},{"name":"PET_MASTER_ADDR"},{"name":"A"}]: must not have reserved envs, invalid envs configured: [PET_MASTER_ADDR PET_NNODES]',
  ]);
  expect(withPolicy({ jax: {} }, { trainer: { env } })).toEqual(["ok"]);
});

test("[G2] targets of env injection exist", () => {
  const targets = [{ jobName: "node", containerNames: ["sidecar", "ghost"] }];
  expect(withPolicy({ torch: { envInjection: { targets } } }, {})).toEqual([
    '403 spec.runtimeRef: Invalid value: {"jobName":"node","containerNames":["sidecar","ghost"]}: envInjection target podSet "node" container "ghost" not found in runtime template',
  ]);
});

function tune(runtimeName: string, trainer: JsonObject): readonly string[] {
  const runtime = { ...aRuntime({ mlPolicy: { torch: {} } }), metadata: { name: runtimeName } };
  const spec = {
    runtimeRef: { name: runtimeName },
    trainer: { command: ["tune", "run"], ...trainer },
  };
  return outcome(createReleased(aTrainJob(spec), { runtime }));
}

test("[G3] torchtune knows its models, and which of them run on several nodes", () => {
  expect(tune("torchtune-llama3.2-1b", {})).toEqual(["ok"]);
  expect(tune("torchtune-llama3.3-70b", { numNodes: 2 })).toEqual(["ok"]);
  expect(tune("torchtune-other", {})).toEqual([
    '403 spec.runtimeRef.name: Invalid value: "torchtune-other": must have a supported pretrained model, invalid model configured: ',
  ]);
  expect(tune("torchtune-llama3.2-1b", { numNodes: 2 })).toEqual([
    "403 spec.trainer.numNodes: Invalid value: 2: must be 1 for llama3_2/1B model",
  ]);
});

test("[G3] torchtune: QLoRA, LoRA on several nodes, and args that are the runtime's", () => {
  const args = ["model.quantize_base=True"];
  expect(tune("torchtune-llama3.2-1b", { args, numProcPerNode: 1 })).toEqual(["ok"]);
  expect(tune("torchtune-llama3.2-1b", { args, numProcPerNode: 2 })).toEqual([
    "403 spec.trainer.numProcPerNode: Invalid value: 2: must be auto or 1 for llama3_2/1B model when using QLoRA",
    "403 spec.trainer.resourcesPerNode: Invalid value: null: must have gpu resource with value 1 for llama3_2/1B model when using QLoRA",
  ]);
  expect(tune("torchtune-qwen2.5-1.5b", { args, numProcPerNode: 1 })).toEqual([
    '403 spec.runtimeRef.name: Invalid value: "torchtune-qwen2.5-1.5b": QLoRA is not supported for qwen2_5/1.5B model',
  ]);
  const lora = { args: ["model.lora_attn_modules=[q]"], numNodes: 2 };
  expect(tune("torchtune-llama3.3-70b", lora)).toEqual([
    "403 spec.trainer.numNodes: Invalid value: 2: LoRA fine-tuning is not supported for multi-node training in TorchTune",
  ]);
  expect(tune("torchtune-llama3.2-1b", { args: ["output_dir=/x"] })).toEqual([
    '403 spec.trainer.args[0]: Invalid value: "output_dir=/x": must not set immutable config "output_dir" in trainer args; it is managed by the runtime',
  ]);
});

test("[G4] mpi: launcher as node needs both jobs, and keeps its env names", () => {
  const policy = { mpi: { runLauncherAsNode: true } };
  expect(withPolicy(policy, { trainer: { numNodes: 2 } })).toEqual([
    "403 spec.trainer.numNodes: Invalid value: 2: must have 1 when MPI trainingRuntime with enabled runLauncherAsNode does not have either launcher and node",
  ]);
  const env = [{ name: "OMPI_MCA_plm_rsh_args", value: "x" }];
  expect(withPolicy(policy, { trainer: { env } })[0]).toContain("[OMPI_MCA_plm_rsh_args]");
});

test("[G5] [G6] xgboost and flux keep what is theirs", () => {
  const env = [{ name: "A" }, { name: "DMLC_TASK_ID", value: "1" }];
  expect(withPolicy({ xgboost: {} }, { trainer: { env } })).toEqual([
    "403 spec.trainer.env[1]: Forbidden: DMLC_TASK_ID is reserved for the XGBoost runtime",
  ]);
  expect(withPolicy({ flux: {} }, { trainer: { numProcPerNode: 0 } })[0]).toContain("403 ");
  const installer = aTemplate(
    aJob("node", { initContainers: [{ name: "flux-installer" }], containers: [] }),
  );
  expect(refusals({}, { mlPolicy: { flux: {} }, ...installer })).toEqual([
    "403 spec.trainer.initContainers: Invalid value: \"flux-installer\": InitContainer 'flux-installer' is reserved",
  ]);
});

test("[G7] volcano's queue name is not empty", () => {
  const annotations = { "scheduling.volcano.sh/queue-name": "" };
  const runtimeSpec = {
    podGroupPolicy: { volcano: {} },
    template: { metadata: { annotations }, spec: { replicatedJobs: [] } },
  };
  expect(refusals({}, runtimeSpec)).toEqual([
    '403 spec.annotations[scheduling.volcano.sh/queue-name]: Invalid value: "": Volcano queue name must not be empty',
  ]);
});
