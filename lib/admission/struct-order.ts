import { canonicalQuantity } from "../k8s/quantity.ts";
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
  ObjectMeta: {
    name: "",
    namespace: "",
    labels: "StringMap",
    annotations: "StringMap",
    finalizers: "",
  },
  StringMap: {},
  ResourceList: {},
  Affinity: {
    nodeAffinity: "Scheduling",
    podAffinity: "Scheduling",
    podAntiAffinity: "Scheduling",
  },
  Scheduling: {
    requiredDuringSchedulingIgnoredDuringExecution: "AffinityTerm",
    preferredDuringSchedulingIgnoredDuringExecution: "WeightedTerm",
  },
  WeightedTerm: { weight: "", preference: "AffinityTerm", podAffinityTerm: "AffinityTerm" },
  AffinityTerm: {
    nodeSelectorTerms: "AffinityTerm",
    labelSelector: "AffinityTerm",
    matchLabels: "StringMap",
    matchExpressions: "Requirement",
    matchFields: "Requirement",
    namespaces: "",
    topologyKey: "",
    namespaceSelector: "AffinityTerm",
    matchLabelKeys: "",
    mismatchLabelKeys: "",
  },
  Requirement: { key: "", operator: "", values: "" },
  PodSpecPatch: {
    serviceAccountName: "",
    volumes: "Volume",
    initContainers: "ContainerPatch",
    containers: "ContainerPatch",
    imagePullSecrets: "",
    securityContext: "",
    nodeSelector: "StringMap",
    affinity: "Affinity",
    tolerations: "Toleration",
    schedulingGates: "",
    terminationGracePeriodSeconds: "",
  },
  PodTemplateOverride: { targetJobs: "", metadata: "ObjectMeta", spec: "PodTemplateSpecOverride" },
  PodTemplateSpecOverride: {
    serviceAccountName: "",
    nodeSelector: "StringMap",
    affinity: "Affinity",
    tolerations: "Toleration",
    volumes: "Volume",
    initContainers: "ContainerPatch",
    containers: "ContainerPatch",
    schedulingGates: "",
    imagePullSecrets: "",
  },
  PodSpecOverride: {
    targetJobs: "",
    serviceAccountName: "",
    nodeSelector: "StringMap",
    tolerations: "Toleration",
    volumes: "Volume",
    initContainers: "ContainerPatch",
    containers: "ContainerPatch",
    schedulingGates: "",
  },
  ContainerPatch: {
    name: "",
    env: "EnvVar",
    volumeMounts: "VolumeMount",
    securityContext: "SecurityContext",
  },
  SecurityContext: {
    capabilities: "",
    privileged: "",
    seLinuxOptions: "",
    windowsOptions: "",
    runAsUser: "",
    runAsGroup: "",
    runAsNonRoot: "",
    readOnlyRootFilesystem: "",
    allowPrivilegeEscalation: "",
    procMount: "",
    seccompProfile: "",
    appArmorProfile: "",
  },
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
    volumeDevices: "",
    livenessProbe: "",
    readinessProbe: "",
    startupProbe: "",
    lifecycle: "",
    terminationMessagePath: "",
    terminationMessagePolicy: "",
    imagePullPolicy: "",
    securityContext: "SecurityContext",
  },
  ContainerPort: { name: "", hostPort: "", containerPort: "", protocol: "", hostIP: "" },
  Resources: { limits: "ResourceList", requests: "ResourceList", claims: "" },
} as const satisfies Record<string, Record<string, string>>;

/** Go prints these even when they are empty. */
const ALWAYS: { readonly [struct: string]: string } = { Container: "resources" };

/**
 * The same value as Go prints the struct: keys in its order, empty lists and string maps left out, quantities canonical. Lists
 * are taken item by item.
 */
export function inStructOrder(struct: StructName, value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => inStructOrder(struct, item));
  if (!isJsonObject(value)) return struct === "ResourceList" ? toQuantity(value) : value;
  const fields: { readonly [field: string]: string } = STRUCTS[struct];
  const others = Object.keys(value).filter((key) => fields[key] === undefined);
  const next: MutableJsonObject = {};
  for (const key of [...Object.keys(fields), ...others.sort(byCodeUnit)]) {
    const item = value[key] ?? (ALWAYS[struct] === key ? {} : undefined);
    const child = fields[key] ?? "";
    if (item === undefined || isLeftOut(child, item)) continue;
    if (struct === "ResourceList") next[key] = toQuantity(item);
    else next[key] = isStructName(child) ? inStructOrder(child, item) : sorted(item);
  }
  return next;
}

function isLeftOut(struct: string, value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  const isMap = struct === "StringMap" || struct === "ResourceList";
  return isMap && isJsonObject(value) && Object.keys(value).length === 0;
}

function toQuantity(value: Json): Json {
  return typeof value === "string" || typeof value === "number"
    ? (canonicalQuantity(String(value)) ?? value)
    : value;
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
