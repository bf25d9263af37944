import type { Tone } from "#components/ui/tone.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import { asObject, asString, objectsIn } from "#lib/util/json.ts";

const PHASE_TONES: { readonly [phase: string]: Tone } = {
  Running: "good",
  Succeeded: "neutral",
  Failed: "bad",
  Pending: "warn",
};

/** A pod in one word, as `kubectl get pods` has it: the first container's trouble before the phase. */
export function podState(pod: KubeObject): { word: string; tone: Tone; detail: string } {
  const phase = asString(pod.status?.["phase"]) ?? "";
  const node = asString(pod.spec?.["nodeName"]) ?? "";
  for (const container of containersOf(pod)) {
    const state = asObject(container["state"]);
    const trouble = asObject(state?.["waiting"]) ?? asObject(state?.["terminated"]);
    const reason = asString(trouble?.["reason"]);
    if (reason === undefined || reason === "Completed") continue;
    const exitCode = trouble?.["exitCode"];
    const message = asString(trouble?.["message"]);
    const detail = [
      `${asString(container["name"]) ?? ""}${exitCode === undefined ? "" : ` exit ${String(exitCode)}`}`,
      message,
      node,
    ];
    return {
      word: reason,
      tone: reason === "ContainerCreating" || reason === "PodInitializing" ? "busy" : "bad",
      detail: detail.filter((part) => part !== undefined && part !== "").join(", "),
    };
  }
  const unschedulable = objectsIn(pod.status?.["conditions"]).find(
    (condition) => condition["type"] === "PodScheduled" && condition["status"] === "False",
  );
  if (unschedulable !== undefined) {
    return {
      word: asString(unschedulable["reason"]) ?? phase,
      tone: "warn",
      detail: asString(unschedulable["message"]) ?? "",
    };
  }
  return { word: phase, tone: PHASE_TONES[phase] ?? "neutral", detail: node };
}

function containersOf(pod: KubeObject): ReturnType<typeof objectsIn> {
  return [
    ...objectsIn(pod.status?.["initContainerStatuses"]),
    ...objectsIn(pod.status?.["containerStatuses"]),
  ];
}
