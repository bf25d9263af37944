import type { Dialect } from "#lib/dialect/entry.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import type { JsonObject } from "#lib/util/json.ts";
import { createRandom } from "../world/seeded-random.ts";
import { withOverride } from "../world/write-override.ts";
import { MANAGERS, toTrainJob } from "./job-seed.ts";

const TOPICS = ["bert", "llama", "resnet", "vit", "clip", "ranker", "whisper", "t5"];
const RUNTIMES = [
  "torch-distributed",
  "jax-distributed",
  "xgboost-distributed",
  "deepspeed-distributed",
];
const POOLS = ["t4", "a100", "h100"];
const MINUTE = 60_000;

/**
 * TrainJobs in states as a big cluster has them, without JobSets and pods: the world is to leave them alone. The same
 * number gives the same jobs.
 */
export function bulkJobs(count: number, now: number, dialect: Dialect): readonly KubeObject[] {
  return Array.from({ length: count }, (_, index) => bulkJob(index, now, dialect));
}

function bulkJob(index: number, now: number, dialect: Dialect): KubeObject {
  const random = createRandom(`bulk/${index}`);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const topic = pick(TOPICS);
  const ago = 5 + Math.floor(random() * 2700);
  const created = now - ago * MINUTE;
  const state = stateOf(random());
  const isTeamA = index % 2 === 0;
  const job = toTrainJob({
    namespace: isTeamA ? "team-a" : "team-b",
    name: `${topic}-bulk-${String(index).padStart(5, "0")}`,
    runtime: pick(RUNTIMES),
    ago,
    owner: isTeamA ? "alice" : "bob",
    queue: random() < 0.5 ? "gpu" : undefined,
    suspend: state === "Suspended",
    nodes: 1 + Math.floor(random() * 8),
    gpus: 1 + Math.floor(random() * 8),
  });
  const manager = random() < 0.7 ? MANAGERS.sdk : MANAGERS.ci;
  const pool = pick(POOLS);
  const override = { kind: "pod", targetJobs: ["node"], spec: { nodeSelector: { pool } } } as const;
  const written = withOverride(job, dialect, manager, toKubeTime(created), override);
  return {
    ...written,
    metadata: {
      ...written.metadata,
      creationTimestamp: toKubeTime(created),
    },
    status: statusOf(state, toKubeTime(created + 4 * MINUTE), Math.floor(random() * 100)),
  };
}

type BulkState = "Complete" | "Failed" | "Suspended" | "Running";

function stateOf(chance: number): BulkState {
  if (chance < 0.72) return "Complete";
  if (chance < 0.84) return "Failed";
  return chance < 0.92 ? "Suspended" : "Running";
}

function statusOf(state: BulkState, time: string, percent: number): JsonObject {
  const counts = { ready: 0, succeeded: 0, failed: 0, active: 0, suspended: 0 };
  const condition = (type: string, reason: string, message: string): JsonObject => ({
    conditions: [{ type, status: "True", reason, message, lastTransitionTime: time }],
  });
  switch (state) {
    case "Complete":
      return {
        ...condition("Complete", "AllJobsCompleted", "jobset completed successfully"),
        jobsStatus: [{ name: "node", ...counts, succeeded: 1 }],
      };
    case "Failed":
      return {
        ...condition("Failed", "FailedJobs", "jobset failed due to one or more job failures"),
        jobsStatus: [{ name: "node", ...counts, failed: 1 }],
      };
    case "Suspended":
      return {
        ...condition("Suspended", "Suspended", "TrainJob is suspended"),
        jobsStatus: [{ name: "node", ...counts, suspended: 1 }],
      };
    case "Running":
      return {
        jobsStatus: [{ name: "node", ...counts, active: 1, ready: 1 }],
        trainerStatus: {
          progressPercentage: percent,
          estimatedRemainingSeconds: (100 - percent) * 60,
          lastUpdatedTime: time,
        },
      };
  }
}
