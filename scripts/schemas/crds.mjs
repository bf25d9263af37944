import { Document, isMap, isSeq, visit } from "yaml";
import { toTemplateOverridesSchema } from "./template-overrides.mjs";
import { withoutDescriptions } from "./walk.mjs";

const HEADER = ` Written by scripts/schemas/generate.mjs: change that, not this.
 Schema: Kubeflow Trainer, Copyright The Kubeflow Authors, Apache License 2.0; see NOTICE.`;
const FLOW_WIDTH = 88;

const age = { jsonPath: ".metadata.creationTimestamp", name: "Age", type: "date" };
const KINDS = [
  {
    plural: "trainjobs",
    toSchema: toTemplateOverridesSchema,
    columns: [
      { jsonPath: ".status.conditions[-1:].type", name: "State", type: "string" },
      { jsonPath: ".spec.runtimeRef.name", name: "Runtime", type: "string" },
      { jsonPath: ".spec.suspend", name: "Suspend", type: "boolean" },
      age,
    ],
    hasStatus: true,
  },
  {
    plural: "trainingruntimes",
    toSchema: (released) => ({
      ...withoutDescriptions(released),
      description: "A template for training jobs of one namespace.",
    }),
    columns: [age],
    hasStatus: false,
  },
  {
    plural: "clustertrainingruntimes",
    toSchema: (released) => ({
      ...withoutDescriptions(released),
      description: "A template for training jobs of every namespace.",
    }),
    columns: [age],
    hasStatus: false,
  },
];

/**
 * The CRDs of the templateOverrides API, made from the CRDs of the release it builds on.
 * @param {(plural: string) => object} readReleased
 */
export function toOwnCrds(readReleased) {
  return KINDS.map(({ plural, toSchema, columns, hasStatus }) => {
    const { spec } = readReleased(plural);
    return {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: {
        labels: {
          "app.kubernetes.io/component": "crd",
          "app.kubernetes.io/name": "trainer-dashboard",
        },
        name: `${plural}.${spec.group}`,
      },
      spec: {
        group: spec.group,
        names: spec.names,
        scope: spec.scope,
        versions: [
          {
            additionalPrinterColumns: columns,
            name: spec.versions[0].name,
            schema: { openAPIV3Schema: toSchema(schemaOf({ spec })) },
            served: true,
            storage: true,
            subresources: hasStatus ? { status: {} } : {},
          },
        ],
      },
    };
  });
}

/** The structural schema of a CRD with one version. */
export function schemaOf(crd) {
  if (crd.spec.versions.length !== 1) throw new Error("expected a CRD with one version");
  return crd.spec.versions[0].schema.openAPIV3Schema;
}

/** YAML text; what fits on a line stands on one, which halves the file. */
export function toCrdText(crd) {
  const document = new Document(crd, { aliasDuplicateObjects: false });
  document.commentBefore = HEADER;
  visit(document, {
    Collection(_key, node, path) {
      if (path.length < 3 || !(isMap(node) || isSeq(node))) return;
      if (JSON.stringify(node).length > FLOW_WIDTH) return;
      node.flow = true;
      return visit.SKIP;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
