import type { KubeObject } from "#lib/k8s/object.ts";
import type { JsonObject } from "#lib/util/json.ts";
import { aClusterRuntime, aRuntime, type JobTemplate } from "./runtime-builders.ts";

const RELEASE = "v2.3.0";
const TRAINER_IMAGES = "ghcr.io/kubeflow/trainer";
const TORCH_IMAGE = "pytorch/pytorch:2.13.0-cuda13.0-cudnn9-runtime";
/** A failed pod stays to be looked at, and its Job fails at once. */
const FAIL_FAST = { job: { backoffLimit: 0 }, pod: { restartPolicy: "Never" } };

const torchNode: JobTemplate = {
  name: "node",
  ancestor: "trainer",
  container: { name: "node", image: TORCH_IMAGE },
  ...FAIL_FAST,
};

/** Runtimes like the ones that Trainer ships, a deprecated one, and one whose JobSet restarts. */
export const CLUSTER_RUNTIMES: readonly KubeObject[] = [
  aClusterRuntime({
    name: "torch-distributed",
    framework: "torch",
    mlPolicy: { numNodes: 1, torch: {} },
    jobs: [torchNode],
  }),
  aClusterRuntime({
    name: "torch-distributed-restarts",
    framework: "torch",
    mlPolicy: { numNodes: 2, torch: {} },
    jobSet: { failurePolicy: { maxRestarts: 3, restartStrategy: "Recreate" } },
    jobs: [torchNode],
  }),
  aClusterRuntime({
    name: "torch-distributed-cu118",
    framework: "torch",
    mlPolicy: { numNodes: 1, torch: {} },
    labels: { "trainer.kubeflow.org/support": "deprecated" },
    jobs: [
      {
        ...torchNode,
        container: { name: "node", image: "pytorch/pytorch:2.4.1-cuda11.8-cudnn9-runtime" },
      },
    ],
  }),
  mpiRuntime("deepspeed-distributed", "deepspeed", "deepspeed-runtime"),
  mpiRuntime("mlx-distributed", "mlx", "mlx-runtime"),
  aClusterRuntime({
    name: "jax-distributed",
    framework: "jax",
    mlPolicy: { numNodes: 1, jax: {} },
    jobs: [
      {
        name: "node",
        ancestor: "trainer",
        container: { name: "node", image: "nvcr.io/nvidia/jax:25.10-py3" },
        ...FAIL_FAST,
      },
    ],
  }),
  aClusterRuntime({
    name: "xgboost-distributed",
    framework: "xgboost",
    mlPolicy: { numNodes: 1, xgboost: {} },
    jobs: [
      {
        name: "node",
        ancestor: "trainer",
        container: { name: "node", image: `${TRAINER_IMAGES}/xgboost-runtime:${RELEASE}` },
        ...FAIL_FAST,
      },
    ],
  }),
  torchtuneRuntime("torchtune-llama3.2-1b", "meta-llama/Llama-3.2-1B-Instruct", "llama3_2/1B"),
  torchtuneRuntime("torchtune-llama3.2-3b", "meta-llama/Llama-3.2-3B-Instruct", "llama3_2/3B"),
  torchtuneRuntime("torchtune-qwen2.5-1.5b", "Qwen/Qwen2.5-1.5B-Instruct", "qwen2_5/1.5B"),
];

