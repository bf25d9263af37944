import { KINDS, type KindInfo } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { isFinished } from "#lib/reconcile/effect-of.ts";
import { defaultJobSet } from "#lib/reconcile/jobset-defaults.ts";
import { reconcile } from "#lib/reconcile/reconcile.ts";
import { asObject, asString } from "#lib/util/json.ts";
import { ensureWorkload, holdForQueue } from "./queue-controller.ts";
import { isSettled, partsOfReconcile, settle } from "./settled-writes.ts";
import type { WorldContext } from "./world-context.ts";
import { parseYamlText, toYamlText } from "./yaml-text.ts";

const COMPONENT = "trainer-trainjob-controller";
const APPLY = { manager: "trainer" };
const STATUS = { manager: "manager" };
const FIRST_RETRY = 5_000;
const LONGEST_RETRY = 960_000;

/** Times that a TrainJob's reconcile failed in a row, by uid: the waits double, as controllers do. */
export type Failures = Map<string, number>;

/** Trainer's controller (or this project's): one step of `lib/reconcile` written to the store. */
export function reconcileTrainJob(
  context: WorldContext,
  trainJob: KubeObject,
  failures: Failures,
): void {
  if (trainJob.metadata.deletionTimestamp !== undefined) return;
  if (holdForQueue(context, trainJob)) return;
  const { sandbox, clock } = context;
  const { controller, dialect, trainerVersion } = sandbox.options;
  const { store } = sandbox;
  const uid = trainJob.metadata.uid ?? "";
  const runtime = runtimeOf(context, trainJob);
  const existing = store.ownedBy(uid);
  const parts = partsOfReconcile(trainJob, runtime, existing);
  const result = reconcile({
    controller,
    dialect,
    trainerVersion,
    trainJob,
    runtime,
    existing,
    isSettled: isSettled(trainJob, parts),
    now: clock.now(),
    parseYaml: parseYamlText,
    stringifyYaml: toYamlText,
  });
  const changed = result.apply.filter((object) => applyTo(context, existing, object));
  if (changed.length + result.remove.length + result.events.length === 0) settle(trainJob, parts);
  const { namespace, name } = trainJob.metadata;
  if (result.status !== undefined)
    store.setStatus(KINDS.TrainJob, namespace, name ?? "", result.status, STATUS);
  for (const item of result.remove) store.remove(KINDS.JobSet, item.namespace, item.name);
  for (const event of result.events) context.record(trainJob, event, COMPONENT);
  if (result.requeueAt !== undefined) context.wakeAt(trainJob, result.requeueAt);
  if (result.events.length > 0) retry(context, trainJob, failures);
  else failures.delete(uid);
  ensureWorkload(context, store.get(KINDS.TrainJob, namespace, name ?? "") ?? trainJob);
}

/** Whether it changed anything. */
function applyTo(
  context: WorldContext,
  existing: readonly KubeObject[],
  object: KubeObject,
): boolean {
  const { kind, metadata } = object;
  const known = existing.find((one) => one.kind === kind && one.metadata.name === metadata.name);
  const whole = kind === "JobSet" ? defaultJobSet(object) : object;
  return context.sandbox.store.apply(whole, APPLY) !== known;
}

export function runtimeOf(context: WorldContext, trainJob: KubeObject): KubeObject | undefined {
  const ref = asObject(trainJob.spec?.["runtimeRef"]);
  const info: KindInfo =
    ref?.["kind"] === "TrainingRuntime" ? KINDS.TrainingRuntime : KINDS.ClusterTrainingRuntime;
  const namespace = info.namespaced ? trainJob.metadata.namespace : undefined;
  return context.sandbox.store.get(info, namespace, asString(ref?.["name"]) ?? "");
}

function retry(context: WorldContext, trainJob: KubeObject, failures: Failures): void {
  const uid = trainJob.metadata.uid ?? "";
  const count = failures.get(uid) ?? 0;
  failures.set(uid, count + 1);
  if (isFinished(trainJob)) return;
  const wait = Math.min(FIRST_RETRY * 2 ** count, LONGEST_RETRY);
  context.wakeAt(trainJob, context.clock.now() + wait);
}
