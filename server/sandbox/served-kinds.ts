import { KINDS, type KindInfo } from "#lib/k8s/kinds.ts";

/**
 * A kind that the sandbox serves. `native` kinds are compiled into a real API server: items of their lists carry
 * neither kind nor apiVersion. `status`: there is a status subresource, and writes of the main resource leave status alone.
 */
export type ServedKind = {
  readonly info: KindInfo;
  readonly native: boolean;
  readonly status: boolean;
  readonly shortNames: readonly string[];
  /** Field selectors known beside metadata.name and metadata.namespace. */
  readonly fields: readonly string[];
};

const NATIVE_GROUPS: readonly string[] = ["", "batch", "apiextensions.k8s.io"];
const WITHOUT_STATUS: readonly string[] = [
  "TrainingRuntime",
  "ClusterTrainingRuntime",
  "ConfigMap",
  "Secret",
  "Event",
];

const FIELDS: { readonly [kind: string]: readonly string[] } = {
  Pod: [
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "status.phase",
    "status.podIP",
    "status.nominatedNodeName",
  ],
  Event: [
    "involvedObject.kind",
    "involvedObject.namespace",
    "involvedObject.name",
    "involvedObject.uid",
    "involvedObject.apiVersion",
    "involvedObject.resourceVersion",
    "involvedObject.fieldPath",
    "reason",
    "reportingComponent",
    "source",
    "type",
  ],
  Namespace: ["status.phase"],
  Secret: ["type"],
  Job: ["status.successful"],
};

const SHORT_NAMES: { readonly [kind: string]: readonly string[] } = {
  Pod: ["po"],
  ConfigMap: ["cm"],
  Service: ["svc"],
  Event: ["ev"],
  Namespace: ["ns"],
  CustomResourceDefinition: ["crd", "crds"],
};

export const SERVED_KINDS: readonly ServedKind[] = Object.values(KINDS).map((info: KindInfo) => ({
  info,
  native: NATIVE_GROUPS.includes(info.group),
  status: !WITHOUT_STATUS.includes(info.kind),
  shortNames: SHORT_NAMES[info.kind] ?? [],
  fields: FIELDS[info.kind] ?? [],
}));

const KEYS = new Map(
  SERVED_KINDS.map(({ info }) => [info, `${info.group}/${info.plural}`] as const),
);
const BY_KIND = new Map(
  SERVED_KINDS.map((served) => {
    const { group, version, kind } = served.info;
    return [`${group === "" ? version : `${group}/${version}`} ${kind}`, served] as const;
  }),
);

/** The key of a kind's collection: group and plural (one version each is served). */
export function kindKey(info: KindInfo): string {
  return KEYS.get(info) ?? `${info.group}/${info.plural}`;
}

export function findServed(group: string, version: string, plural: string): ServedKind | undefined {
  return SERVED_KINDS.find(
    ({ info }) => info.group === group && info.version === version && info.plural === plural,
  );
}

export function findServedByKind(apiVersion: string, kind: string): ServedKind | undefined {
  const group = apiVersion.startsWith("/") ? apiVersion.slice(1) : apiVersion;
  return BY_KIND.get(`${group} ${kind}`);
}
