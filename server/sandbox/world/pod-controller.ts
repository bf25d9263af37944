import { KINDS } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { getIn, objectsIn } from "#lib/util/json.ts";
import { ownerOf, trainJobOf } from "./owners.ts";
import { nextPodStep, restartCount } from "./pod-life.ts";
import { type PodRole, planOf, podPlanOf } from "./pod-plan.ts";
import { chance } from "./seeded-random.ts";
import type { WorldContext } from "./world-context.ts";

const ANCESTOR = "trainer.kubeflow.org/trainjob-ancestor-step";

/** Scheduler and kubelet in one: takes a pod one step further and comes back when its next step is due. */
export function reconcilePod(context: WorldContext, pod: KubeObject): void {
  const { sandbox, clock, seed, record } = context;
  if (pod.metadata.deletionTimestamp !== undefined) return;
  const { namespace, name } = pod.metadata;
  const trainJob = trainJobOf(sandbox.store, pod);
  if (trainJob === undefined) return;
  const attempts = restartsOfJobSet(pod) + restartCount(pod.status ?? {});
  const plan = podPlanOf(pod, roleOf(context, pod), planOf(trainJob, seed), seed, attempts);
  const spread = chance(`${seed}/node/${namespace ?? ""}/${name ?? ""}`);
  const step = nextPodStep(pod, plan, clock.now(), spread);
  if (step.nodeName !== undefined) {
    const nodeName = step.nodeName;
    sandbox.store.update(
      KINDS.Pod,
      namespace,
      name ?? "",
      (current) => ({ ...current, spec: { ...current.spec, nodeName } }),
      { manager: "kube-scheduler" },
    );
  }
  if (step.status !== undefined)
    sandbox.store.setStatus(KINDS.Pod, namespace, name ?? "", step.status, { manager: "kubelet" });
  for (const { component, ...event } of step.events) record(pod, event, component);
  if (step.wakeAt !== undefined) context.wakeAt(pod, step.wakeAt);
}

function restartsOfJobSet(pod: KubeObject): number {
  return Number(pod.metadata.labels?.["jobset.sigs.k8s.io/restart-attempt"] ?? 0);
}

/** By the ancestor label, which stands on the Job; where no job of the JobSet has one, all of them train. */
export function roleOf(context: WorldContext, pod: KubeObject): PodRole {
  const { store } = context.sandbox;
  const job = ownerOf(store, pod);
  const ancestor = job?.metadata.labels?.[ANCESTOR];
  if (ancestor === "trainer") return "trainer";
  if (ancestor !== undefined) return "initializer";
  const jobSet = job === undefined ? undefined : ownerOf(store, job);
  const hasTrainer = objectsIn(jobSet?.spec?.["replicatedJobs"]).some(
    (other) => getIn(other, "template", "metadata", "labels", ANCESTOR) === "trainer",
  );
  return hasTrainer ? "worker" : "trainer";
}
