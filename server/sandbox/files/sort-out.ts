import { detectDialect } from "#lib/dialect/dialect-of-object.ts";
import type { Dialect } from "#lib/dialect/entry.ts";
import { apiVersionOf, KINDS } from "#lib/k8s/kinds.ts";
import { isKubeObject, type KubeObject } from "#lib/k8s/object.ts";
import { isJsonObject, type Json } from "#lib/util/json.ts";
import { findServedByKind, type ServedKind } from "../served-kinds.ts";

/** An object that can be loaded, or why the sandbox has no place for it. */
export type Sorted =
  | { readonly object: KubeObject; readonly served: ServedKind }
  | { readonly leftAside: string };

const V1ALPHA1 = apiVersionOf(KINDS.TrainJob);
const V1_KINDS = ["PyTorchJob", "TFJob", "MPIJob", "XGBoostJob", "PaddleJob", "JAXJob", "MXJob"];
/** Made by the sandbox itself, or by nobody but it. */
const KEPT_BY_SANDBOX = ["CustomResourceDefinition"];

/** Whether the sandbox serves it, in the version and with the override API that it was made with. */
export function sortOut(value: Json, dialect: Dialect): Sorted {
  if (!isJsonObject(value) || !isKubeObject(value))
    return { leftAside: "not a Kubernetes object: it needs apiVersion, kind and metadata" };
  const { apiVersion, kind } = value;
  if (V1_KINDS.includes(kind) && apiVersion.startsWith("kubeflow.org/"))
    return {
      leftAside: `${kind} is a kind of Training Operator v1, which the sandbox does not serve`,
    };
  const isTrainerKind = ["TrainJob", "TrainingRuntime", "ClusterTrainingRuntime"].includes(kind);
  if (isTrainerKind && apiVersion !== V1ALPHA1)
    return {
      leftAside: `${apiVersion} is from before the first release and served by no cluster; the released API is ${V1ALPHA1}`,
    };
  const served = findServedByKind(apiVersion, kind);
  if (served === undefined || KEPT_BY_SANDBOX.includes(kind))
    return { leftAside: `the sandbox does not serve ${apiVersion} ${kind}` };
  const other = kind === "TrainJob" ? detectDialect(value) : undefined;
  if (other !== undefined && other !== dialect)
    return {
      leftAside: `uses ${other}, and a cluster serves one override API only: here ${dialect}`,
    };
  return { object: value, served };
}

/** `TrainJob team-a/x`, as reports name an object that may lack anything. */
export function labelOf(value: Json): string {
  if (!isJsonObject(value)) return "document";
  const metadata = isJsonObject(value["metadata"]) ? value["metadata"] : {};
  const text = (field: Json | undefined) => (typeof field === "string" ? field : "");
  const generated = text(metadata["generateName"]);
  const name = text(metadata["name"]) || (generated === "" ? "" : `${generated}*`);
  const namespace = text(metadata["namespace"]);
  const kind = text(value["kind"]) || "document";
  return `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`.trim();
}
