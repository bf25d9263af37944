import type { JsonObject } from "#lib/util/json.ts";
import { REVIEW_GROUPS, type RequestTarget, reviewsOf } from "./request-target.ts";
import { SERVED_KINDS, type ServedKind } from "./served-kinds.ts";

const OBJECT_VERBS = ["create", "delete", "get", "list", "patch", "update", "watch"];

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

function groups(): JsonObject {
  const versions = new Map<string, string>(REVIEW_GROUPS.map((group) => [group, "v1"]));
  for (const { info } of SERVED_KINDS)
    if (info.group !== "") versions.set(info.group, info.version);
  return {
    kind: "APIGroupList",
    apiVersion: "v1",
    groups: [...versions].map(([name, version]) => {
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
        gitVersion: "v1.36.3+sandbox",
        platform: "sandbox",
      };
    default:
      return undefined;
  }
}
