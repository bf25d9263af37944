import { KINDS, TRAINER_GROUP } from "#lib/k8s/kinds.ts";
import { type KubeObject, type ManagedFieldsEntry, toJson } from "#lib/k8s/object.ts";
import { toKubeTime } from "#lib/util/clock.ts";
import { getIn, isEqualJson, isJsonObject, type Json, type JsonObject } from "#lib/util/json.ts";
import type { KubeCall } from "#server/kube/transport.ts";
import type { AdmissionGate, Admitted } from "./admission-gate.ts";
import { appliedOver, appliedPart, readConfig, withFirstOwner } from "./applied-config.ts";
import { schemaOfKind } from "./crd-schemas.ts";
import { type DecodedMetadata, decodeMetadata } from "./decoded-metadata.ts";
import { duplicateFields } from "./duplicate-fields.ts";
import { isFullyKeyed } from "./managed-fields.ts";
import { checkOpen } from "./namespace-life.ts";
import { newObject, nextObject } from "./object-meta.ts";
import { parsePatchType, patchedObject } from "./patched-object.ts";
import {
  alreadyExists,
  badRequest,
  conflict,
  invalid,
  notFound,
  refuse,
  uidMismatch,
  unversionedUpdate,
} from "./refusal.ts";
import { checkName, readBody, readObject } from "./request-body.ts";
import type { ResourceTarget } from "./request-target.ts";
import type { ServedKind } from "./served-kinds.ts";
import { untypedConfig } from "./typed-config.ts";
import { fieldsOfNative, undeclaredFields } from "./undeclared-fields.ts";
import { commitObject, shapeOfKind, type WriteCore } from "./write-core.ts";
import {
  APPLY_PATCH,
  readContentType,
  readForce,
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
  const isJson = readContentType(call.headers) !== APPLY_PATCH;
  const duplicates = isJson ? duplicateFields(call.body ?? "") : [];
  return { kind, version, sent, duplicates, isPatch: call.method === "PATCH" };
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

/** One version after the other: `applied` is what an apply sent of it. */
type Step = {
  readonly old?: KubeObject | undefined;
  /** As `old`, with the owners that are in the store. */
  readonly stored?: KubeObject | undefined;
  readonly sent: KubeObject;
  readonly applied?: KubeObject | undefined;
};

function ownersOf(object: KubeObject): Json | undefined {
  return getIn(toJson(object), "metadata", "managedFields");
}

function isOwner(entry: unknown): entry is ManagedFieldsEntry {
  if (!isJsonObject(entry)) return false;
  const { manager, operation, fieldsV1 } = entry;
  const isWriter = operation === "Apply" || operation === "Update";
  return typeof manager === "string" && manager !== "" && isWriter && isJsonObject(fieldsV1);
}

/** Clients may say who owns what, as kubectl does when it changes from one kind of apply to the other. */
function withSentOwners(old: KubeObject, sent: KubeObject): KubeObject {
  const { managedFields } = sent.metadata;
  if (managedFields === undefined || isEqualJson(ownersOf(old), ownersOf(sent))) return old;
  const known = Array.isArray(managedFields) ? managedFields.filter(isOwner) : [];
  return { ...old, metadata: { ...old.metadata, managedFields: known } };
}

/** As upstream. */
const NAME_TRIES = 8;

export class ClientWrites {
  readonly #core: WriteCore;
  readonly #gate: AdmissionGate;

  constructor(core: WriteCore, gate: AdmissionGate) {
    this.#core = core;
    this.#gate = gate;
  }

  create(write: ClientWrite): Written {
    const { target, query, call } = write;
    const { info } = target.served;
    const options = readWriteOptions(query, call.headers, "CreateOptions");
    const decoded = decode(write, readObject(call, target));
    const sent = decoded.object;
    if (info.group !== TRAINER_GROUP) checkName(target, sent);
    if ((sent.metadata.resourceVersion ?? "") !== "")
      throw refuse(500, undefined, "resourceVersion should not be set on objects to be created");
    return this.#insert(write, options, decoded);
  }

  #insert(
    write: ClientWrite,
    options: WriteOptions,
    { object: sent, unknown }: DecodedMetadata,
    applied?: KubeObject,
  ): Written {
    const { served, namespace } = write.target;
    const { info } = served;
    if (
      info.namespaced &&
      this.#core.store.get(KINDS.Namespace, undefined, namespace ?? "") === undefined
    )
      throw notFound(KINDS.Namespace, namespace ?? "");
    checkOpen(this.#core, write.target, sent);
    this.#checkStrictly(write, options, { object: sent, unknown });
    const fresh = this.#named(served, sent);
    const name = fresh.metadata.name ?? "";
    const admitted = withUnknown(unknown, this.#gate({ info, object: fresh }));
    if (this.#core.store.get(info, namespace, name) !== undefined) throw alreadyExists(info, name);
    const stored = this.#commit(write, options, { sent: fresh, applied }, admitted);
    return { ...stored, status: 201 };
  }

  /** A name that the server makes is made again when it is taken. */
  #named(served: ServedKind, sent: KubeObject): KubeObject {
    const { clock, ids, store } = this.#core;
    const make = () => newObject(served, sent, { now: clock.now(), ids, keepsPast: false });
    let fresh = make();
    if ((sent.metadata.name ?? "") !== "") return fresh;
    for (let tries = 1; tries < NAME_TRIES; tries += 1) {
      const { namespace, name = "" } = fresh.metadata;
      if (store.get(served.info, namespace, name) === undefined) return fresh;
      fresh = make();
    }
    return fresh;
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
    const type = parsePatchType(readContentType(call.headers), target.served.native);
    const options = readWriteOptions(query, call.headers, "PatchOptions");
    const force = readForce(query, type === APPLY_PATCH);
    if (type === APPLY_PATCH) return this.#apply(write, options, force);
    const body = readBody(call);
    const old = this.#current(target);
    const shape = shapeOfKind(this.#core, target.served.info);
    const patched = patchedObject(old, type, body, shape);
    checkNamed(target, patched);
    return this.#replace(write, options, old, patched);
  }

  #apply(write: ClientWrite, options: WriteOptions, force: boolean): Written {
    const { target, call } = write;
    const { served, namespace, name = "", subresource } = target;
    const { info } = served;
    const sent = readConfig(call, target);
    checkNamed(target, sent);
    const decoded = decode(write, sent);
    const config = appliedPart(target, decoded.object);
    const shape = shapeOfKind(this.#core, info);
    const { schemas } = this.#core;
    const schema = schemaOfKind(schemas, info) ?? fieldsOfNative(schemas, info);
    const undeclared = [...decoded.unknown, ...undeclaredFields(schemas, info, config)];
    const problem = untypedConfig({ served, sent, config, shape, undeclared, schema });
    if (problem !== undefined) throw problem;
    const stored = this.#core.store.get(info, namespace, name);
    if (stored === undefined) {
      if (subresource !== undefined) throw notFound(info, name);
      const { uid = "" } = config.metadata;
      if (uid !== "") throw uidMismatch(info, name, uid);
      return this.#insert(write, options, { object: config, unknown: [] }, config);
    }
    checkIdentity(target, stored, config);
    const live = withFirstOwner(stored, shape, toKubeTime(this.#core.clock.now()));
    const { manager } = options;
    const merged = appliedOver({ live, config, manager, subresource, shape }, force);
    const next = nextObject(served, live, merged, { subresource, keepsStatus: true });
    const admitted = this.#gate({ info, object: next, old: live, subresource });
    return this.#commit(
      write,
      options,
      { old: live, stored, sent: next, applied: config },
      admitted,
    );
  }

  #current({ served, namespace, name = "" }: ResourceTarget): KubeObject {
    const found = this.#core.store.get(served.info, namespace, name);
    if (found === undefined) throw notFound(served.info, name);
    return found;
  }

  #replace(
    write: ClientWrite,
    options: WriteOptions,
    stored: KubeObject,
    body: KubeObject,
  ): Written {
    const { served, subresource } = write.target;
    const { object: sent, unknown } = decode(write, body);
    checkIdentity(write.target, stored, sent);
    this.#checkStrictly(write, options, { object: sent, unknown });
    const old = withSentOwners(stored, sent);
    const next = nextObject(served, old, sent, { subresource, keepsStatus: true });
    const admitted = this.#gate({ info: served.info, object: next, old, subresource });
    return this.#commit(
      write,
      options,
      { old, stored, sent: next },
      withUnknown(unknown, admitted),
    );
  }

  /** What is asked to be strict is refused before anybody looks at the object. */
  #checkStrictly(write: ClientWrite, options: WriteOptions, decoded: DecodedMetadata): void {
    if (options.fieldValidation !== "Strict") return;
    const { object, unknown } = decoded;
    const undeclared = undeclaredFields(this.#core.schemas, write.target.served.info, object);
    unknownFieldWarnings([...unknown, ...undeclared], "Strict", decodingOf(write, object));
  }

  #commit(
    write: ClientWrite,
    options: WriteOptions,
    { old, stored, sent, applied }: Step,
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
      stored,
      next,
      manager: options.manager,
      operation: applied === undefined ? "Update" : "Apply",
      config: applied,
      subresource,
      dryRun: options.dryRun,
      losesOwnership: applied === undefined && !isFullyKeyed(sent, shapeOfKind(this.#core, info)),
    });
    return { status: 200, object: toJson(object), warnings: [...unknown, ...admitted.warnings] };
  }
}
