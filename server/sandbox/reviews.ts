import { asArray, asObject, asString, getIn, type Json, type JsonObject } from "#lib/util/json.ts";
import {
  type AccessAttributes,
  type AccessRules,
  isAllowed,
  rulesFor,
  type Subject,
} from "./rbac.ts";
import { badRequest, type KubeRefusal, refuse } from "./refusal.ts";
import type { ReviewResource } from "./request-target.ts";

export type ReviewRequest = {
  readonly resource: ReviewResource;
  readonly body: JsonObject;
  readonly access: AccessRules;
  readonly subject: Subject;
};

function attributesOf(spec: JsonObject | undefined): AccessAttributes | undefined {
  const wanted = asObject(spec?.["resourceAttributes"]);
  if (wanted === undefined) return undefined;
  const text = (key: string): string | undefined => {
    const value = asString(wanted[key]);
    return value === "" ? undefined : value;
  };
  return {
    verb: text("verb") ?? "",
    group: text("group") ?? "",
    resource: text("resource") ?? "",
    subresource: text("subresource"),
    namespace: text("namespace"),
    name: text("name"),
  };
}

/** Everybody who is somebody is in this group. */
export function withAuthenticated(user: string, groups: readonly string[]): Subject {
  const all = "system:authenticated";
  return { user, groups: groups.includes(all) ? groups : [...groups, all] };
}

function nothingAsked(): KubeRefusal {
  const field = "spec.resourceAttributes";
  const message =
    "Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified";
  const cause = { reason: "FieldValueInvalid", field, message };
  const text = `.authorization.k8s.io "" is invalid: ${field}: ${message}`;
  return refuse(422, "Invalid", text, { group: "authorization.k8s.io", causes: [cause] });
}

function accessReview({ resource, body, access, subject }: ReviewRequest): JsonObject {
  const spec = asObject(body["spec"]);
  const attributes = attributesOf(spec);
  const path = asString(getIn(spec, "nonResourceAttributes", "path"));
  if (attributes === undefined && path === undefined) throw nothingAsked();
  const isSelf = resource === "selfsubjectaccessreviews";
  const groups = (asArray(spec?.["groups"]) ?? []).flatMap((group: Json) => asString(group) ?? []);
  const who = isSelf ? subject : { user: asString(spec?.["user"]) ?? "", groups };
  const allowed = attributes !== undefined && isAllowed(access, who, attributes);
  const reason = allowed ? { reason: "RBAC: allowed by a binding of the sandbox" } : {};
  return { allowed, ...reason };
}

function rulesReview({ body, access, subject }: ReviewRequest): JsonObject {
  const namespace = asString(getIn(body, "spec", "namespace"));
  if (namespace === undefined || namespace === "") throw badRequest("no namespace on request");
  const resourceRules = rulesFor(access, subject, namespace).map((rule) => ({
    verbs: rule.verbs,
    apiGroups: rule.apiGroups,
    resources: rule.resources,
    ...(rule.resourceNames === undefined ? {} : { resourceNames: rule.resourceNames }),
  }));
  return { resourceRules, nonResourceRules: [], incomplete: false };
}

/** The review with its answer in `status`; throws the 400 of a review that asks nothing. */
export function answerReview(request: ReviewRequest): JsonObject {
  const { body, resource, subject } = request;
  switch (resource) {
    case "selfsubjectaccessreviews":
    case "subjectaccessreviews":
    case "localsubjectaccessreviews":
      return { ...body, status: accessReview(request) };
    case "selfsubjectrulesreviews":
      return { ...body, status: rulesReview(request) };
    case "selfsubjectreviews":
      return {
        ...body,
        status: { userInfo: { username: subject.user, groups: subject.groups } },
      };
  }
}