/** A team's own runtime: a sidecar, a claim, a ConfigMap, and values that overrides run into. */
export const TEAM_RUNTIME: KubeObject = aRuntime("team-a", {
  name: "sft-with-sidecar",
  framework: "torch",
  mlPolicy: { numNodes: 2, torch: {} },
  jobSet: { failurePolicy: { maxRestarts: 1, restartStrategy: "Recreate" } },
  jobs: [
    {
      name: "node",
      ancestor: "trainer",
      container: {
        name: "node",
        image: TORCH_IMAGE,
        command: ["torchrun", "/opt/recipes/sft.py"],
        env: [
          { name: "NCCL_DEBUG", value: "WARN" },
          { name: "TOKENIZERS_PARALLELISM", value: "false" },
        ],
        ports: [{ name: "metrics", containerPort: 9400, protocol: "TCP" }],
        volumeMounts: [
          { name: "datasets", mountPath: "/data", readOnly: true },
          { name: "tokenizer", mountPath: "/etc/tokenizer" },
        ],
        resources: {
          requests: { cpu: "8", memory: "64Gi" },
          limits: { memory: "64Gi", "nvidia.com/gpu": "1" },
        },
      },
      sidecars: [
        {
          name: "metrics-agent",
          image: "ghcr.io/example/metrics-agent:1.4.2",
          args: ["--scrape=:9400", "--interval=15s"],
          resources: { requests: { cpu: "100m", memory: "128Mi" } },
        },
      ],
      pod: {
        restartPolicy: "Never",
        nodeSelector: { pool: "t4" },
        tolerations: [{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" }],
        volumes: [
          { name: "datasets", persistentVolumeClaim: { claimName: "team-a-datasets" } },
          { name: "tokenizer", configMap: { name: "tokenizer-config" } },
        ],
      },
      job: { backoffLimit: 0 },
    },
  ],
});

function mpiRuntime(name: string, framework: string, image: string): KubeObject {
  const container = (command: JsonObject): JsonObject => ({
    name: "node",
    image: `${TRAINER_IMAGES}/${image}:${RELEASE}`,
    securityContext: { runAsUser: 1000 },
    ...command,
  });
  const mpi = {
    mpiImplementation: "OpenMPI",
    numProcPerNode: 1,
    runLauncherAsNode: true,
    sshAuthMountPath: "/home/mpiuser/.ssh",
  };
  return aClusterRuntime({
    name,
    framework,
    mlPolicy: { numNodes: 1, mpi },
    jobSet: {
      network: { publishNotReadyAddresses: true },
      successPolicy: { operator: "All", targetReplicatedJobs: ["launcher"] },
    },
    jobs: [
      {
        name: "node",
        container: container({
          command: ["/usr/sbin/sshd"],
          args: ["-De", "-f", "/home/mpiuser/.sshd_config"],
          readinessProbe: { initialDelaySeconds: 5, tcpSocket: { port: 2222 } },
        }),
        pod: { securityContext: { fsGroup: 1000 } },
      },
      {
        name: "launcher",
        ancestor: "trainer",
        dependsOn: [{ name: "node", status: "Ready" }],
        container: container({}),
        pod: { securityContext: { fsGroup: 1000 } },
      },
    ],
  });
}

function torchtuneRuntime(name: string, model: string, recipe: string): KubeObject {
  const mount = { name: "initializer", mountPath: "/workspace" };
  const initializer = (kind: "dataset" | "model", env: readonly JsonObject[]): JobTemplate => ({
    name: `${kind}-initializer`,
    ancestor: `${kind}-initializer`,
    container: {
      name: `${kind}-initializer`,
      image: `${TRAINER_IMAGES}/${kind}-initializer:${RELEASE}`,
      env,
      volumeMounts: [mount],
    },
  });
  const storage = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "20Gi" } } };
  return aClusterRuntime({
    name,
    framework: "torchtune",
    mlPolicy: { numNodes: 1, torch: {} },
    jobSet: {
      volumeClaimPolicies: [{ templates: [{ metadata: { name: "initializer" }, spec: storage }] }],
    },
    jobs: [
      initializer("dataset", [{ name: "STORAGE_URI", value: "hf://tatsu-lab/alpaca" }]),
      {
        ...initializer("model", [{ name: "STORAGE_URI", value: `hf://${model}` }]),
        dependsOn: [{ name: "dataset-initializer", status: "Complete" }],
      },
      {
        name: "node",
        ancestor: "trainer",
        dependsOn: [{ name: "model-initializer", status: "Complete" }],
        container: {
          name: "node",
          image: `${TRAINER_IMAGES}/torchtune-trainer:${RELEASE}`,
          command: ["tune", "run"],
          args: [`--config=${recipe}_full`, "dataset=torchtune.datasets.instruct_dataset"],
          resources: { limits: { "nvidia.com/gpu": "2" } },
          volumeMounts: [mount],
        },
        ...FAIL_FAST,
      },
    ],
  });
}
