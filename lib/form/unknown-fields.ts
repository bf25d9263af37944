import { isJsonObject, type JsonObject } from "../util/json.ts";
import { type JsonPointer, joinPointer } from "../util/pointer.ts";
import type { ContainerForm, FormModel, FormPart, NamedItem } from "./form-model.ts";
import { JOBS_OF_PATCH, layoutOf } from "./layout.ts";

/**
 * - unknownField: the form has nothing for it; it stays as it is written
 * - unusualValue: the form knows the field, but not with such a value
 * - rawItem: an element of a list that has no sentence of its own
 */
export type UnknownReason = "unknownField" | "unusualValue" | "rawItem";
export type UnknownField = { readonly pointer: JsonPointer; readonly reason: UnknownReason };

/** Maps through which the form looks for what it knows. */
const WALKED: ReadonlySet<string> = new Set([
  "template",
  "spec",
  "metadata",
  "labels",
  "annotations",
  "nodeSelector",
  "affinity",
  "nodeAffinity",
  "podAffinity",
  "podAntiAffinity",
  "requiredDuringSchedulingIgnoredDuringExecution",
  "securityContext",
  "seccompProfile",
  "capabilities",
  "persistentVolumeClaim",
  "configMap",
  "secret",
  "emptyDir",
  "hostPath",
  "valueFrom",
  "secretKeyRef",
  "configMapKeyRef",
  "fieldRef",
]);

const STRING_MAPS: ReadonlySet<string> = new Set(["labels", "annotations", "nodeSelector"]);

const KNOWN: ReadonlySet<string> = new Set([
  ...WALKED,
  "targetJobs",
  "replicatedJobs",
  "serviceAccountName",
  "tolerations",
  "volumes",
  "containers",
  "initContainers",
  "imagePullSecrets",
  "schedulingGates",
  "terminationGracePeriodSeconds",
  "preferredDuringSchedulingIgnoredDuringExecution",
  "nodeSelectorTerms",
  "name",
  "env",
  "volumeMounts",
  "value",
  "$patch",
  "runAsUser",
  "runAsGroup",
  "runAsNonRoot",
  "fsGroup",
]);

/** All that a form holds without knowing it, by pointer into the override. */
export function unknownFields(model: FormModel): readonly UnknownField[] {
  const isPatch = model.dialect === "runtimePatches";
  const own = leftIn(model.rest, "", shapeOf(model));
  const parts = model.parts.flatMap((part, index) => {
    const base = isPatch ? joinPointer("", ...JOBS_OF_PATCH, index) : "";
    return [
      ...(isPatch ? leftIn(part.rest, base, ["template"]) : []),
      ...unknownInPart(model, part, base),
    ];
  });
  return [...own, ...parts];
}

function unknownInPart(
  model: FormModel,
  part: FormPart,
  base: JsonPointer,
): readonly UnknownField[] {
  const isPatch = model.dialect === "runtimePatches";
  const targets = isPatch ? [] : inItems(part.targets, joinPointer(base, "targetJobs"));
  const { podSpec } = layoutOf(model, part.targets.length > 0);
  if (podSpec === undefined) return targets;
  const at = joinPointer(base, ...podSpec);
  const { pod } = part;
  return [
    ...targets,
    ...rawIn(pod.tolerations, joinPointer(at, "tolerations")),
    ...rawInAffinity(pod.affinity, joinPointer(at, "affinity")),
    ...inItems(pod.volumes, joinPointer(at, "volumes")),
    ...inContainers(pod.initContainers, joinPointer(at, "initContainers")),
    ...inContainers(pod.containers, joinPointer(at, "containers")),
    ...inItems(pod.imagePullSecrets, joinPointer(at, "imagePullSecrets")),
    ...inItems(pod.schedulingGates, joinPointer(at, "schedulingGates")),
  ];
}

function inContainers(
  containers: readonly ContainerForm[],
  base: JsonPointer,
): readonly UnknownField[] {
  return containers.flatMap((container, index) => {
    const at = joinPointer(base, index);
    return [
      ...leftIn(container.rest, at),
      ...inItems(container.env, joinPointer(at, "env")),
      ...inItems(container.volumeMounts, joinPointer(at, "volumeMounts")),
    ];
  });
}

function inItems(
  items: readonly Pick<NamedItem, "rest">[],
  base: JsonPointer,
): readonly UnknownField[] {
  return items.flatMap(({ rest }, index) => leftIn(rest, joinPointer(base, index)));
}

function rawInAffinity(
  affinity: FormPart["pod"]["affinity"],
  base: JsonPointer,
): readonly UnknownField[] {
  const required = "requiredDuringSchedulingIgnoredDuringExecution";
  const preferred = "preferredDuringSchedulingIgnoredDuringExecution";
  const at = (...steps: readonly string[]): JsonPointer => joinPointer(base, ...steps);
  return [
    ...rawIn(affinity.nodeRequired, at("nodeAffinity", required, "nodeSelectorTerms")),
    ...rawIn(affinity.nodePreferred, at("nodeAffinity", preferred)),
    ...rawIn(affinity.packRequired, at("podAffinity", required)),
    ...rawIn(affinity.packPreferred, at("podAffinity", preferred)),
    ...rawIn(affinity.spreadRequired, at("podAntiAffinity", required)),
    ...rawIn(affinity.spreadPreferred, at("podAntiAffinity", preferred)),
  ];
}

function rawIn(
  items: readonly { readonly kind: string }[],
  base: JsonPointer,
): readonly UnknownField[] {
  return items.flatMap(({ kind }, index) =>
    kind === "raw" ? [{ pointer: joinPointer(base, index), reason: "rawItem" as const }] : [],
  );
}

/** Maps at the top of the override that lead to what the form knows; others are unknown as a whole. */
function shapeOf(model: FormModel): readonly string[] {
  const hasTargets = model.parts.some(({ targets }) => targets.length > 0);
  const layout = layoutOf(model, hasTargets);
  const places = [layout.jobSetMetadata, layout.jobMetadata, layout.podMetadata, layout.podSpec];
  const isInline = places.some((steps) => steps?.length === 0);
  return isInline ? [...WALKED] : places.flatMap((steps) => steps?.slice(0, 1) ?? []);
}

/** Null equals absent, and an empty map that the form walks through says nothing. */
function leftIn(
  rest: JsonObject,
  base: JsonPointer,
  walked: readonly string[] = [...WALKED],
): readonly UnknownField[] {
  return Object.entries(rest).flatMap(([key, value]): readonly UnknownField[] => {
    const pointer = joinPointer(base, key);
    if (value === undefined || value === null) return [];
    if (isJsonObject(value) && walked.includes(key))
      return STRING_MAPS.has(key) ? unusualIn(value, pointer) : leftIn(value, pointer);
    // A map that leads nowhere here (the spec of a `job` entry) is no odd value but a place of another kind of entry.
    const isUnusual = KNOWN.has(key) && !(isJsonObject(value) && WALKED.has(key));
    return [{ pointer, reason: isUnusual ? "unusualValue" : "unknownField" }];
  });
}

function unusualIn(map: JsonObject, base: JsonPointer): readonly UnknownField[] {
  return Object.keys(map).map((key) => ({
    pointer: joinPointer(base, key),
    reason: "unusualValue",
  }));
}
