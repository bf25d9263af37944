import { admitTrainJob } from "#lib/admission/admit-train-job.ts";
import { HISTORY_LIMIT, MANAGERS_LIMIT } from "#lib/admission/size-limits.ts";
import { buildAppend } from "#lib/dialect/append.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { allSchemas } from "#lib/schema/generated/all.ts";
import { parseStructuralSchema } from "#lib/schema/structural-schema.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import { percentile, rounded } from "./figures.ts";
import { cpuOf } from "./process-cpu.ts";

const ROUNDS = 60;
const WARM_UP = 10;
const START = Date.UTC(2026, 0, 1);
const NOW = START + 86_400_000;

/** An append to a TrainJob whose histories are as long as they may be: 16 managers, 128 entries each but for one place. */
export async function benchAdmission(): Promise<Record<string, unknown>> {
  const schema = parseStructuralSchema(allSchemas.templateOverrides.TrainJob);
  const stored = fullJob();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { object } = buildAppend({
      trainJob: stored,
      dialect: "templateOverrides",
      manager: "manager-0.example.com/bench",
      kind: "pod",
      time: toKubeTime(NOW),
      override: entryOf(round),
    });
    times.push(
      await cpuOf(() => {
        const result = admitTrainJob(schema, {
          operation: "update",
          dialect: "templateOverrides",
          trainerVersion: "v2.3.0",
          object,
          old: stored,
          runtime: RUNTIME,
          activeJobs: [],
          now: NOW,
        });
        if (!result.admitted) throw new Error(result.message);
      }),
    );
  }
  const warm = times.slice(WARM_UP);
  return {
    entries: MANAGERS_LIMIT * HISTORY_LIMIT,
    cpuMs: {
      first: rounded(times[0] ?? Number.NaN),
      median: rounded(percentile(warm, 0.5)),
      p95: rounded(percentile(warm, 0.95)),
      budget: 16,
    },
  };
}

function entryOf(number: number) {
  return {
    targetJobs: [{ name: "node" }],
    spec: {
      nodeSelector: { pool: `p${number}` },
      tolerations: [{ key: "gpu", operator: "Exists" }],
      volumes: [{ name: "data", persistentVolumeClaim: { claimName: `data-${number}` } }],
    },
  };
}

function fullJob(): KubeObject {
  const templateOverrides = Array.from({ length: MANAGERS_LIMIT }, (_, manager) => ({
    manager: `manager-${manager}.example.com/bench`,
    pod: Array.from({ length: manager === 0 ? HISTORY_LIMIT - 1 : HISTORY_LIMIT }, (_, index) => ({
      time: toKubeTime(START + index * 1_000),
      ...entryOf(index),
    })),
  }));
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "full", namespace: "team-a", uid: "u", resourceVersion: "1", generation: 1 },
    spec: {
      suspend: true,
      runtimeRef: {
        apiGroup: "trainer.kubeflow.org",
        kind: "ClusterTrainingRuntime",
        name: "torch",
      },
      managedBy: "trainer.kubeflow.org/trainjob-controller",
      templateOverrides,
    },
  };
}

const NODE_JOB = {
  name: "node",
  template: {
    metadata: { labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "trainer" } },
    spec: { template: { spec: { containers: [{ name: "node", image: "example.com/node" }] } } },
  },
};

const RUNTIME: KubeObject = {
  apiVersion: "trainer.kubeflow.org/v1alpha1",
  kind: "ClusterTrainingRuntime",
  metadata: { name: "torch" },
  spec: {
    mlPolicy: { numNodes: 1, torch: {} },
    template: { spec: { replicatedJobs: [NODE_JOB] } },
  },
};
