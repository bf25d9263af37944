import { apiVersionOf } from "#lib/k8s/kinds.ts";
import { isKubeObject, type KubeObject, type ManagedFieldsEntry, toJson } from "#lib/k8s/object.ts";
import { isJsonObject, type Json } from "#lib/util/json.ts";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";
import type { KubeCall } from "#server/kube/transport.ts";
import { type ApplyArgs, applyOver, conflictsOf } from "./apply-merge.ts";
import { pathTextsOf } from "./field-path-text.ts";
import { fieldSetOf, toFieldsV1 } from "./field-set.ts";
import type { FieldShape } from "./field-shape.ts";
import { ownedPart, withoutEnvelope } from "./managed-fields.ts";
import { applyConflict, badRequest } from "./refusal.ts";
import type { ResourceTarget } from "./request-target.ts";

function readText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    const { documents, diagnostics } = parseDocuments(text);
    const problem = diagnostics.find(({ severity }) => severity === "error");
    if (problem !== undefined) throw badRequest(`error decoding YAML: ${problem.message}`);
    return documents[0]?.value ?? {};
  }
}

/** What an apply sends, in YAML or JSON, checked for whom it is. Throws 400. */
export function readConfig(call: KubeCall, { served, name = "" }: ResourceTarget): KubeObject {
  const body = readText(call.body ?? "");
  const sent = isJsonObject(body) ? { apiVersion: "", metadata: {}, ...body } : body;
  if (!isKubeObject(sent)) throw badRequest("error decoding YAML: the document is no object");
  const { apiVersion, kind, metadata } = sent;
  const { info } = served;
  if (apiVersion !== apiVersionOf(info) || kind !== info.kind) {
    const shown = String(apiVersion).includes("/") ? apiVersion : `/${apiVersion}`;
    throw badRequest(`invalid object type: ${shown}, Kind=${kind}`);
  }
  if (metadata.managedFields !== undefined) throw badRequest("metadata.managedFields must be nil");
  if ((metadata.name ?? "") === "")
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    );
  return sent;
}

/** Only the part that the endpoint writes: the status of the status subresource, and all else of the main resource. */
export function appliedPart(
  { served, subresource, namespace }: ResourceTarget,
  config: KubeObject,
): KubeObject {
  const { apiVersion, kind, metadata, status, ...rest } = config;
  const { name } = metadata;
  if (subresource === "status")
    return {
      apiVersion,
      kind,
      metadata: { namespace, name },
      ...(status === undefined ? {} : { status }),
    };
  const kept = served.status || status === undefined ? {} : { status };
  return {
    ...rest,
    apiVersion,
    kind,
    metadata: { ...metadata, namespace: metadata.namespace ?? namespace },
    ...kept,
  };
}

const FIRST = "before-first-apply";

/** An object whose owners nobody knows belongs to one manager from the first apply on. */
export function withFirstOwner(live: KubeObject, shape: FieldShape, time: string): KubeObject {
  if ((live.metadata.managedFields ?? []).length > 0) return live;
  const entry: ManagedFieldsEntry = {
    manager: FIRST,
    operation: "Update",
    apiVersion: live.apiVersion,
    time,
    fieldsType: "FieldsV1",
    fieldsV1: toFieldsV1(withoutEnvelope(fieldSetOf(ownedPart(toJson(live)), shape))),
  };
  return { ...live, metadata: { ...live.metadata, managedFields: [entry] } };
}

function managerText({
  manager = "",
  operation,
  subresource,
  apiVersion,
}: ManagedFieldsEntry): string {
  const named = JSON.stringify(manager);
  const scoped =
    subresource === undefined ? named : `${named} with subresource ${JSON.stringify(subresource)}`;
  return operation === "Update" ? `${scoped} using ${apiVersion}` : scoped;
}

/** The live object as the apply makes it. Throws 409 with the owners of what it would change, unless forced. */
export function appliedOver(args: ApplyArgs, force: boolean): KubeObject {
  const merged = applyOver(args);
  if (force) return merged;
  const owners = conflictsOf(args, merged).map(({ entry, set }) => ({
    manager: managerText(entry),
    paths: pathTextsOf(set),
  }));
  const causes = owners.flatMap(({ manager, paths }) =>
    paths.map((field) => ({
      reason: "FieldManagerConflict",
      field,
      message: `conflict with ${manager}`,
    })),
  );
  const [first] = causes;
  if (first === undefined) return merged;
  if (causes.length === 1)
    throw applyConflict(`Apply failed with 1 conflict: ${first.message}: ${first.field}`, causes);
  const lines = owners.flatMap(({ manager, paths }) => [
    `conflicts with ${manager}:`,
    ...paths.map((path) => `- ${path}`),
  ]);
  throw applyConflict(`Apply failed with ${causes.length} conflicts: ${lines.join("\n")}`, causes);
}
