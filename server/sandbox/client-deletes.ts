import { apiVersionOf, KINDS } from "#lib/k8s/kinds.ts";
import { type KubeObject, toJson } from "#lib/k8s/object.ts";
import { asArray, asString, getIn, type Json, type JsonObject } from "#lib/util/json.ts";
import type { ClientWrite, Written } from "./client-writes.ts";
import { endNamespace } from "./namespace-life.ts";
import { invalidOptions, notFound, preconditionFailed } from "./refusal.ts";
import { readBody } from "./request-body.ts";
import type { ResourceTarget } from "./request-target.ts";
import { isSelected, parseSelection } from "./selection.ts";
import { deleteObject, type WriteCore } from "./write-core.ts";
import { readDryRun } from "./write-options.ts";

type DeleteOptions = {
  readonly body: Json;
  readonly dryRun: boolean;
  readonly policy: string | undefined;
};

const POLICIES = ["Foreground", "Background", "Orphan"];

function readOptions({ call, query }: ClientWrite): DeleteOptions {
  const body = (call.body ?? "") === "" ? {} : readBody(call);
  const inBody = asArray(getIn(body, "dryRun")) ?? [];
  const dryRun = readDryRun([...query.getAll("dryRun"), ...inBody.map(String)], "DeleteOptions");
  const policy = query.get("propagationPolicy") ?? asString(getIn(body, "propagationPolicy"));
  if (policy !== undefined && !POLICIES.includes(policy))
    throw invalidOptions("DeleteOptions", {
      reason: "FieldValueNotSupported",
      field: "propagationPolicy",
      message: `Unsupported value: ${JSON.stringify(policy)}: supported values: "Foreground", "Background", "Orphan", "nil"`,
    });
  return { body, dryRun, policy };
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

/** Clients' deletions, of one object or of all that a list would give. */
export class ClientDeletes {
  readonly #core: WriteCore;

  constructor(core: WriteCore) {
    this.#core = core;
  }

  one(write: ClientWrite): Written {
    const { served, namespace, name = "" } = write.target;
    const options = readOptions(write);
    const old = this.#core.store.get(served.info, namespace, name);
    if (old === undefined) throw notFound(served.info, name);
    checkPreconditions(write.target, old, options.body);
    const ended = options.dryRun ? old : this.#delete(write.target, old, options);
    const isToldWhole = served.info === KINDS.Pod || served.info === KINDS.Namespace;
    const isHeld = (ended.metadata.finalizers ?? []).length > 0;
    const object = isToldWhole || isHeld ? toJson(ended) : deletedStatus(write.target, old);
    return { status: 200, object, warnings: [] };
  }

  /** The objects as they were, as a list. */
  collection(write: ClientWrite): Written {
    const { served, namespace } = write.target;
    const { info } = served;
    const options = readOptions(write);
    const selection = parseSelection(write.query, served, namespace);
    const { items: all, version } = this.#core.store.snapshot(info);
    const items = all.filter((object) => isSelected(selection, object));
    if (!options.dryRun) for (const item of items) this.#delete(write.target, item, options);
    const object = {
      kind: `${info.kind}List`,
      apiVersion: apiVersionOf(info),
      metadata: { resourceVersion: String(version) },
      items: items.map(toJson),
    };
    return { status: 200, object, warnings: [] };
  }

  #delete({ served }: ResourceTarget, old: KubeObject, { policy }: DeleteOptions): KubeObject {
    const { info } = served;
    const { namespace, name = "" } = old.metadata;
    if (info === KINDS.Namespace) return endNamespace(this.#core, old);
    if (policy === "Orphan") this.#orphan(old);
    const current = this.#core.store.get(info, namespace, name);
    return current === undefined ? old : deleteObject(this.#core, info, current);
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
