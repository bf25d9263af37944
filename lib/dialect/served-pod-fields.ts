import {
  asArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
} from "../util/json.ts";
import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import type { Dialect, Located } from "./entry.ts";

const FIRST = [
  "serviceAccountName",
  "nodeSelector",
  "tolerations",
  "volumes",
  "initContainers",
  "containers",
  "schedulingGates",
];
const SECOND = [...FIRST, "affinity", "imagePullSecrets"];
const ALL = [...SECOND, "securityContext", "terminationGracePeriodSeconds"];

const POD_FIELDS: { readonly [dialect in Dialect]: readonly string[] } = {
  podSpecOverrides: FIRST,
  podTemplateOverrides: SECOND,
  templateOverrides: ALL,
  runtimePatches: ALL,
};
const OLD_CONTAINER = ["name", "env", "volumeMounts"];

/** Called with the pointer of each field that the dialect does not have. */
export type Drop = (path: JsonPointer) => void;

/** The part of a pod spec that a dialect can say; what it cannot is dropped and told. */
export function servedPodSpec(spec: Located, dialect: Dialect, drop: Drop): JsonObject {
  const kept: MutableJsonObject = {};
  for (const [field, value] of Object.entries(spec.value)) {
    const path = joinPointer(spec.path, field);
    if (!POD_FIELDS[dialect].includes(field)) drop(path);
    else if (field === "containers" || field === "initContainers")
      kept[field] = servedContainers(value, path, dialect, drop);
    else kept[field] = value;
  }
  return kept;
}

function servedContainers(
  value: Json | undefined,
  path: JsonPointer,
  dialect: Dialect,
  drop: Drop,
): Json | undefined {
  const isOld = dialect === "podSpecOverrides" || dialect === "podTemplateOverrides";
  const list = asArray(value);
  if (!isOld || list === undefined) return value;
  return list.map((container, index) => {
    if (!isJsonObject(container)) return container;
    const kept: MutableJsonObject = {};
    for (const [field, part] of Object.entries(container)) {
      if (OLD_CONTAINER.includes(field)) kept[field] = part;
      else drop(joinPointer(path, index, field));
    }
    return kept;
  });
}
