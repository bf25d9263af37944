import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import {
  getIn,
  isJsonObject,
  type Json,
  type JsonObject,
  toCanonicalJson,
} from "#lib/util/json.ts";
import { allSchemas } from "./all.ts";
import { createSchemaReader, SCHEMA_KINDS, SCHEMA_VERSIONS } from "./expand.ts";
import { loadSchema } from "./index.ts";

const KEYWORDS = new Set([
  "additionalProperties",
  "anyOf",
  "default",
  "enum",
  "format",
  "items",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "nullable",
  "pattern",
  "properties",
  "required",
  "type",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-int-or-string",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-list-type",
  "x-kubernetes-map-type",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-validations",
]);

const eachSchema = SCHEMA_VERSIONS.flatMap((version) =>
  SCHEMA_KINDS.map((kind) => ({ name: `${kind} ${version}`, schema: allSchemas[version][kind] })),
);

function subschemas(schema: JsonObject): readonly JsonObject[] {
  const parts: (Json | undefined)[] = Object.values(
    isJsonObject(schema["properties"]) ? schema["properties"] : {},
  );
  parts.push(schema["items"], schema["additionalProperties"]);
  return [schema, ...parts.filter(isJsonObject).flatMap(subschemas)];
}

function overrideFields(schema: JsonObject): readonly string[] {
  const spec = getIn(schema, "properties", "spec", "properties");
  return Object.keys(isJsonObject(spec) ? spec : {}).filter((name) =>
    /Overrides$|Patches$/.test(name),
  );
}

const TEMPLATE_OVERRIDES = ["properties", "spec", "properties", "templateOverrides"] as const;

test.each(eachSchema)("$name consists of structural schemas without prose", ({ schema }) => {
  for (const part of subschemas(schema)) {
    expect(Object.keys(part).filter((key) => !KEYWORDS.has(key))).toEqual([]);
    const isTyped =
      typeof part["type"] === "string" ||
      part["x-kubernetes-int-or-string"] === true ||
      part["x-kubernetes-preserve-unknown-fields"] === true;
    expect(isTyped).toBe(true);
  }
});

test("each version has the override field of its dialect and no other", () => {
  const fields = SCHEMA_VERSIONS.map((version) => [
    version,
    overrideFields(allSchemas[version].TrainJob),
  ]);
  expect(Object.fromEntries(fields)).toEqual({
    "v2.0.0": ["podSpecOverrides"],
    "v2.0.1": ["podSpecOverrides"],
    "v2.1.0": ["podTemplateOverrides"],
    "v2.2.0": ["runtimePatches"],
    "v2.2.1": ["runtimePatches"],
    "v2.3.0": ["runtimePatches"],
    templateOverrides: ["templateOverrides"],
  });
});

/** Counted once with another reader of the same CRDs. */
const COUNTS = {
  "v2.0.0": [475, 1403, 1403, 1323],
  "v2.0.1": [475, 1403, 1403, 1323],
  "v2.1.0": [667, 1457, 1457, 1373],
  "v2.2.0": [788, 1458, 1458, 1450],
  "v2.2.1": [788, 1456, 1456, 1450],
  "v2.3.0": [789, 1462, 1462, 1452],
  templateOverrides: [774, 1462, 1462, 1452],
};

test("the schemas have as many parts as the released CRDs", () => {
  const counts = SCHEMA_VERSIONS.map((version) => [
    version,
    SCHEMA_KINDS.map((kind) => subschemas(allSchemas[version][kind]).length),
  ]);
  expect(Object.fromEntries(counts)).toEqual(COUNTS);
});

test("a page's loader gives the same schema as the server's record", async () => {
  const loaded = await loadSchema("TrainJob", "v2.1.0");
  expect(toCanonicalJson(loaded)).toBe(toCanonicalJson(allSchemas["v2.1.0"].TrainJob));
});

test("a reference to a missing pool item is an error", () => {
  const read = createSchemaReader({ pool: [], roots: { "TrainJob/v2.3.0": { items: 3 } } });
  expect(() => read("TrainJob", "v2.3.0")).toThrow("pool item 3");
  expect(() => read("JobSet", "v2.3.0")).toThrow("an object");
});

test("the templateOverrides TrainJob is the released one apart from the override field", () => {
  const own = allSchemas.templateOverrides.TrainJob;
  const released = allSchemas["v2.3.0"].TrainJob;
  expect(getIn(own, "required")).toEqual(["spec"]);
  expect(getIn(own, "properties", "status")).toEqual(getIn(released, "properties", "status"));
  expect(getIn(own, "x-kubernetes-validations")).toEqual(
    getIn(released, "x-kubernetes-validations"),
  );
  for (const field of ["trainer", "initializer", "runtimeRef", "suspend", "managedBy"]) {
    expect(getIn(own, "properties", "spec", "properties", field)).toEqual(
      getIn(released, "properties", "spec", "properties", field),
    );
  }
});

test("a pod entry takes the fields of the released patch, without their own immutability", () => {
  const path = [...TEMPLATE_OVERRIDES, "items", "properties", "pod", "items", "properties", "spec"];
  const spec = getIn(allSchemas.templateOverrides.TrainJob, ...path);
  const fields = getIn(spec, "properties");
  expect(isJsonObject(fields) ? Object.keys(fields).sort() : []).toEqual([
    "affinity",
    "containers",
    "imagePullSecrets",
    "initContainers",
    "nodeSelector",
    "schedulingGates",
    "securityContext",
    "serviceAccountName",
    "terminationGracePeriodSeconds",
    "tolerations",
    "volumes",
  ]);
  expect(toCanonicalJson(spec)).not.toContain("self == oldSelf");
});

test("the runtimes of templateOverrides are those of the release it builds on", () => {
  for (const kind of ["TrainingRuntime", "ClusterTrainingRuntime", "JobSet"] as const) {
    expect(toCanonicalJson(allSchemas.templateOverrides[kind])).toBe(
      toCanonicalJson(allSchemas["v2.3.0"][kind]),
    );
  }
});

test.each([
  ["trainjobs", "TrainJob"],
  ["trainingruntimes", "TrainingRuntime"],
  ["clustertrainingruntimes", "ClusterTrainingRuntime"],
] as const)("the shipped CRD of %s has the schema that is checked with", (plural, kind) => {
  const path = new URL(
    `../../../manifests/crds/${plural}.trainer.kubeflow.org.yaml`,
    import.meta.url,
  );
  const crd: Json = parse(readFileSync(path, "utf8"));
  const schema = getIn(crd, "spec", "versions", 0, "schema", "openAPIV3Schema");
  expect(toCanonicalJson(withoutDescriptions(schema))).toBe(
    toCanonicalJson(allSchemas.templateOverrides[kind]),
  );
});

function withoutDescriptions(schema: Json | undefined): Json | undefined {
  if (!isJsonObject(schema)) return schema;
  const { description: _, properties, ...rest } = schema;
  const stripped = {
    ...rest,
    items: withoutDescriptions(rest["items"]),
    additionalProperties: withoutDescriptions(rest["additionalProperties"]),
  };
  if (!isJsonObject(properties)) return stripped;
  const named = Object.entries(properties).map(
    ([name, value]) => [name, withoutDescriptions(value)] as const,
  );
  return { ...stripped, properties: Object.fromEntries(named) };
}
