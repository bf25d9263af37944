import { apiVersionOf, KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JsonObject } from "#lib/util/json.ts";
import { PLAN_ANNOTATION } from "../world/pod-plan.ts";
import { QUEUE_LABEL } from "../world/queues.ts";
import type { PlainOverride } from "../world/write-override.ts";

/** Who writes overrides in the seeded world. Each writes its own lane unless a step says otherwise. */
export const MANAGERS = {
  kueue: "kueue.x-k8s.io/manager",
  sdk: "trainer.kubeflow.org/sdk",
  dashboard: "trainer.kubeflow.org/dashboard",
  platform: "platform.example.com/defaults",
  security: "security.example.com/policy",
  ci: "team-a.example.com/ci",
} as const;

/** What happens to a seeded TrainJob after it was made. `ago`: minutes before now. */
export type SeedStep =
  | {
      readonly ago: number;
      readonly kind: "override";
      readonly manager: string;
      /** The field manager that really wrote it, where it is another one. */
      readonly writer?: string | undefined;
      readonly override: PlainOverride;
    }
  | { readonly ago: number; readonly kind: "suspend" | "resume"; readonly by?: string | undefined }
  /** Somebody's client wiped metadata.managedFields. */
  | { readonly ago: number; readonly kind: "forgetOwners" };

export type JobSeed = {
  readonly namespace: string;
  readonly name: string;
  readonly runtime: string;
  /** A TrainingRuntime of the same namespace; else the cluster's. */
  readonly ownRuntime?: boolean | undefined;
  /** Minutes before now. */
  readonly ago: number;
  readonly owner: string;
  readonly queue?: string | undefined;
  readonly suspend?: boolean | undefined;
  readonly nodes?: number | undefined;
  readonly gpus?: number | undefined;
  readonly trainer?: JsonObject | undefined;
  readonly initializer?: JsonObject | undefined;
  readonly activeDeadlineSeconds?: number | undefined;
  readonly managedBy?: string | undefined;
  readonly plan?: string | undefined;
  readonly labels?: { readonly [key: string]: string } | undefined;
  readonly steps?: readonly SeedStep[] | undefined;
};

/** The TrainJob as its creator sends it, with the CRD's defaults written out. */
export function toTrainJob(seed: JobSeed): KubeObject {
  const { namespace, name, nodes, gpus, plan, queue } = seed;
  return {
    apiVersion: apiVersionOf(KINDS.TrainJob),
    kind: "TrainJob",
    metadata: {
      namespace,
      name,
      labels: {
        "app.kubernetes.io/created-by": seed.owner,
        ...(queue === undefined ? {} : { [QUEUE_LABEL]: queue }),
        ...seed.labels,
      },
      ...(plan === undefined ? {} : { annotations: { [PLAN_ANNOTATION]: plan } }),
    },
    spec: {
      runtimeRef: {
        apiGroup: KINDS.TrainJob.group,
        kind: seed.ownRuntime === true ? "TrainingRuntime" : "ClusterTrainingRuntime",
        name: seed.runtime,
      },
      ...(seed.initializer === undefined ? {} : { initializer: seed.initializer }),
      trainer: { ...sizeOf(nodes, gpus), ...seed.trainer },
      suspend: seed.suspend ?? false,
      managedBy: seed.managedBy ?? "trainer.kubeflow.org/trainjob-controller",
      ...(seed.activeDeadlineSeconds === undefined
        ? {}
        : { activeDeadlineSeconds: seed.activeDeadlineSeconds }),
    },
  };
}

function sizeOf(nodes: number | undefined, gpus: number | undefined): JsonObject {
  const resources =
    gpus === undefined
      ? { requests: { cpu: "4", memory: "16Gi" } }
      : {
          requests: {
            cpu: String(gpus * 4),
            memory: `${gpus * 32}Gi`,
            "nvidia.com/gpu": String(gpus),
          },
          limits: { memory: `${gpus * 32}Gi`, "nvidia.com/gpu": String(gpus) },
        };
  return { ...(nodes === undefined ? {} : { numNodes: nodes }), resourcesPerNode: resources };
}
