import { applyJsonPatch, parseJsonPatch } from "#lib/k8s/json-patch.ts";
import { apiVersionOf, KINDS } from "#lib/k8s/kinds.ts";
import { applyMergePatch } from "#lib/k8s/merge-patch.ts";
import { isKubeObject, type KubeObject, toJson } from "#lib/k8s/object.ts";
import {
  asArray,
  asString,
  getIn,
  isJsonObject,
  type Json,
  type JsonObject,
} from "#lib/util/json.ts";
import type { KubeCall } from "#server/kube/transport.ts";
import type { AdmissionGate, Admitted } from "./admission-gate.ts";
import { isFullyKeyed } from "./managed-fields.ts";
import { newObject, nextObject } from "./object-meta.ts";
import {
  alreadyExists,
  badRequest,
  conflict,
  invalid,
  notFound,
  patchDoesNotApply,
  refuse,
} from "./refusal.ts";
import type { RequestTarget } from "./request-target.ts";
import { commitObject, deleteObject, shapeOfKind, type WriteCore } from "./write-core.ts";
import {
  readContentType,
  readDryRun,
  readWriteOptions,
  unknownFieldWarnings,
  type WriteOptions,
} from "./write-options.ts";

type ResourceTarget = Extract<RequestTarget, { readonly type: "resource" }>;

/** A client's write that passed authorization. */
export type ClientWrite = {
  readonly call: KubeCall;
  readonly target: ResourceTarget;
  readonly query: URLSearchParams;
};

export type Written = {
  readonly status: number;
  readonly object: JsonObject;
  readonly warnings: readonly string[];
};

const MAX_BODY_BYTES = 3 * 1024 * 1024;
const MAX_PATCH_OPERATIONS = 10_000;
const JSON_PATCH = "application/json-patch+json";
const MERGE_PATCH = "application/merge-patch+json";
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const SUBDOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

