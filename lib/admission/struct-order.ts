import { byCodeUnit } from "../schema/code-unit-order.ts";
import { isJsonObject, type Json, type MutableJsonObject } from "../util/json.ts";

type StructName = keyof typeof STRUCTS;

/**
 * Field order of the Go structs that upstream's webhooks print in full, with the struct of each field that needs an
 * order of its own. Fields that are not listed come last, sorted.
 */
const STRUCTS = {
  RuntimeRef: { name: "", apiGroup: "", kind: "" },
  RuntimePatch: { manager: "", time: "", trainingRuntimeSpec: "RuntimeSpecPatch" },
  RuntimeSpecPatch: { template: "JobSetTemplatePatch" },
  JobSetTemplatePatch: { metadata: "ObjectMeta", spec: "JobSetSpecPatch" },
  JobSetSpecPatch: { replicatedJobs: "ReplicatedJobPatch" },
  ReplicatedJobPatch: { name: "", template: "JobTemplatePatch" },
  JobTemplatePatch: { metadata: "ObjectMeta", spec: "JobSpecPatch" },
  JobSpecPatch: { template: "PodTemplatePatch" },
  PodTemplatePatch: { metadata: "ObjectMeta", spec: "PodSpecPatch" },
  ObjectMeta: { name: "", namespace: "", labels: "", annotations: "", finalizers: "" },
  PodSpecPatch: {
    serviceAccountName: "",
    volumes: "Volume",
    initContainers: "ContainerPatch",
    containers: "ContainerPatch",
    imagePullSecrets: "",
    securityContext: "",
    nodeSelector: "",
    affinity: "",
    tolerations: "Toleration",
    schedulingGates: "",
    terminationGracePeriodSeconds: "",
  },
  ContainerPatch: { name: "", env: "EnvVar", volumeMounts: "VolumeMount", securityContext: "" },
  EnvVar: { name: "", value: "", valueFrom: "EnvVarSource" },
  EnvVarSource: {
    fieldRef: "FieldRef",
    resourceFieldRef: "",
    configMapKeyRef: "KeyRef",
    secretKeyRef: "KeyRef",
    fileKeyRef: "",
  },
  FieldRef: { apiVersion: "", fieldPath: "" },
  KeyRef: { name: "", key: "", optional: "" },
  VolumeMount: {
    name: "",
    readOnly: "",
    recursiveReadOnly: "",
    mountPath: "",
    subPath: "",
    mountPropagation: "",
    subPathExpr: "",
  },
  Volume: { name: "", persistentVolumeClaim: "", secret: "", configMap: "", emptyDir: "" },
  Toleration: { key: "", operator: "", value: "", effect: "", tolerationSeconds: "" },
  Container: {
    name: "",
    image: "",
    command: "",
    args: "",
    workingDir: "",
    ports: "ContainerPort",
    envFrom: "",
    env: "EnvVar",
    resources: "Resources",
    volumeMounts: "VolumeMount",
  },
  ContainerPort: { name: "", hostPort: "", containerPort: "", protocol: "", hostIP: "" },
  Resources: { limits: "", requests: "", claims: "" },
} as const satisfies Record<string, Record<string, string>>;

/** The same value with keys in the order of the struct; lists are taken item by item. */
export function inStructOrder(struct: StructName, value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => inStructOrder(struct, item));
  if (!isJsonObject(value)) return value;
  const fields: { readonly [field: string]: string } = STRUCTS[struct];
  const listed = Object.keys(fields);
  const others = Object.keys(value).filter((key) => fields[key] === undefined);
  const next: MutableJsonObject = {};
  for (const key of [...listed, ...others.sort(byCodeUnit)]) {
    const item = value[key];
    if (item === undefined) continue;
    const child = fields[key] ?? "";
    next[key] = isStructName(child) ? inStructOrder(child, item) : sorted(item);
  }
  return next;
}

function isStructName(name: string): name is StructName {
  return Object.hasOwn(STRUCTS, name);
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).sort(byCodeUnit);
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]));
}
