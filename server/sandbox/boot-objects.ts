import { KINDS, type KindInfo } from "#lib/k8s/kinds.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { JsonObject } from "#lib/util/json.ts";
import { publishedSchema } from "./crd-schemas.ts";
import { printerColumns } from "./printer-columns.ts";
import type { SandboxOptions } from "./sandbox.ts";

const NAMESPACES = ["default", "kube-system", "kubeflow-system", "team-a", "team-b"];

const CRD_KINDS = [
  KINDS.TrainJob,
  KINDS.TrainingRuntime,
  KINDS.ClusterTrainingRuntime,
  KINDS.JobSet,
  KINDS.Workload,
  KINDS.CoschedulingPodGroup,
  KINDS.VolcanoPodGroup,
] as const;

function namespace(name: string): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name, labels: { "kubernetes.io/metadata.name": name } },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  };
}

/** A schema for kinds of which the sandbox knows none: anything goes. */
const OPEN_SCHEMA: JsonObject = {
  type: "object",
  "x-kubernetes-preserve-unknown-fields": true,
};

function definition(options: SandboxOptions, info: KindInfo): KubeObject {
  const { group, plural, kind, version, namespaced } = info;
  const names = {
    kind,
    plural,
    listKind: `${kind}List`,
    singular: kind.toLowerCase(),
  };
  const openAPIV3Schema =
    publishedSchema(options.dialect, options.trainerVersion, info) ?? OPEN_SCHEMA;
  const hasStatus = kind !== "TrainingRuntime" && kind !== "ClusterTrainingRuntime";
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names,
      scope: namespaced ? "Namespaced" : "Cluster",
      conversion: { strategy: "None" },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema },
          ...(hasStatus ? { subresources: { status: {} } } : {}),
          additionalPrinterColumns: printerColumns(info, options.dialect),
        },
      ],
    },
    status: {
      acceptedNames: names,
      storedVersions: [version],
      conditions: ["NamesAccepted", "Established"].map((type) => ({ type, status: "True" })),
    },
  };
}

/** What says which Trainer is installed; only Trainer itself ships it, and only in later versions. */
function publicConfig(options: SandboxOptions): readonly KubeObject[] {
  if (options.controller !== "trainer") return [];
  return [
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "kubeflow-trainer-public", namespace: "kubeflow-system" },
      data: { kubeflow_trainer_version: options.trainerVersion },
    },
  ];
}

/** What is in the cluster before anybody did anything. */
export function bootObjects(options: SandboxOptions): readonly KubeObject[] {
  return [
    ...NAMESPACES.map(namespace),
    ...CRD_KINDS.map((info) => definition(options, info)),
    ...publicConfig(options),
  ];
}
