import { asObject, isEqualJson, type Json, type JsonObject, objectsIn } from "../util/json.ts";
import { nested, overlay, present } from "./overlay.ts";
import { createReader, type Reader } from "./reader.ts";
import type {
  AffinityForm,
  NodeExpression,
  NodeTerm,
  PodTerm,
  WeightedNodeTerm,
  WeightedPodTerm,
} from "./scheduling-model.ts";

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

export function readAffinity(reader: Reader): AffinityForm {
  return {
    nodeRequired: reader.list("nodeAffinity", REQUIRED, "nodeSelectorTerms").map(readNodeTerm),
    nodePreferred: reader.list("nodeAffinity", PREFERRED).map(readWeightedNodeTerm),
    packRequired: reader.list("podAffinity", REQUIRED).map(readPodTerm),
    packPreferred: reader.list("podAffinity", PREFERRED).map(readWeightedPodTerm),
    spreadRequired: reader.list("podAntiAffinity", REQUIRED).map(readPodTerm),
    spreadPreferred: reader.list("podAntiAffinity", PREFERRED).map(readWeightedPodTerm),
  };
}

export function writeAffinity(affinity: AffinityForm): JsonObject {
  const terms = present({ nodeSelectorTerms: affinity.nodeRequired.map(writeNodeTerm) });
  return present({
    nodeAffinity: overlay(
      nested([REQUIRED], terms),
      present({ [PREFERRED]: affinity.nodePreferred.map(writeWeightedNodeTerm) }),
    ),
    podAffinity: present({
      [REQUIRED]: affinity.packRequired.map(writePodTerm),
      [PREFERRED]: affinity.packPreferred.map(writeWeightedPodTerm),
    }),
    podAntiAffinity: present({
      [REQUIRED]: affinity.spreadRequired.map(writePodTerm),
      [PREFERRED]: affinity.spreadPreferred.map(writeWeightedPodTerm),
    }),
  });
}

function readNodeTerm(value: Json): NodeTerm {
  const expressions = readExpressions(asObject(value));
  return expressions === undefined ? { kind: "raw", value } : { kind: "labels", expressions };
}

function readWeightedNodeTerm(value: Json): WeightedNodeTerm {
  const object = asObject(value) ?? {};
  const weight = createReader(object).integer("weight");
  const expressions = readExpressions(asObject(object["preference"]));
  const isKnown = hasOnly(object, "weight", "preference");
  return weight === undefined || expressions === undefined || !isKnown
    ? { kind: "raw", value }
    : { kind: "labels", weight, expressions };
}

/** Undefined where a term holds anything but expressions over labels. */
function readExpressions(term: JsonObject | undefined): readonly NodeExpression[] | undefined {
  if (term === undefined || !hasOnly(term, "matchExpressions")) return undefined;
  const expressions = objectsIn(term["matchExpressions"]).map((expression) => {
    const reader = createReader(expression);
    return {
      key: reader.text("key"),
      operator: reader.text("operator"),
      values: reader.texts("values"),
    };
  });
  const isExact = isEqualJson(
    expressions.map((each) => present(each)),
    term["matchExpressions"],
  );
  return expressions.length > 0 && isExact ? expressions : undefined;
}

function readPodTerm(value: Json): PodTerm {
  const term = readTopology(asObject(value));
  return term === undefined ? { kind: "raw", value } : { kind: "topology", ...term };
}

function readWeightedPodTerm(value: Json): WeightedPodTerm {
  const object = asObject(value) ?? {};
  const weight = createReader(object).integer("weight");
  const term = readTopology(asObject(object["podAffinityTerm"]));
  return weight === undefined || term === undefined || !hasOnly(object, "weight", "podAffinityTerm")
    ? { kind: "raw", value }
    : { kind: "topology", weight, ...term };
}

/** No selector at all chooses no pod, an empty one all: only the latter is a sentence. */
function readTopology(term: JsonObject | undefined) {
  const selector = asObject(term?.["labelSelector"]);
  if (term === undefined || selector === undefined) return undefined;
  const reader = createReader(term);
  const topologyKey = reader.text("topologyKey");
  const labels = reader.stringMap("labelSelector", "matchLabels");
  const left = reader.rest();
  const isKnown =
    labels.mode === "merge" &&
    hasOnly(left, "labelSelector") &&
    isEqualJson(left["labelSelector"] ?? {}, {});
  return isKnown ? { topologyKey, labels: labels.entries } : undefined;
}

function writeNodeTerm(term: NodeTerm): Json {
  return term.kind === "raw" ? term.value : writeExpressions(term.expressions);
}

function writeWeightedNodeTerm(term: WeightedNodeTerm): Json {
  if (term.kind === "raw") return term.value;
  return { weight: term.weight, preference: writeExpressions(term.expressions) };
}

function writeExpressions(expressions: readonly NodeExpression[]): JsonObject {
  return { matchExpressions: expressions.map((expression) => present(expression)) };
}

function writePodTerm(term: PodTerm): Json {
  return term.kind === "raw" ? term.value : writeTopology(term);
}

function writeWeightedPodTerm(term: WeightedPodTerm): Json {
  return term.kind === "raw"
    ? term.value
    : { weight: term.weight, podAffinityTerm: writeTopology(term) };
}

function writeTopology(term: Exclude<PodTerm, { readonly kind: "raw" }>): JsonObject {
  const labelSelector = present({ matchLabels: term.labels });
  return { ...present({ topologyKey: term.topologyKey }), labelSelector };
}

function hasOnly(object: JsonObject, ...keys: readonly string[]): boolean {
  return Object.keys(object).every((key) => keys.includes(key));
}
