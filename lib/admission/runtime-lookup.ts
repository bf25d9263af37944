import type { KubeObject } from "../k8s/object.ts";
import type { TrainerVersion } from "../render/versions.ts";
import type { FieldError } from "../schema/field-error.ts";
import { toGoJson } from "../schema/go-value.ts";
import { asObject, asString } from "../util/json.ts";
import { inStructOrder } from "./struct-order.ts";

export type RuntimeRef = {
  readonly kind: string;
  readonly apiGroup: string;
  readonly name: string;
};

/** As written, without the schema's defaults; an absent part is empty. */
export function runtimeRefOf(trainJob: KubeObject): RuntimeRef {
  const object = asObject(trainJob.spec?.["runtimeRef"]) ?? {};
  return {
    kind: asString(object["kind"]) ?? "",
    apiGroup: asString(object["apiGroup"]) ?? "",
    name: asString(object["name"]) ?? "",
  };
}

const GROUP = "trainer.kubeflow.org";
const KNOWN_KINDS: ReadonlySet<string> = new Set(["TrainingRuntime", "ClusterTrainingRuntime"]);

/** The text for a runtime kind that Trainer does not know; undefined when it does. */
export function unsupportedRuntime(ref: RuntimeRef): string | undefined {
  if (ref.apiGroup === GROUP && KNOWN_KINDS.has(ref.kind)) return undefined;
  return `unsupported runtime: ${ref.apiGroup === "" ? ref.kind : `${ref.kind}.${ref.apiGroup}`}`;
}

/** Upstream writes the cluster kind's field with a capital R. */
export function runtimeNotFound(ref: RuntimeRef): FieldError {
  const isCluster = ref.kind === "ClusterTrainingRuntime";
  const noun = isCluster ? "clusterTrainingRuntime" : "trainingRuntime";
  const missing = `${ref.kind}.${GROUP} ${JSON.stringify(ref.name)} not found`;
  return {
    type: "Invalid",
    field: isCluster ? "spec.RuntimeRef" : "spec.runtimeRef",
    value: toGoJson(inStructOrder("RuntimeRef", ref)),
    message: `${missing}: specified ${noun} must be created before the TrainJob is created`,
  };
}

const POLICY_URLS = {
  old: "https://www.kubeflow.org/docs/components/trainer/operator-guides/runtime/#runtime-deprecation-policy",
  new: "https://trainer.kubeflow.org/en/latest/operator-guides/runtime.html#runtime-deprecation-policy",
} as const;

const SUPPORT_LABEL = "trainer.kubeflow.org/support";

/** The deprecation notice of a ClusterTrainingRuntime; none for other runtimes and in Trainer 2.0. */
export function deprecationWarning(
  runtime: KubeObject,
  version: TrainerVersion,
  isReferenced: boolean,
): string | undefined {
  if (version.startsWith("v2.0.") || runtime.kind !== "ClusterTrainingRuntime") return undefined;
  if (runtime.metadata.labels?.[SUPPORT_LABEL] !== "deprecated") return undefined;
  const isOld = version.startsWith("v2.1.") || version.startsWith("v2.2.");
  const subject = `${isReferenced ? "Referenced " : ""}ClusterTrainingRuntime ${JSON.stringify(runtime.metadata.name ?? "")}`;
  return `${subject} is deprecated and will be removed in a future release of Kubeflow Trainer. See runtime deprecation policy: ${isOld ? POLICY_URLS.old : POLICY_URLS.new}`;
}
