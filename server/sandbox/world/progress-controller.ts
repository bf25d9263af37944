import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import { asObject, asString, type JsonObject } from "#lib/util/json.ts";
import { stateOf } from "./container-status.ts";
import { trainJobOf } from "./owners.ts";
import { roleOf } from "./pod-controller.ts";
import { planOf } from "./pod-plan.ts";
import { chance } from "./seeded-random.ts";
import type { WorldContext } from "./world-context.ts";

const NOISE_CHANGES = 30_000;
const WRITER = { manager: "trainer-status" };

/** The training process on rank 0 reports how far it is, as the SDK's callback does through the status server. */
export function reportProgress(context: WorldContext, pod: KubeObject): void {
  const { sandbox, clock, seed } = context;
  const every = context.reportEvery();
  if (!Number.isFinite(every) || !isReporter(context, pod)) return;
  const trainJob = trainJobOf(sandbox.store, pod);
  if (trainJob === undefined) return;
  const plan = planOf(trainJob, seed);
  if (!plan.progress) return;
  const running = asObject(stateOf(pod.status ?? {}, "containerStatuses")?.["running"]);
  const startedAt = Date.parse(asString(running?.["startedAt"]) ?? "");
  const hasSucceeded = pod.status?.["phase"] === "Succeeded";
  if (Number.isNaN(startedAt) && !hasSucceeded) return;
  const done = hasSucceeded ? 1 : (clock.now() - startedAt) / (plan.run * 1000);
  const previous = asObject(trainJob.status?.["trainerStatus"]);
  const last = Date.parse(asString(previous?.["lastUpdatedTime"]) ?? "");
  const isDue = Number.isNaN(last) || clock.now() - last >= every;
  const isNews = hasSucceeded && previous?.["progressPercentage"] !== 100;
  if (isDue && !hasSucceeded) context.wakeAt(pod, clock.now() + every);
  if (!isNews && (!isDue || hasSucceeded)) return;
  const trainerStatus = toTrainerStatus(trainJob, Math.min(1, done), plan.run, clock.now(), seed);
  const status = { ...trainJob.status, trainerStatus };
  const { namespace, name } = trainJob.metadata;
  sandbox.store.setStatus(KINDS.TrainJob, namespace, name ?? "", status, WRITER);
}

/** Rank 0 of the job that trains; dialects of Trainer before 2.2 have no field for it. */
function isReporter(context: WorldContext, pod: KubeObject): boolean {
  const { dialect } = context.sandbox.options;
  if (dialect === "podSpecOverrides" || dialect === "podTemplateOverrides") return false;
  const labels = pod.metadata.labels ?? {};
  const isTrainer = roleOf(context, pod) === "trainer";
  return isTrainer && labels["batch.kubernetes.io/job-completion-index"] === "0";
}

/** `done` is 0 to 1. Metrics follow a curve of their own for each TrainJob. */
export function toTrainerStatus(
  trainJob: KubeObject,
  done: number,
  runSeconds: number,
  now: number,
  seed: number,
): JsonObject {
  const key = `${seed}/${trainJob.metadata.uid ?? ""}`;
  const noise = (name: string) => chance(`${key}/${name}/${Math.floor(now / NOISE_CHANGES)}`) - 0.5;
  const start = 1.8 + chance(`${key}/loss`) * 2;
  const loss = start * Math.exp(-3 * done) + 0.35 + noise("loss") * 0.08;
  const speed = 4000 + chance(`${key}/speed`) * 9000 + noise("speed") * 300;
  return {
    progressPercentage: Math.floor(done * 100),
    estimatedRemainingSeconds: Math.max(0, Math.round((1 - done) * runSeconds)),
    metrics: [
      { name: "train_loss", value: loss.toFixed(4) },
      {
        name: "grad_norm",
        value: (0.4 + 1.5 * Math.exp(-2 * done) + noise("norm") * 0.2).toFixed(3),
      },
      { name: "learning_rate", value: (2e-5 * (1 - done)).toExponential(2) },
      { name: "tokens_per_second", value: speed.toFixed(0) },
    ],
    lastUpdatedTime: toKubeTime(now),
  };
}
