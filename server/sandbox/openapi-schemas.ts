import { apiVersionOf, KINDS, type KindInfo } from "#lib/k8s/kinds.ts";
import { asObject, getIn, type Json, type JsonObject } from "#lib/util/json.ts";

/** The published schema of a kind that has a definition; undefined for the others. */
export type SchemaSource = (info: KindInfo) => JsonObject | undefined;

const META = "io.k8s.apimachinery.pkg.apis.meta.v1";
const text = (description: string): JsonObject => ({ type: "string", description });
const textMap: JsonObject = { type: "object", additionalProperties: { type: "string" } };
const ANYTHING: JsonObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** What kubectl and generators read about metadata. */
const META_SCHEMAS: JsonObject = {
  [`${META}.ObjectMeta`]: {
    description: "ObjectMeta is metadata that all persisted resources have.",
    type: "object",
    properties: {
      name: text("Name is unique within a namespace."),
      generateName: text("A prefix from which the server makes a unique name."),
      namespace: text("The space within which the name is unique."),
      uid: text("Unique in time and space; set by the server."),
      resourceVersion: text("The version of the object; opaque to clients."),
      generation: {
        type: "integer",
        format: "int64",
        description: "Counts changes of the desired state.",
      },
      creationTimestamp: { ...text("When the object was created."), format: "date-time" },
      deletionTimestamp: { ...text("When the object will be gone."), format: "date-time" },
      deletionGracePeriodSeconds: { type: "integer", format: "int64" },
      labels: { ...textMap, description: "Keys and values to select objects by." },
      annotations: { ...textMap, description: "Keys and values for tools." },
      finalizers: {
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "set",
        "x-kubernetes-patch-strategy": "merge",
      },
      ownerReferences: {
        type: "array",
        items: { $ref: `#/components/schemas/${META}.OwnerReference` },
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["uid"],
        "x-kubernetes-patch-merge-key": "uid",
        "x-kubernetes-patch-strategy": "merge",
      },
      managedFields: { type: "array", items: ANYTHING, "x-kubernetes-list-type": "atomic" },
    },
  },
  [`${META}.OwnerReference`]: {
    description: "OwnerReference names the object that this one belongs to.",
    type: "object",
    required: ["apiVersion", "kind", "name", "uid"],
    properties: {
      apiVersion: { type: "string" },
      kind: { type: "string" },
      name: { type: "string" },
      uid: { type: "string" },
      controller: { type: "boolean" },
      blockOwnerDeletion: { type: "boolean" },
    },
    "x-kubernetes-map-type": "atomic",
  },
  [`${META}.ListMeta`]: {
    type: "object",
    properties: {
      resourceVersion: { type: "string" },
      continue: { type: "string" },
      remainingItemCount: { type: "integer", format: "int64" },
    },
  },
};

/** `org.kubeflow.trainer.v1alpha1.TrainJob`, `io.k8s.api.core.v1.Pod`. */
export function schemaName({ group, version, kind }: KindInfo): string {
  if (group === "") return `io.k8s.api.core.${version}.${kind}`;
  if (!group.includes(".")) return `io.k8s.api.${group}.${version}.${kind}`;
  return `${group.split(".").reverse().join(".")}.${version}.${kind}`;
}

/** The specs of pods and jobs are part of what a JobSet is made of. */
function specOf(info: KindInfo, source: SchemaSource): Json | undefined {
  const jobSet = source(KINDS.JobSet);
  const job = getIn(
    jobSet,
    ...["properties", "spec", "properties", "replicatedJobs", "items", "properties"],
    ...["template", "properties", "spec"],
  );
  if (info === KINDS.Job) return job;
  if (info === KINDS.Pod) return getIn(job, "properties", "template", "properties", "spec");
  return ANYTHING;
}

function nativeFields(info: KindInfo, source: SchemaSource): JsonObject {
  const bytes = { type: "object", additionalProperties: { type: "string", format: "byte" } };
  switch (info) {
    case KINDS.ConfigMap:
      return { data: textMap, binaryData: bytes, immutable: { type: "boolean" } };
    case KINDS.Secret:
      return {
        data: bytes,
        stringData: textMap,
        type: { type: "string" },
        immutable: { type: "boolean" },
      };
    case KINDS.Event:
      return {};
    default:
      return { spec: specOf(info, source) ?? ANYTHING, status: ANYTHING };
  }
}

function envelope(info: KindInfo): JsonObject {
  return {
    apiVersion: text(`APIVersion of this schema is ${apiVersionOf(info)}.`),
    kind: text(`Kind is ${info.kind}.`),
    metadata: {
      description: "Standard object's metadata.",
      allOf: [{ $ref: `#/components/schemas/${META}.ObjectMeta` }],
      default: {},
    },
  };
}

/** The schema of whole objects of a kind, for readers of the API's description. */
export function objectSchema(info: KindInfo, source: SchemaSource): JsonObject {
  const published = source(info);
  const { group, version, kind } = info;
  const base = published ?? {
    type: "object",
    "x-kubernetes-preserve-unknown-fields": info === KINDS.Event ? true : undefined,
  };
  const fields =
    published === undefined ? nativeFields(info, source) : asObject(published["properties"]);
  return {
    ...base,
    properties: { ...fields, ...envelope(info) },
    "x-kubernetes-group-version-kind": [{ group, version, kind }],
  };
}

function listSchema(info: KindInfo): JsonObject {
  const { group, version, kind } = info;
  return {
    type: "object",
    required: ["items"],
    properties: {
      ...envelope(info),
      metadata: { allOf: [{ $ref: `#/components/schemas/${META}.ListMeta` }] },
      items: { type: "array", items: { $ref: `#/components/schemas/${schemaName(info)}` } },
    },
    "x-kubernetes-group-version-kind": [{ group, version, kind: `${kind}List` }],
  };
}

/** `components.schemas` for these kinds. */
export function schemasOf(kinds: readonly KindInfo[], source: SchemaSource): JsonObject {
  const own = kinds.flatMap((info): (readonly [string, JsonObject])[] => [
    [schemaName(info), objectSchema(info, source)],
    [`${schemaName(info)}List`, listSchema(info)],
  ]);
  return { ...META_SCHEMAS, ...Object.fromEntries(own) };
}
