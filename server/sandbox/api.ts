import { isJsonObject, type Json, type JsonObject } from "#lib/util/json.ts";
import type { KubeAnswer, KubeCall, KubeTransport } from "#server/kube/transport.ts";
import { answer, jsonAnswer, statusAnswer, textStream } from "./answer.ts";
import type { ApiDocuments } from "./api-documents.ts";
import { type AccessAttributes, type AccessRules, isAllowed } from "./rbac.ts";
import { readFlag } from "./read-query.ts";
import { badRequest, forbidden, KubeRefusal, methodNotAllowed } from "./refusal.ts";
import { parseTarget, type RequestTarget, type ResourceTarget } from "./request-target.ts";
import { answerResource, type ResourceParts } from "./resource-answer.ts";
import { answerReview } from "./reviews.ts";
import { subjectOf } from "./subject.ts";
import { APPLY_PATCH, readContentType } from "./write-options.ts";

export type ApiParts = ResourceParts & {
  readonly access: () => AccessRules;
  readonly documents: ApiDocuments;
};

type ReviewTarget = Extract<RequestTarget, { readonly type: "review" }>;

const NAME_FIELD = /(?:^|,)metadata\.name==?([^,]+)/;

function attributesOf(
  call: KubeCall,
  target: ResourceTarget | ReviewTarget,
  query: URLSearchParams,
): AccessAttributes {
  if (target.type === "review") {
    const { group, resource, namespace } = target;
    return { verb: "create", group, resource, namespace };
  }
  const { served, namespace, name, subresource } = target;
  const { group, plural } = served.info;
  const isCollection = name === undefined;
  // As upstream: a list that selects one name may be allowed for that name.
  const selected = isCollection ? NAME_FIELD.exec(query.get("fieldSelector") ?? "")?.[1] : name;
  // A Namespace object is in its own scope.
  const scope = served.info.kind === "Namespace" ? name : namespace;
  const verb = verbOf(call, isCollection, readFlag(query, "watch"));
  return { verb, group, resource: plural, subresource, namespace: scope, name: selected };
}

/** An apply of what is not there creates it, which is a right of its own. */
function creationByApply(
  { store }: ApiParts,
  call: KubeCall,
  target: ResourceTarget | ReviewTarget,
  wanted: AccessAttributes,
): AccessAttributes | undefined {
  if (target.type !== "resource" || call.method !== "PATCH") return undefined;
  const { served, namespace, name = "" } = target;
  const isApply = readContentType(call.headers) === APPLY_PATCH;
  if (!isApply || store.get(served.info, namespace, name) !== undefined) return undefined;
  return { ...wanted, verb: "create" };
}

function verbOf({ method }: KubeCall, isCollection: boolean, isWatch: boolean): string {
  switch (method) {
    case "GET":
      if (!isCollection) return "get";
      return isWatch ? "watch" : "list";
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return "patch";
    case "DELETE":
      return isCollection ? "deletecollection" : "delete";
  }
}

/** Outside the served resources there is no Status, only text. */
function nothingServed(): KubeAnswer {
  return answer(404, textStream(["404 page not found\n"]), "text/plain; charset=utf-8");
}

function readReview(call: KubeCall): JsonObject {
  try {
    const body = JSON.parse(call.body ?? "") as Json;
    if (isJsonObject(body)) return body;
  } catch {
    // Refused below.
  }
  throw badRequest("couldn't decode the request body");
}

/** Routing, authorization and dispatch of one call; everything refused is thrown as KubeRefusal. */
function dispatch(parts: ApiParts, call: KubeCall): KubeAnswer {
  const access = parts.access();
  const subject = subjectOf(call, access);
  const query = call.query ?? new URLSearchParams();
  const target = parseTarget(call.path);
  if (target === undefined) return nothingServed();
  if (target.type === "health") return jsonAnswer(200, "ok");
  const document = parts.documents.answer(call, target);
  if (document !== undefined) return document;
  if (target.type !== "resource" && target.type !== "review") return nothingServed();
  const wanted = attributesOf(call, target, query);
  if (!isAllowed(access, subject, wanted)) throw forbidden({ user: subject.user, ...wanted });
  const creation = creationByApply(parts, call, target, wanted);
  if (creation !== undefined && !isAllowed(access, subject, creation))
    throw forbidden({ user: subject.user, ...creation });
  if (target.type === "resource") return answerResource(parts, { call, target, query });
  if (call.method !== "POST") throw methodNotAllowed();
  const { resource } = target;
  const review = answerReview({ resource, body: readReview(call), access, subject });
  return jsonAnswer(201, JSON.stringify(review));
}

/** The sandbox behind the port that a real cluster is reached through. A call whose signal is aborted already rejects. */
export function createApi(parts: ApiParts): KubeTransport {
  return {
    async request(call) {
      call.signal?.throwIfAborted();
      try {
        return dispatch(parts, call);
      } catch (error) {
        if (error instanceof KubeRefusal) return statusAnswer(error.status);
        throw error;
      }
    },
  };
}
