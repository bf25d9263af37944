import type { KubeObject } from "#lib/k8s/object.ts";
import { asString, getIn } from "#lib/util/json.ts";
import { chance } from "./seeded-random.ts";

/** Annotation of a TrainJob that steers its pods: `outcome=oom;after=300;rank=1;run=3600;progress=off`. */
export const PLAN_ANNOTATION = "sandbox.trainer-dashboard.example.com/plan";

export const OUTCOMES = ["succeed", "fail", "oom", "imagePull", "unschedulable", "hang"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What becomes of a TrainJob's pods; times in seconds. */
export type JobPlan = {
  readonly outcome: Outcome;
  /** How long a good run of the main container takes. */
  readonly run: number;
  /** When a bad one ends, counted from its start. */
  readonly after: number;
  /** Which pod of the trainer job goes bad. */
  readonly rank: number;
  /** Bad runs before the good one; without end when absent. */
  readonly times?: number | undefined;
  /** Whether the training reports its progress. */
  readonly progress: boolean;
};

/** From the annotation, the rest by chance. Anything malformed in it counts as absent. */
export function planOf(trainJob: KubeObject | undefined, seed: number): JobPlan {
  const name = `${trainJob?.metadata.namespace ?? ""}/${trainJob?.metadata.name ?? ""}`;
  const settings = readSettings(trainJob?.metadata.annotations?.[PLAN_ANNOTATION] ?? "");
  const number = (key: string) => {
    const value = Number(settings.get(key) ?? Number.NaN);
    return Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const outcome = OUTCOMES.find((word) => word === settings.get("outcome")) ?? "succeed";
  return {
    outcome,
    run: number("run") ?? 1200 + Math.floor(chance(`${seed}/run/${name}`) * 4800),
    after: number("after") ?? 60 + Math.floor(chance(`${seed}/after/${name}`) * 240),
    rank: number("rank") ?? 0,
    times: number("times"),
    progress: settings.get("progress") !== "off",
  };
}

/** What one pod does: its Job's plan, softened for the pods that nothing happens to. Times in seconds. */
export type PodPlan = {
  readonly unschedulable: boolean;
  readonly imagePullFails: boolean;
  readonly pull: number;
  readonly init: number;
  readonly run: number;
  /** 0 is success. */
  readonly exitCode: number;
  readonly reason: "Completed" | "Error" | "OOMKilled";
};

const BAD_IMAGE = /does-not-exist|:missing$|:typo$|\.invalid\//;
const WITHOUT_END = 30 * 86_400;

/** What a pod's Job does in the training: `worker` serves the trainer job and runs until that is done. */
export type PodRole = "initializer" | "trainer" | "worker";

/** `attempts`: bad runs of this pod's index so far, in this pod and in the ones before it. */
export function podPlanOf(
  pod: KubeObject,
  role: PodRole,
  plan: JobPlan,
  seed: number,
  attempts: number,
): PodPlan {
  const label = (key: string) => pod.metadata.labels?.[key] ?? "";
  const isInitializer = role === "initializer";
  const rank = Number(label("batch.kubernetes.io/job-completion-index"));
  const key = `${seed}/${pod.metadata.namespace ?? ""}/${pod.metadata.name ?? ""}`;
  const image = asString(getIn(pod.spec, "containers", 0, "image")) ?? "";
  const isBad = role === "trainer" && rank === plan.rank && isStillBad(plan, attempts);
  const fails = isBad && (plan.outcome === "oom" || plan.outcome === "fail");
  const exitCode = !fails ? 0 : plan.outcome === "oom" ? 137 : 1;
  return {
    unschedulable: !isInitializer && plan.outcome === "unschedulable",
    imagePullFails:
      BAD_IMAGE.test(image) || image === "" || (isBad && plan.outcome === "imagePull"),
    pull: 3 + Math.floor(chance(`${key}/pull`) * 25),
    init: 8 + Math.floor(chance(`${key}/init`) * 12),
    run: role === "worker" ? WITHOUT_END : runSeconds(plan, isInitializer, fails, isBad, key),
    exitCode,
    reason: exitCode === 0 ? "Completed" : exitCode === 137 ? "OOMKilled" : "Error",
  };
}

function runSeconds(
  plan: JobPlan,
  isInitializer: boolean,
  fails: boolean,
  isBad: boolean,
  key: string,
): number {
  if (isInitializer) return 20 + Math.floor(chance(`${key}/run`) * 40);
  if (fails) return plan.after;
  if (isBad && plan.outcome === "hang") return WITHOUT_END;
  return plan.run + Math.floor(chance(`${key}/run`) * 5);
}

function isStillBad(plan: JobPlan, attempts: number): boolean {
  return plan.outcome !== "succeed" && (plan.times === undefined || attempts < plan.times);
}

function readSettings(text: string): ReadonlyMap<string, string> {
  const pairs = text
    .split(";")
    .map((part) => part.split("="))
    .map(([key, value]) => [key?.trim() ?? "", value?.trim() ?? ""] as const);
  return new Map(pairs);
}
