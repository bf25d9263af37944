import { KINDS, TRAINER_GROUP } from "#lib/k8s/kinds.ts";
import { type KubeObject, toJson } from "#lib/k8s/object.ts";
import { asArray, asString, getIn, type Json, type JsonObject } from "#lib/util/json.ts";
import type { KubeCall } from "#server/kube/transport.ts";
import type { AdmissionGate, Admitted } from "./admission-gate.ts";
import { type DecodedMetadata, decodeMetadata } from "./decoded-metadata.ts";
import { isFullyKeyed } from "./managed-fields.ts";
import { newObject, nextObject } from "./object-meta.ts";
import { parsePatchType, patchedObject } from "./patched-object.ts";
import {
  alreadyExists,
  badRequest,
  conflict,
  invalid,
  notFound,
  preconditionFailed,
  refuse,
  unversionedUpdate,
} from "./refusal.ts";
import { checkName, readBody, readObject } from "./request-body.ts";
import type { ResourceTarget } from "./request-target.ts";
import { commitObject, deleteObject, shapeOfKind, type WriteCore } from "./write-core.ts";
import {
  readContentType,
  readDryRun,
  readWriteOptions,
  type SentObject,
  undecodable,
  unknownFieldWarnings,
  type WriteOptions,
} from "./write-options.ts";

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

function checkNamed({ name = "" }: ResourceTarget, sent: KubeObject): void {
  if (sent.metadata.name === name) return;
  throw badRequest(
    `the name of the object (${sent.metadata.name ?? ""}) does not match the name on the URL (${name})`,
  );
}

/** What a write may not change, and the version it was made for. */
function checkIdentity({ served, name = "" }: ResourceTarget, old: KubeObject, sent: KubeObject) {
  const { uid, resourceVersion = "", namespace } = sent.metadata;
  if (namespace !== old.metadata.namespace)
    throw badRequest(
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  if (resourceVersion !== "" && resourceVersion !== old.metadata.resourceVersion)
    throw conflict(served.info, name);
  if (uid === undefined || uid === "" || uid === old.metadata.uid) return;
  throw invalid(served.info, name, [
    {
      reason: "FieldValueInvalid",
      field: "metadata.uid",
      message: `Invalid value: ${JSON.stringify(uid)}: field is immutable`,
    },
  ]);
}

function decodingOf({ call, target }: ClientWrite, sent: KubeObject): SentObject {
  const { kind, version } = target.served.info;
  return { kind, version, sent, isPatch: call.method === "PATCH" };
}

function decode(write: ClientWrite, body: KubeObject): DecodedMetadata {
  const decoded = decodeMetadata(body);
  if (decoded.problem !== undefined) throw undecodable(decodingOf(write, body), decoded.problem);
  return decoded;
}

function withUnknown(unknown: readonly string[], admitted: Admitted): Admitted {
  return unknown.length === 0
    ? admitted
    : { ...admitted, pruned: [...unknown, ...admitted.pruned] };
}

function checkPreconditions(target: ResourceTarget, old: KubeObject, body: Json): void {
  for (const [label, field] of [
    ["UID", "uid"],
    ["ResourceVersion", "resourceVersion"],
  ] as const) {
    const wanted = asString(getIn(body, "preconditions", field));
    const actual = old.metadata[field] ?? "";
    if (wanted !== undefined && wanted !== actual)
      throw preconditionFailed(target.served.info, target.name ?? "", label, { wanted, actual });
  }
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
    const decoded = decode(write, readObject(call, target));
    const sent = decoded.object;
    if (info.group !== TRAINER_GROUP) checkName(target, sent);
    if ((sent.metadata.resourceVersion ?? "") !== "")
      throw refuse(500, undefined, "resourceVersion should not be set on objects to be created");
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
    const admitted = withUnknown(decoded.unknown, this.#gate({ info, object: fresh }));
    if (this.#core.store.get(info, namespace, name) !== undefined) throw alreadyExists(info, name);
    const stored = this.#commit(write, options, undefined, fresh, admitted);
    return { ...stored, status: 201 };
  }

  update(write: ClientWrite): Written {
    const { target, query, call } = write;
    const options = readWriteOptions(query, call.headers, "UpdateOptions");
    const sent = readObject(call, target);
    checkNamed(target, sent);
    const old = this.#current(target);
    const isUnversioned = (sent.metadata.resourceVersion ?? "") === "";
    if (isUnversioned && !target.served.native)
      throw unversionedUpdate(target.served.info, target.name ?? "");
    return this.#replace(write, options, old, sent);
  }

  patch(write: ClientWrite): Written {
    const { target, query, call } = write;
    const type = parsePatchType(readContentType(call.headers));
    const options = readWriteOptions(query, call.headers, "PatchOptions");
    const body = readBody(call);
    const old = this.#current(target);
    const patched = patchedObject(old, type, body);
    checkNamed(target, patched);
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
    const policy = query.get("propagationPolicy") ?? asString(getIn(body, "propagationPolicy"));
    checkPreconditions(target, old, body);
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

  #replace(write: ClientWrite, options: WriteOptions, old: KubeObject, body: KubeObject): Written {
    const { served, subresource } = write.target;
    const { object: sent, unknown } = decode(write, body);
    checkIdentity(write.target, old, sent);
    const next = nextObject(served, old, sent, { subresource, keepsStatus: true });
    const admitted = this.#gate({ info: served.info, object: next, old, subresource });
    return this.#commit(write, options, old, next, withUnknown(unknown, admitted));
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
    const decoding = decodingOf(write, sent);
    const unknown = unknownFieldWarnings(admitted.pruned, options.fieldValidation, decoding);
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
