import { isKubeObject, type KubeObject } from "../k8s/object.ts";

export type EditedRuntime =
  | { readonly runtime: KubeObject; readonly wasRenamed: boolean }
  | { readonly problem: "noObject" | "noRuntime" };

const KINDS: ReadonlySet<string> = new Set(["TrainingRuntime", "ClusterTrainingRuntime"]);

/** The runtime of a text, put in the place of the live one: another that was pasted takes its kind, name and namespace. */
export function editedRuntime(value: unknown, live: KubeObject): EditedRuntime {
  if (!isKubeObject(value)) return { problem: "noObject" };
  if (!KINDS.has(value.kind)) return { problem: "noRuntime" };
  const { kind, apiVersion } = live;
  const { name, namespace } = live.metadata;
  const isSame =
    value.kind === kind && value.metadata.name === name && value.metadata.namespace === namespace;
  const metadata = { ...value.metadata, name, namespace };
  return { runtime: { ...value, kind, apiVersion, metadata }, wasRenamed: !isSame };
}
