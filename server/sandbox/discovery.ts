import { type JsonObject, objectsIn } from "#lib/util/json.ts";
import { REVIEW_GROUPS, type RequestTarget, reviewsOf } from "./request-target.ts";
import { SERVED_KINDS, type ServedKind } from "./served-kinds.ts";

export const SERVER_VERSION = "v1.36.3+sandbox";
const OBJECT_VERBS = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
];

function resourcesOf({ info, status, shortNames }: ServedKind): JsonObject[] {
  const base = { name: info.plural, namespaced: info.namespaced, kind: info.kind };
  const resources: JsonObject[] = [
    {
      ...base,
      singularName: info.kind.toLowerCase(),
      verbs: OBJECT_VERBS,
      ...(shortNames.length === 0 ? {} : { shortNames }),
    },
  ];
  if (status)
    resources.push({
      ...base,
      name: `${info.plural}/status`,
      singularName: "",
      verbs: ["get", "patch", "update"],
    });
  if (info.kind === "Pod")
    resources.push({ ...base, name: "pods/log", singularName: "", verbs: ["get"] });
  return resources;
}

function reviewResources(group: string): JsonObject[] {
  const kinds: { readonly [plural: string]: string } = {
    selfsubjectaccessreviews: "SelfSubjectAccessReview",
    subjectaccessreviews: "SubjectAccessReview",
    localsubjectaccessreviews: "LocalSubjectAccessReview",
    selfsubjectrulesreviews: "SelfSubjectRulesReview",
    selfsubjectreviews: "SelfSubjectReview",
  };
  return reviewsOf(group).map((name) => ({
    name,
    singularName: (kinds[name] ?? "").toLowerCase(),
    namespaced: name === "localsubjectaccessreviews",
    kind: kinds[name],
    verbs: ["create"],
  }));
}

/** `pods` and `pods/log` as a resource and its subresources. */
function discoveredResources(group: string, version: string): JsonObject[] {
  const all = objectsIn(groupVersion(group, version)["resources"]);
  const partsOf = (name: string) => all.filter((one) => String(one["name"]).startsWith(`${name}/`));
  return all.flatMap((one) => {
    const name = String(one["name"]);
    if (name.includes("/")) return [];
    const { kind = "", singularName, shortNames, verbs } = one;
    const responseKind = { group, version, kind };
    const subresources = partsOf(name).map((part) => ({
      subresource: String(part["name"]).slice(name.length + 1),
      responseKind,
      verbs: part["verbs"],
    }));
    return [
      {
        resource: name,
        responseKind,
        scope: one["namespaced"] === true ? "Namespaced" : "Cluster",
        singularResource: singularName,
        verbs,
        ...(shortNames === undefined ? {} : { shortNames }),
        ...(subresources.length === 0 ? {} : { subresources }),
      },
    ];
  });
}

/** All groups and their resources in one document: `APIGroupDiscoveryList`. */
export function aggregatedDiscovery(type: "groups" | "coreVersions"): JsonObject {
  const known = type === "coreVersions" ? [["", "v1"] as const] : [...groupVersions()];
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    metadata: {},
    items: known.map(([name, version]) => ({
      metadata: { ...(name === "" ? {} : { name }), creationTimestamp: null },
      versions: [{ version, resources: discoveredResources(name, version), freshness: "Current" }],
    })),
  };
}

function groupVersion(group: string, version: string): JsonObject {
  const served = SERVED_KINDS.filter(
    ({ info }) => info.group === group && info.version === version,
  );
  return {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: group === "" ? version : `${group}/${version}`,
    resources: [...served.flatMap(resourcesOf), ...reviewResources(group)],
  };
}

function groupVersions(): ReadonlyMap<string, string> {
  const versions = new Map<string, string>(REVIEW_GROUPS.map((group) => [group, "v1"]));
  for (const { info } of SERVED_KINDS)
    if (info.group !== "") versions.set(info.group, info.version);
  return versions;
}

function groups(): JsonObject {
  return {
    kind: "APIGroupList",
    apiVersion: "v1",
    groups: [...groupVersions()].map(([name, version]) => {
      const one = { groupVersion: `${name}/${version}`, version };
      return { name, versions: [one], preferredVersion: one };
    }),
  };
}

/** Documents about the API itself; undefined for targets that are something else. */
export function discoveryDocument(target: RequestTarget): JsonObject | undefined {
  switch (target.type) {
    case "groupVersion":
      return groupVersion(target.group, target.version);
    case "groups":
      return groups();
    case "coreVersions":
      return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] };
    case "version":
      return {
        major: "1",
        minor: "36",
        gitVersion: SERVER_VERSION,
        platform: "sandbox",
      };
    default:
      return undefined;
  }
}
