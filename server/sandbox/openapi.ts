import { createHash } from "node:crypto";
import { collectionPath, type KindInfo, objectPath } from "#lib/k8s/kinds.ts";
import type { JsonObject, MutableJsonObject } from "#lib/util/json.ts";
import { SERVER_VERSION } from "./discovery.ts";
import { type SchemaSource, schemaName, schemasOf } from "./openapi-schemas.ts";
import { patchTypesOf } from "./patched-object.ts";
import { SERVED_KINDS, type ServedKind } from "./served-kinds.ts";

const LIST_PARAMETERS = [
  "labelSelector",
  "fieldSelector",
  "limit",
  "continue",
  "resourceVersion",
  "resourceVersionMatch",
  "watch",
  "allowWatchBookmarks",
  "sendInitialEvents",
  "timeoutSeconds",
];
const WRITE_PARAMETERS = ["dryRun", "fieldManager", "fieldValidation"];

type Operation = { readonly action: string; readonly parameters: readonly string[] };
type Method = "get" | "post" | "put" | "patch" | "delete";

function bodyOf(method: Method, served: ServedKind): JsonObject {
  const schema = { $ref: `#/components/schemas/${schemaName(served.info)}` };
  const types = method === "patch" ? patchTypesOf(served.native) : ["application/json"];
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  return { required: true, content };
}

function operation(
  method: Method,
  served: ServedKind,
  { action, parameters }: Operation,
): JsonObject {
  const { info } = served;
  const schema = { $ref: `#/components/schemas/${schemaName(info)}` };
  const { group, version, kind } = info;
  return {
    operationId: `${action}${kind}${group}${version}`,
    parameters: parameters.map((name) => ({ name, in: "query", schema: { type: "string" } })),
    ...(method === "get" || method === "delete" ? {} : { requestBody: bodyOf(method, served) }),
    responses: { "200": { description: "OK", content: { "application/json": { schema } } } },
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": { group, version, kind },
  };
}

function pathsOf(served: ServedKind): JsonObject {
  const { info, status } = served;
  const write = (method: Method, action: string) =>
    operation(method, served, { action, parameters: WRITE_PARAMETERS });
  const one = {
    get: operation("get", served, { action: "get", parameters: [] }),
    put: write("put", "put"),
    patch: write("patch", "patch"),
  };
  const list = operation("get", served, { action: "list", parameters: LIST_PARAMETERS });
  const remove = operation("delete", served, {
    action: "delete",
    parameters: ["dryRun", "propagationPolicy"],
  });
  const collection = decodeURIComponent(collectionPath(info, "{namespace}"));
  const object = decodeURIComponent(objectPath(info, "{namespace}", "{name}"));
  return {
    ...(info.namespaced ? { [collectionPath(info)]: { get: list } } : {}),
    [collection]: { get: list, post: write("post", "post") },
    [object]: { ...one, delete: remove },
    ...(status ? { [`${object}/status`]: one } : {}),
  };
}

function groupPath({ group, version }: KindInfo): string {
  return group === "" ? `api/${version}` : `apis/${group}/${version}`;
}

function kindsAt(path: string): readonly ServedKind[] {
  return SERVED_KINDS.filter(({ info }) => groupPath(info) === path);
}

/** The description of one group and version in OpenAPI 3; undefined where nothing is served. */
export function openApiV3(path: string, source: SchemaSource): JsonObject | undefined {
  const served = kindsAt(path);
  if (served.length === 0) return undefined;
  const paths: MutableJsonObject = {};
  for (const one of served) Object.assign(paths, pathsOf(one));
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version: SERVER_VERSION },
    paths,
    components: {
      schemas: schemasOf(
        served.map(({ info }) => info),
        source,
      ),
    },
  };
}

/** Where the descriptions are. The hash tells clients when one has changed. */
export function openApiIndex(source: SchemaSource): JsonObject {
  const paths: MutableJsonObject = {};
  for (const { info } of SERVED_KINDS) {
    const path = groupPath(info);
    if (paths[path] !== undefined) continue;
    const hash = createHash("sha256")
      .update(JSON.stringify(openApiV3(path, source)))
      .digest("hex");
    paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${hash.slice(0, 32)}` };
  }
  return { paths };
}

function toV2(value: JsonObject): JsonObject {
  const text = JSON.stringify(value).replaceAll("#/components/schemas/", "#/definitions/");
  return JSON.parse(text) as JsonObject;
}

/** All definitions in the older form, for readers of JSON; operations are told in OpenAPI 3 only. */
export function openApiV2(source: SchemaSource): JsonObject {
  const kinds = SERVED_KINDS.map(({ info }) => info);
  return {
    swagger: "2.0",
    info: { title: "Kubernetes", version: SERVER_VERSION },
    paths: {},
    definitions: toV2(schemasOf(kinds, source)),
  };
}
