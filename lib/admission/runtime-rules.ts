import type { KubeObject } from "../k8s/object.ts";
import type { TrainerVersion } from "../render/versions.ts";
import type { FieldError } from "../schema/field-error.ts";
import { toGoJson, toGoValue } from "../schema/go-value.ts";
import { asString, getIn, type JsonObject, objectsIn } from "../util/json.ts";
import { inStructOrder } from "./struct-order.ts";

const ANCESTOR_LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";
const REQUIRED_CONTAINERS: { readonly [ancestor: string]: string } = {
  trainer: "node",
  "dataset-initializer": "dataset-initializer",
  "model-initializer": "model-initializer",
};

/** What the runtime webhooks ask of each ReplicatedJob. */
export function checkRuntime(runtime: KubeObject, version: TrainerVersion): readonly FieldError[] {
  const jobs = objectsIn(getIn(runtime.spec, "template", "spec", "replicatedJobs"));
  return jobs.flatMap((job, index) => checkJob(job, index, version.startsWith("v2.0.")));
}

function checkJob(job: JsonObject, index: number, isFirstRelease: boolean): readonly FieldError[] {
  const field = `spec.template.spec.replicatedJobs[${index}]`;
  const ancestor = asString(getIn(job, "template", "metadata", "labels", ANCESTOR_LABEL)) ?? "";
  const container = REQUIRED_CONTAINERS[ancestor];
  const isLauncher = isFirstRelease && job["name"] === "launcher";
  if (container === undefined && !isLauncher) return [];
  const errors: FieldError[] = [];
  const replicas = job["replicas"];
  if (replicas !== 1)
    errors.push({
      type: "Invalid",
      field: `${field}.replicas`,
      value: toGoValue(replicas ?? 0),
      message: "always must be 1",
    });
  if (isFirstRelease || container === undefined) return errors;
  const containers = getIn(job, "template", "spec", "template", "spec", "containers");
  if (!objectsIn(containers).some((item) => item["name"] === container))
    errors.push({
      type: "Invalid",
      field: `${field}.template.spec.template.spec.containers`,
      value: toGoJson(inStructOrder("Container", containers ?? null)),
      message: `must contain the required container for the ancestor: ${ancestor}`,
    });
  return errors;
}
