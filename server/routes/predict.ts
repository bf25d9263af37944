import { admit } from "#lib/admission/admit.ts";
import { sizeFinding } from "#lib/admission/size-limits.ts";
import { unknownFieldWarning } from "#lib/admission/unknown-fields.ts";
import type { Verdict } from "#lib/admission/verdict.ts";
import { isKubeObject, type KubeObject } from "#lib/k8s/object.ts";
import { effectOf } from "#lib/reconcile/effect-of.ts";
import { render } from "#lib/render/index.ts";
import type { RenderResult } from "#lib/render/render-input.ts";
import { asString, getIn, objectsIn } from "#lib/util/json.ts";
import type { ClusterFacts, Services } from "./services.ts";
import { parseYamlText } from "./yaml-text.ts";

export type Surroundings = {
  readonly runtime: KubeObject | undefined;
  readonly snapshot: KubeObject | undefined;
  readonly jobSet: KubeObject | undefined;
  readonly activeJobs: readonly { readonly name: string; readonly active: number }[];
  /** What exists beside the TrainJob, for the engine. */
  readonly existing: readonly KubeObject[];
};

/** What the caches hold about a TrainJob's surroundings. The API server has the last word; this is for the prediction. */
export function surroundingsOf(
  services: Pick<Services, "hub">,
  trainJob: KubeObject,
): Surroundings {
  const { catalog } = services.hub;
  const parts = catalog.parts(trainJob.metadata.uid ?? "");
  const runtime = catalog.runtimeOf(trainJob);
  return {
    runtime,
    snapshot: parts?.snapshot,
    jobSet: parts?.jobSet,
    activeJobs: activeJobsOf(parts?.jobSet),
    existing: [...(parts?.jobSet === undefined ? [] : [parts.jobSet]), ...(parts?.others ?? [])],
  };
}

/** Jobs of a JobSet with active pods. */
export function activeJobsOf(jobSet: KubeObject | undefined): { name: string; active: number }[] {
  return objectsIn(getIn(jobSet?.status, "replicatedJobsStatus")).flatMap((job) => {
    const active = job["active"];
    return typeof active === "number" && active > 0
      ? [{ name: asString(job["name"]) ?? "", active }]
      : [];
  });
}

export type Prediction =
  | { readonly refusal: Refusal; readonly verdict: Verdict }
  | { readonly refusal?: undefined; readonly verdict: Verdict };

/** Of the cluster's rules, or of its storage (500, the object is too large). */
export type Refusal = Pick<Verdict, "causes" | "warnings"> & {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
};

/** Admission, then the size, both renders, then what the change does. Equal objects: how the TrainJob stands as it is. */
export function predict(
  services: Services,
  before: KubeObject,
  after: KubeObject,
  around: Surroundings = surroundingsOf(services, before),
): Prediction {
  const { cluster } = services;
  const admission = admit(cluster.structural, {
    operation: "update",
    dialect: cluster.dialect,
    trainerVersion: cluster.trainerVersion,
    object: after,
    old: before,
    runtime: admissionRuntime(cluster, around),
    activeJobs: around.activeJobs,
    now: services.now(),
  });
  const size = admission.admitted ? sizeFinding(before, admission.object) : undefined;
  const warnings = [
    ...admission.warnings,
    ...admission.pruned.map(unknownFieldWarning),
    ...(size?.state === "managedFieldsLost" ? [size.message] : []),
  ];
  if (!admission.admitted) return refused({ ...admission, warnings });
  if (size?.state === "refused")
    return refused({ code: 500, reason: "", message: size.message, causes: [], warnings });
  const outcome = effect(cluster, before, admission.object, around);
  return { verdict: { admitted: true, causes: [], warnings, ...outcome } };
}

function refused({ code, reason, message, causes, warnings }: Refusal): Prediction {
  const refusal = { code, reason, message, causes, warnings };
  return { refusal, verdict: { admitted: false, ...refusal, effect: "none" } };
}

/** How a TrainJob stands as it is: would its next reconcile succeed? */
export function standingOf(
  services: Pick<Services, "hub" | "cluster">,
  trainJob: KubeObject,
): Verdict {
  const around = surroundingsOf(services, trainJob);
  return {
    admitted: true,
    causes: [],
    warnings: [],
    ...effect(services.cluster, trainJob, trainJob, around),
  };
}

function effect(
  cluster: ClusterFacts,
  before: KubeObject,
  after: KubeObject,
  around: Surroundings,
): ReturnType<typeof effectOf> {
  return effectOf({
    controller: cluster.controller,
    trainJobBefore: before,
    trainJobAfter: after,
    renderBefore: renderWith(cluster, before, around),
    renderAfter: renderWith(cluster, after, around),
    jobSet: around.jobSet,
    activeJobs: around.activeJobs,
  });
}

function renderWith(
  cluster: ClusterFacts,
  trainJob: KubeObject,
  around: Surroundings,
): RenderResult {
  return render({
    trainJob,
    runtime: around.runtime,
    existing: around.existing,
    trainerVersion: cluster.trainerVersion,
    dialect: cluster.dialect,
    parseYaml: parseYamlText,
  });
}

/** Released Trainer checks against the live runtime, templateOverrides against the snapshot where there is one. */
function admissionRuntime(cluster: ClusterFacts, around: Surroundings): KubeObject | undefined {
  if (cluster.dialect !== "templateOverrides") return around.runtime;
  return runtimeInSnapshot(around.snapshot) ?? around.runtime;
}

/** The runtime inside a `<trainjob>-runtime-snapshot` ConfigMap; undefined when it cannot be read. */
export function runtimeInSnapshot(snapshot: KubeObject | undefined): KubeObject | undefined {
  const data = snapshot?.["data"];
  if (typeof data !== "object" || data === null || !("runtime" in data)) return undefined;
  const value = typeof data.runtime === "string" ? parseYamlText(data.runtime) : undefined;
  return isKubeObject(value) ? value : undefined;
}
