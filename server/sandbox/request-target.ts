import { findServed, SERVED_KINDS, type ServedKind } from "./served-kinds.ts";

/** What a path below the API server's root names. */
export type RequestTarget =
  | {
      readonly type: "resource";
      readonly served: ServedKind;
      readonly namespace?: string | undefined;
      readonly name?: string | undefined;
      readonly subresource?: string | undefined;
    }
  /** A review: created, answered, never stored. */
  | {
      readonly type: "review";
      readonly group: string;
      readonly resource: ReviewResource;
      readonly namespace?: string | undefined;
    }
  | { readonly type: "groupVersion"; readonly group: string; readonly version: string }
  | { readonly type: "groups" }
  | { readonly type: "coreVersions" }
  | { readonly type: "version" }
  | { readonly type: "health" }
  /** A description in OpenAPI: `group` is `api/v1`, `apis/batch/v1`, or absent for the index (3) or for all (2). */
  | { readonly type: "openapi"; readonly edition: 2 | 3; readonly group?: string | undefined };

export type ResourceTarget = Extract<RequestTarget, { readonly type: "resource" }>;

const REVIEWS = {
  selfsubjectaccessreviews: "authorization.k8s.io",
  subjectaccessreviews: "authorization.k8s.io",
  localsubjectaccessreviews: "authorization.k8s.io",
  selfsubjectrulesreviews: "authorization.k8s.io",
  selfsubjectreviews: "authentication.k8s.io",
} as const;

export type ReviewResource = keyof typeof REVIEWS;

function isReview(name: string): name is ReviewResource {
  return Object.hasOwn(REVIEWS, name);
}

/** Groups that are known by their reviews alone. */
export const REVIEW_GROUPS = ["authorization.k8s.io", "authentication.k8s.io"] as const;

export function reviewsOf(group: string): readonly ReviewResource[] {
  return Object.keys(REVIEWS)
    .filter(isReview)
    .filter((name) => REVIEWS[name] === group);
}

const OPENAPI_3 = "/openapi/v3/";
const HEALTH: readonly string[] = ["/readyz", "/livez", "/healthz"];

function decode(path: string): readonly string[] | undefined {
  try {
    return path.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Undefined for a path that nothing is served at. */
export function parseTarget(path: string): RequestTarget | undefined {
  if (HEALTH.includes(path)) return { type: "health" };
  if (path === "/version") return { type: "version" };
  if (path === "/openapi/v2") return { type: "openapi", edition: 2 };
  if (path === "/openapi/v3") return { type: "openapi", edition: 3 };
  if (path.startsWith(OPENAPI_3))
    return { type: "openapi", edition: 3, group: path.slice(OPENAPI_3.length) };
  if (path === "/api") return { type: "coreVersions" };
  if (path === "/apis") return { type: "groups" };
  const [root, ...rest] = decode(path) ?? [];
  if (root === "api") return parseGroup("", rest[0] ?? "", rest.slice(1));
  if (root === "apis") return parseGroup(rest[0] ?? "", rest[1] ?? "", rest.slice(2));
  return undefined;
}

function isGroupVersion(group: string, version: string): boolean {
  if (version === "v1" && REVIEW_GROUPS.some((known) => known === group)) return true;
  return SERVED_KINDS.some(({ info }) => info.group === group && info.version === version);
}

function parseGroup(
  group: string,
  version: string,
  steps: readonly string[],
): RequestTarget | undefined {
  if (!isGroupVersion(group, version) || steps.includes("")) return undefined;
  if (steps.length === 0) return { type: "groupVersion", group, version };
  const [first = "", second, third] = steps;
  // `namespaces/NAME` is an object and the scope of what follows; it has two subresources.
  const isScope =
    first === "namespaces" && third !== undefined && third !== "status" && third !== "finalize";
  const namespace = isScope ? second : undefined;
  const [plural = "", name, subresource, tooMuch] = isScope ? steps.slice(2) : steps;
  if (tooMuch !== undefined) return undefined;
  if (isReview(plural)) {
    const isRight = REVIEWS[plural] === group && name === undefined;
    return isRight ? { type: "review", group, resource: plural, namespace } : undefined;
  }
  const served = findServed(group, version, plural);
  if (served === undefined) return undefined;
  const needsNamespace = served.info.namespaced && name !== undefined;
  if (needsNamespace && namespace === undefined) return undefined;
  if (!served.info.namespaced && namespace !== undefined) return undefined;
  if (subresource !== undefined && !hasSubresource(served, subresource)) return undefined;
  return { type: "resource", served, namespace, name, subresource };
}

function hasSubresource(served: ServedKind, subresource: string): boolean {
  if (subresource === "status") return served.status;
  return subresource === "log" && served.info.kind === "Pod";
}
