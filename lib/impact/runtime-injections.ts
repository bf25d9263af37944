import { type KubeObject, objectKey, toJson } from "../k8s/object.ts";
import type { LeafBlame, TrainerVersion } from "../render/index.ts";
import { render } from "../render/index.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import { asObject, asString, getIn, type Json } from "../util/json.ts";
import { parsePointer } from "../util/pointer.ts";
import { sampleTrainJob } from "./sample-job.ts";

export const INJECTION_KINDS = ["env", "port", "mount", "volume", "field", "object"] as const;
export type InjectionKind = (typeof INJECTION_KINDS)[number];

/** One thing that a TrainJob of the runtime gets though neither runtime nor TrainJob say it. */
export type Injection = {
  /** The policy or gang scheduler that adds it; `controller` for what every TrainJob gets. */
  readonly source: string;
  readonly kind: InjectionKind;
  readonly job?: string | undefined;
  readonly container?: string | undefined;
  /** Name of the variable or volume, number of the port, path of the mount or field, `<Kind>/<name>` of an object. */
  readonly name: string;
  /** As the sample TrainJob gets it. */
  readonly value?: Json | undefined;
};

export type RuntimeInjections = {
  readonly injections: readonly Injection[];
  /** Why the sample cannot be rendered; then nothing is known to be injected. */
  readonly diagnostics: readonly Diagnostic[];
};

const LAYERS: ReadonlySet<string> = new Set(["policy", "gang", "controller"]);
const ITEM_KINDS: { readonly [list: string]: InjectionKind | undefined } = {
  env: "env",
  ports: "port",
  volumeMounts: "mount",
};
const POD = ["template", "spec", "template", "spec"] as const;

/** What rendering adds by itself, found by rendering a sample TrainJob and asking each leaf for its origin. */
export function runtimeInjections(
  runtime: KubeObject,
  trainerVersion: TrainerVersion,
): RuntimeInjections {
  const trainJob = sampleTrainJob(runtime);
  const {
    objects,
    blame = {},
    diagnostics,
  } = render({
    trainJob,
    runtime,
    trainerVersion,
    blame: true,
  });
  const found = objects.flatMap((object) => {
    const leaves = Object.entries(blame[objectKey(object)] ?? {});
    return object.kind === "JobSet"
      ? inJobSet(object, leaves)
      : [{ source: sourceOfObject(leaves), kind: "object" as const, name: objectKey(object) }];
  });
  return { injections: found, diagnostics };
}

type Leaves = readonly (readonly [string, LeafBlame])[];

function sourceOfObject(leaves: Leaves): string {
  const named = leaves.find(
    ([, { origin }]) => origin.name !== undefined && isInjected(origin.layer),
  );
  return named?.[1].origin.name ?? "controller";
}

function isInjected(layer: string): boolean {
  return LAYERS.has(layer);
}

function inJobSet(jobSet: KubeObject, leaves: Leaves): readonly Injection[] {
  const root = toJson(jobSet);
  const byPlace = new Map<string, Injection>();
  for (const [pointer, { origin }] of leaves) {
    if (!isInjected(origin.layer)) continue;
    const steps = parsePointer(pointer);
    if (isEnvelope(steps)) continue;
    const injection = describe(root, steps, origin.name ?? origin.layer);
    if (injection === undefined) continue;
    const { job = "", container = "", kind, name } = injection;
    const place = [job, container, kind, name].join("\n");
    if (!byPlace.has(place)) byPlace.set(place, injection);
  }
  return [...byPlace.values()];
}

/** What every object has says nothing about the runtime. */
function isEnvelope([first, second]: readonly string[]): boolean {
  return (
    first === "apiVersion" ||
    first === "kind" ||
    (first === "metadata" && second !== "labels" && second !== "annotations")
  );
}

function describe(root: Json, steps: readonly string[], source: string): Injection | undefined {
  const at = (...path: readonly string[]) => getIn(root, ...path.map(toStep));
  const value = at(...steps);
  if (isEmpty(value)) return undefined;
  if (steps[0] !== "spec" || steps[1] !== "replicatedJobs")
    return { source, kind: "field", name: steps.join("."), value };
  const jobPath = steps.slice(0, 3);
  const job = asString(at(...jobPath, "name"));
  const inJob = steps.slice(3);
  const isInPod = POD.every((step, index) => inJob[index] === step);
  if (!isInPod) return { source, kind: "field", job, name: inJob.join("."), value };
  const podPath = steps.slice(0, 3 + POD.length);
  const [list = "", index = "", field = "", item = ""] = inJob.slice(POD.length);
  if (list === "volumes") {
    const volume = at(...podPath, list, index);
    return {
      source,
      kind: "volume",
      job,
      name: asString(getIn(volume, "name")) ?? "",
      value: volume,
    };
  }
  if (list !== "containers" && list !== "initContainers")
    return { source, kind: "field", job, name: inJob.slice(2).join("."), value };
  const container = asString(at(...podPath, list, index, "name"));
  const kind = ITEM_KINDS[field];
  if (kind === undefined) {
    const name = inJob.slice(POD.length + 2).join(".");
    return { source, kind: "field", job, container, name, value };
  }
  return { source, job, container, ...itemOf(kind, at(...podPath, list, index, field, item)) };
}

function toStep(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step;
}

function isEmpty(value: Json | undefined): boolean {
  return (
    value === undefined ||
    (asObject(value) !== undefined && Object.keys(asObject(value) ?? {}).length === 0)
  );
}

function itemOf(
  kind: InjectionKind,
  item: Json | undefined,
): { readonly kind: InjectionKind; readonly name: string; readonly value: Json | undefined } {
  if (kind === "env")
    return {
      kind,
      name: asString(getIn(item, "name")) ?? "",
      value: getIn(item, "value") ?? getIn(item, "valueFrom"),
    };
  if (kind === "port")
    return { kind, name: String(getIn(item, "containerPort") ?? ""), value: getIn(item, "name") };
  return { kind, name: asString(getIn(item, "mountPath")) ?? "", value: getIn(item, "name") };
}
