import type { Dialect } from "../dialect/entry.ts";
import type { JsonObject } from "../util/json.ts";
import type { AffinityForm, Toleration } from "./scheduling-model.ts";

/** Where the draft will be written; `kind` counts for templateOverrides only. */
export type FormContext = { readonly dialect: Dialect; readonly kind: "job" | "pod" };

/**
 * What the form knows of an override. Absent fields are empty (`""`, `[]`, no key), never undefined, save numbers and
 * switches. Every `rest` holds what the form does not know, as it was read, so that nothing is lost when it is written.
 * Elements of each list stand one to one for the elements of the list in the text.
 */
export type FormModel = FormContext & {
  /** Labels and annotations of the JobSet itself. */
  readonly jobSetMetadata: MetadataForm;
  /**
   * runtimePatches: one for each job, with one target. The others: exactly one, for all its targets;
   * without targets a `job` override applies to the JobSet.
   */
  readonly parts: readonly FormPart[];
  readonly rest: JsonObject;
};

export type FormPart = {
  readonly targets: readonly NamedItem[];
  readonly jobMetadata: MetadataForm;
  readonly podMetadata: MetadataForm;
  readonly pod: PodForm;
  readonly rest: JsonObject;
};

export type NamedItem = { readonly name: string; readonly rest: JsonObject };

export type MetadataForm = { readonly labels: StringMap; readonly annotations: StringMap };

/** `replace` and `delete` are the map's `$patch` directive: exactly these keys, or none of the earlier ones. */
export type StringMap = {
  readonly mode: "merge" | "replace" | "delete";
  readonly entries: { readonly [key: string]: string };
};

export type PodForm = {
  readonly serviceAccountName: string;
  readonly nodeSelector: StringMap;
  readonly tolerations: readonly Toleration[];
  readonly affinity: AffinityForm;
  readonly volumes: readonly VolumeForm[];
  readonly initContainers: readonly ContainerForm[];
  readonly containers: readonly ContainerForm[];
  readonly imagePullSecrets: readonly NamedItem[];
  readonly schedulingGates: readonly NamedItem[];
  readonly securityContext: PodSecurityForm;
  readonly terminationGracePeriodSeconds: number | undefined;
};

export type VolumeForm = {
  readonly name: string;
  readonly source: VolumeSource;
  readonly rest: JsonObject;
};

/** `other`: a source that the form does not know, several of them, or none; it stands in the volume's `rest`. */
export type VolumeSource =
  | {
      readonly type: "persistentVolumeClaim";
      readonly claimName: string;
      readonly readOnly: boolean;
    }
  | { readonly type: "configMap"; readonly name: string }
  | { readonly type: "secret"; readonly secretName: string }
  | { readonly type: "emptyDir"; readonly medium: string; readonly sizeLimit: string }
  | { readonly type: "hostPath"; readonly path: string; readonly pathType: string }
  | { readonly type: "other" };

export type ContainerForm = {
  readonly name: string;
  readonly env: readonly EnvForm[];
  readonly volumeMounts: readonly MountForm[];
  readonly securityContext: ContainerSecurityForm;
  readonly rest: JsonObject;
};

export type EnvForm = {
  readonly name: string;
  readonly source: EnvSource;
  readonly rest: JsonObject;
};

export type EnvSource =
  | { readonly type: "value"; readonly value: string }
  | { readonly type: "secretKey" | "configMapKey"; readonly name: string; readonly key: string }
  | { readonly type: "field"; readonly fieldPath: string }
  | { readonly type: "other" };

export type MountForm = {
  readonly name: string;
  readonly mountPath: string;
  readonly subPath: string;
  readonly readOnly: boolean;
  readonly rest: JsonObject;
};

export type PodSecurityForm = {
  readonly runAsUser: number | undefined;
  readonly runAsGroup: number | undefined;
  readonly fsGroup: number | undefined;
  readonly runAsNonRoot: boolean | undefined;
  readonly fsGroupChangePolicy: string;
  readonly seccompProfile: string;
};

export type ContainerSecurityForm = {
  readonly runAsUser: number | undefined;
  readonly runAsGroup: number | undefined;
  readonly runAsNonRoot: boolean | undefined;
  readonly privileged: boolean | undefined;
  readonly allowPrivilegeEscalation: boolean | undefined;
  readonly readOnlyRootFilesystem: boolean | undefined;
  readonly capabilitiesAdd: readonly string[];
  readonly capabilitiesDrop: readonly string[];
};

export type ContainerList = "containers" | "initContainers";

export const NO_METADATA: MetadataForm = {
  labels: { mode: "merge", entries: {} },
  annotations: { mode: "merge", entries: {} },
};

export const NO_AFFINITY: AffinityForm = {
  nodeRequired: [],
  nodePreferred: [],
  packRequired: [],
  packPreferred: [],
  spreadRequired: [],
  spreadPreferred: [],
};

export const NO_POD: PodForm = {
  serviceAccountName: "",
  nodeSelector: { mode: "merge", entries: {} },
  tolerations: [],
  affinity: NO_AFFINITY,
  volumes: [],
  initContainers: [],
  containers: [],
  imagePullSecrets: [],
  schedulingGates: [],
  securityContext: {
    runAsUser: undefined,
    runAsGroup: undefined,
    fsGroup: undefined,
    runAsNonRoot: undefined,
    fsGroupChangePolicy: "",
    seccompProfile: "",
  },
  terminationGracePeriodSeconds: undefined,
};

export const NO_PART: FormPart = {
  targets: [],
  jobMetadata: NO_METADATA,
  podMetadata: NO_METADATA,
  pod: NO_POD,
  rest: {},
};

/** A form in which nothing is filled in but the jobs it applies to. */
export function emptyForm(context: FormContext, jobs: readonly string[]): FormModel {
  const targets = jobs.map((name) => ({ name, rest: {} }));
  const parts =
    context.dialect === "runtimePatches"
      ? targets.map((target) => ({ ...NO_PART, targets: [target] }))
      : [{ ...NO_PART, targets }];
  const { dialect, kind } = context;
  return { dialect, kind, jobSetMetadata: NO_METADATA, parts, rest: {} };
}

export function emptyContainer(name: string): ContainerForm {
  const securityContext = {
    runAsUser: undefined,
    runAsGroup: undefined,
    runAsNonRoot: undefined,
    privileged: undefined,
    allowPrivilegeEscalation: undefined,
    readOnlyRootFilesystem: undefined,
    capabilitiesAdd: [],
    capabilitiesDrop: [],
  };
  return { name, env: [], volumeMounts: [], securityContext, rest: {} };
}

/** Names of the jobs a form applies to; none = the JobSet. */
export function jobsOfForm(model: FormModel): readonly string[] {
  return model.parts.flatMap(({ targets }) => targets.map(({ name }) => name));
}