function readBody(call: KubeCall): Json {
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
function readObject({ call, target }: ClientWrite): KubeObject {
  const { info } = target.served;
  const body = readBody(call);
  const sent = isJsonObject(body) ? { metadata: {}, ...body } : body;
  if (!isKubeObject(sent))
    throw badRequest("Object 'Kind' is missing: the body is no Kubernetes object");
  if (sent.apiVersion !== apiVersionOf(info) || sent.kind !== info.kind)
    throw badRequest(
      `the API version in the data (${sent.apiVersion}, Kind=${sent.kind}) does not match the expected API version (${apiVersionOf(info)}, Kind=${info.kind})`,
    );
  const { namespace } = sent.metadata;
  if (info.namespaced && namespace !== undefined && namespace !== target.namespace)
    throw badRequest(
      `the namespace of the provided object does not match the namespace sent on the request`,
    );
  if (!info.namespaced || namespace !== undefined) return sent;
  return { ...sent, metadata: { ...sent.metadata, namespace: target.namespace } };
}

function checkName(target: ResourceTarget, object: KubeObject): void {
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

export class ClientWrites {
  readonly #core: WriteCore;
  readonly #gate: AdmissionGate;

  constructor(core: WriteCore, gate: AdmissionGate) {
    this.#core = core;
    this.#gate = gate;
  }

  create(write: ClientWrite): Written {
    const { target, query, call } = write;
    const { served, namespace } = target;
    const { info } = served;
    const options = readWriteOptions(query, call.headers, "CreateOptions");
    const sent = readObject(write);
    checkName(target, sent);
    if (
      info.namespaced &&
      this.#core.store.get(KINDS.Namespace, undefined, namespace ?? "") === undefined
    )
      throw notFound(KINDS.Namespace, namespace ?? "");
    const fresh = newObject(served, sent, {
      now: this.#core.clock.now(),
      ids: this.#core.ids,
      keepsPast: false,
    });
    const name = fresh.metadata.name ?? "";
    const admitted = this.#gate({ info, object: fresh });
    if (this.#core.store.get(info, namespace, name) !== undefined) throw alreadyExists(info, name);
    const stored = this.#commit(write, options, undefined, fresh, admitted);
    return { ...stored, status: 201 };
  }

  update(write: ClientWrite): Written {
    const { target, query, call } = write;
    const options = readWriteOptions(query, call.headers, "UpdateOptions");
    const sent = readObject(write);
    const { name = "" } = target;
    if (sent.metadata.name !== name)
      throw badRequest(
        `the name of the object (${sent.metadata.name ?? ""}) does not match the name on the URL (${name})`,
      );
    const old = this.#current(target);
    if ((sent.metadata.resourceVersion ?? "") === "" && !target.served.native)
      throw invalid(target.served.info, name, [
        {
          reason: "FieldValueInvalid",
          field: "metadata.resourceVersion",
          message: "Invalid value: 0: must be specified for an update",
        },
      ]);
    return this.#replace(write, options, old, sent);
  }

  patch(write: ClientWrite): Written {
    const { target, query, call } = write;
    const type = readContentType(call.headers);
    if (type !== JSON_PATCH && type !== MERGE_PATCH)
      throw refuse(
        415,
        "UnsupportedMediaType",
        `the body of the request was in an unknown format - accepted media types include: ${JSON_PATCH}, ${MERGE_PATCH}`,
      );
    const options = readWriteOptions(query, call.headers, "PatchOptions");
    const body = readBody(call);
    const old = this.#current(target);
    const patched = type === JSON_PATCH ? patchByJson(old, body) : patchByMerge(old, body);
    if (!isKubeObject(patched)) throw badRequest("the patched object is no Kubernetes object");
    const { name = "" } = target;
    if (patched.metadata.name !== name)
      throw badRequest(
        `the name of the object (${patched.metadata.name ?? ""}) does not match the name on the URL (${name})`,
      );
    return this.#replace(write, options, old, patched);
  }

  delete(write: ClientWrite): Written {
    const { target, query, call } = write;
    const { info } = target.served;
    const body = (call.body ?? "") === "" ? {} : readBody(call);
    const inBody = asArray(getIn(body, "dryRun")) ?? [];
    const dryRuns = [...query.getAll("dryRun"), ...inBody.map(String)];
    const dryRun = readDryRun(dryRuns, "DeleteOptions");
    const old = this.#current(target);
    const { name = "" } = target;
    const policy = query.get("propagationPolicy") ?? asString(getIn(body, "propagationPolicy"));
    for (const [label, field] of [
      ["UID", "uid"],
      ["ResourceVersion", "resourceVersion"],
    ] as const) {
      const wanted = asString(getIn(body, "preconditions", field));
      const actual = old.metadata[field] ?? "";
      if (wanted !== undefined && wanted !== actual)
        throw conflict(info, name, preconditionFailed(label, wanted, actual));
    }
    if (!dryRun) {
      if (policy === "Orphan") this.#orphan(old);
      deleteObject(this.#core, info, this.#current(target));
    }
    if (info.kind === "Pod") return { status: 200, object: toJson(old), warnings: [] };
    return { status: 200, object: deletedStatus(target, old), warnings: [] };
  }

  #current({ served, namespace, name = "" }: ResourceTarget): KubeObject {
    const found = this.#core.store.get(served.info, namespace, name);
    if (found === undefined) throw notFound(served.info, name);
    return found;
  }

  #replace(write: ClientWrite, options: WriteOptions, old: KubeObject, sent: KubeObject): Written {
    const { served, subresource, name = "" } = write.target;
    const { uid, resourceVersion } = sent.metadata;
    if (uid !== undefined && uid !== "" && uid !== old.metadata.uid)
      throw conflict(served.info, name, preconditionFailed("UID", uid, old.metadata.uid ?? ""));
    const version = resourceVersion ?? "";
    if (version !== "" && version !== old.metadata.resourceVersion)
      throw conflict(served.info, name);
    const next = nextObject(served, old, sent, { subresource, keepsStatus: true });
    // Webhooks and the schema's rules look at the main resource; a status is taken as it comes.
    const admitted =
      subresource === undefined
        ? this.#gate({ info: served.info, object: next, old })
        : { object: next, warnings: [], pruned: [] };
    return this.#commit(write, options, old, next, admitted);
  }

  #commit(
    write: ClientWrite,
    options: WriteOptions,
    old: KubeObject | undefined,
    sent: KubeObject,
    admitted: Admitted,
  ): Written {
    const { served, subresource } = write.target;
    const { info } = served;
    const unknown = unknownFieldWarnings(admitted.pruned, options.fieldValidation, info);
    const next =
      old === undefined
        ? admitted.object
        : nextObject(served, old, admitted.object, { subresource, keepsStatus: true });
    const object = commitObject(this.#core, {
      info,
      old,
      next,
      manager: options.manager,
      operation: "Update",
      subresource,
      dryRun: options.dryRun,
      losesOwnership: !isFullyKeyed(sent, shapeOfKind(this.#core, info)),
    });
    return { status: 200, object: toJson(object), warnings: [...unknown, ...admitted.warnings] };
  }

  #orphan(owner: KubeObject): void {
    const { uid } = owner.metadata;
    if (uid === undefined) return;
    for (const { info, object } of this.#core.store.ownedBy(uid)) {
      const kept = (object.metadata.ownerReferences ?? []).filter((one) => one.uid !== uid);
      const { ownerReferences: _ownerReferences, ...metadata } = object.metadata;
      const ownerReferences = kept.length === 0 ? {} : { ownerReferences: kept };
      this.#core.store.put(info, { ...object, metadata: { ...metadata, ...ownerReferences } });
    }
  }
}

function preconditionFailed(label: string, wanted: string, actual: string): string {
  return `Precondition failed: ${label} in precondition: ${wanted}, ${label} in object meta: ${actual}`;
}

function patchByJson(old: KubeObject, body: Json): Json {
  const operations = parseJsonPatch(body);
  if (operations === undefined) throw badRequest("error decoding patch: not a list of operations");
  if (operations.length > MAX_PATCH_OPERATIONS)
    throw refuse(
      413,
      "RequestEntityTooLarge",
      `The allowed maximum operations in a JSON patch is ${MAX_PATCH_OPERATIONS}, got ${operations.length}`,
    );
  const result = applyJsonPatch(toJson(old), operations);
  if (!result.ok) throw patchDoesNotApply();
  return result.value;
}

function patchByMerge(old: KubeObject, body: Json): Json {
  if (!isJsonObject(body)) throw badRequest("error decoding patch: not an object");
  return applyMergePatch(toJson(old), body);
}

function deletedStatus({ served, name }: ResourceTarget, old: KubeObject): JsonObject {
  const { info } = served;
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: {
      ...(name === undefined ? {} : { name }),
      ...(info.group === "" ? {} : { group: info.group }),
      kind: info.plural,
      ...(old.metadata.uid === undefined ? {} : { uid: old.metadata.uid }),
    },
  };
}
