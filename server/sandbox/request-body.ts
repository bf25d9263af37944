import { apiVersionOf } from "#lib/k8s/kinds.ts";
import { isKubeObject, type KubeObject } from "#lib/k8s/object.ts";
import { asString, isJsonObject, type Json } from "#lib/util/json.ts";
import type { KubeCall } from "#server/kube/transport.ts";
import { badRequest, invalid, refuse } from "./refusal.ts";
import type { ResourceTarget } from "./request-target.ts";

const MAX_BODY_BYTES = 3 * 1024 * 1024;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const SUBDOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** Throws 413 and 400. */
export function readBody(call: KubeCall): Json {
  const text = call.body ?? "";
  if (Buffer.byteLength(text) > MAX_BODY_BYTES)
    throw refuse(
      413,
      "RequestEntityTooLarge",
      `Request entity too large: limit is ${MAX_BODY_BYTES}`,
    );
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw badRequest(`couldn't decode the request body: ${String(error)}`);
  }
}

/** A whole object of the request's kind, name and namespace. */
export function readObject(call: KubeCall, target: ResourceTarget): KubeObject {
  const { info } = target.served;
  const body = readBody(call);
  const sent = isJsonObject(body) ? { metadata: {}, ...body } : body;
  const apiVersion = isJsonObject(body) ? asString(body["apiVersion"]) : undefined;
  if (!isKubeObject(sent) || apiVersion === undefined)
    throw badRequest(
      `the object provided is unrecognized (must be of type ${info.kind}): Object 'Kind' is missing in '${call.body ?? ""}'`,
    );
  if (apiVersion !== apiVersionOf(info))
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${apiVersionOf(info)})`,
    );
  if (sent.kind !== info.kind)
    throw badRequest(
      `the object provided is unrecognized (must be of type ${info.kind}): it is of type ${sent.kind}`,
    );
  const { namespace } = sent.metadata;
  if (info.namespaced && namespace !== undefined && namespace !== target.namespace)
    throw badRequest(
      `the namespace of the provided object does not match the namespace sent on the request`,
    );
  if (!info.namespaced || namespace !== undefined) return sent;
  return { ...sent, metadata: { ...sent.metadata, namespace: target.namespace } };
}

/** For kinds whose metadata no admission looks at. */
export function checkName(target: ResourceTarget, object: KubeObject): void {
  const { name, generateName } = object.metadata;
  const field = "metadata.name";
  if ((name ?? "") === "" && (generateName ?? "") === "")
    throw invalid(target.served.info, "", [
      {
        reason: "FieldValueRequired",
        field,
        message: "Required value: name or generateName is required",
      },
    ]);
  if (name !== undefined && name !== "" && (!SUBDOMAIN.test(name) || name.length > 253))
    throw invalid(target.served.info, name, [
      {
        reason: "FieldValueInvalid",
        field,
        message: `Invalid value: ${JSON.stringify(name)}: ${SUBDOMAIN_TEXT}`,
      },
    ]);
}
