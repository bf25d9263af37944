import { KINDS, type KindInfo } from "#lib/k8s/kinds.ts";
import { type KubeObject, toJson } from "#lib/k8s/object.ts";
import { prune } from "#lib/schema/prune.ts";
import type { StructuralSchema } from "#lib/schema/structural-schema.ts";
import { type CrdSchemas, schemaOfKind } from "./crd-schemas.ts";

const ANY: StructuralSchema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const MAP: StructuralSchema = { type: "object", additionalProperties: { type: "string" } };
const VALUE: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true };

function whole(fields: { readonly [name: string]: StructuralSchema }): StructuralSchema {
  const properties = { apiVersion: VALUE, kind: VALUE, metadata: ANY, ...fields };
  return { type: "object", properties };
}

/** Pods and jobs are described where a JobSet holds them. */
function nativeSchema(schemas: CrdSchemas, info: KindInfo): StructuralSchema | undefined {
  const replicated = schemas.JobSet.properties?.["spec"]?.properties?.["replicatedJobs"];
  const job = replicated?.items?.properties?.["template"]?.properties?.["spec"];
  const pod = job?.properties?.["template"]?.properties?.["spec"];
  switch (info) {
    case KINDS.ConfigMap:
      return whole({ data: MAP, binaryData: MAP, immutable: VALUE });
    case KINDS.Secret:
      return whole({ data: MAP, stringData: MAP, immutable: VALUE, type: VALUE });
    case KINDS.Namespace:
      return whole({ spec: ANY, status: ANY });
    case KINDS.Job:
      return job === undefined ? undefined : whole({ spec: withAny(job), status: ANY });
    case KINDS.Pod:
      return pod === undefined ? undefined : whole({ spec: pod, status: ANY });
    default:
      return undefined;
  }
}

/** A job's own template carries metadata that the description leaves out. */
function withAny(job: StructuralSchema): StructuralSchema {
  const template = job.properties?.["template"];
  const properties = { ...template?.properties, metadata: ANY };
  return { ...job, properties: { ...job.properties, template: { ...template, properties } } };
}

const NATIVE = new WeakMap<CrdSchemas, Map<KindInfo, StructuralSchema | undefined>>();

/** The schema of a compiled-in kind, for its fields' names; undefined where the sandbox knows none. */
export function fieldsOfNative(schemas: CrdSchemas, info: KindInfo): StructuralSchema | undefined {
  const known = NATIVE.get(schemas) ?? new Map<KindInfo, StructuralSchema | undefined>();
  NATIVE.set(schemas, known);
  if (!known.has(info)) known.set(info, nativeSchema(schemas, info));
  return known.get(info);
}

/** JSON pointers of fields that the object's kind does not have. Metadata is not looked at. */
export function undeclaredFields(
  schemas: CrdSchemas,
  info: KindInfo,
  object: KubeObject,
): readonly string[] {
  const schema = schemaOfKind(schemas, info) ?? fieldsOfNative(schemas, info);
  return schema === undefined ? [] : prune(schema, toJson(object)).pruned;
}
