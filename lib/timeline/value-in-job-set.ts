import type { KubeObject } from "../k8s/object.ts";
import { toJson } from "../k8s/object.ts";
import { asArray, getIn, isJsonObject, type Json, objectsIn } from "../util/json.ts";
import { parsePointer } from "../util/pointer.ts";
import { mergeKeyOf } from "./field-writes.ts";
import type { FieldTarget } from "./timeline.ts";

/** What a rendered JobSet has at a field that overrides compete for; undefined where it has nothing. */
export function valueInJobSet(
  jobSet: KubeObject,
  target: Pick<FieldTarget, "place" | "job" | "pointer">,
): Json | undefined {
  let field = "";
  let value = rootOf(jobSet, target);
  for (const step of parsePointer(target.pointer)) {
    value = stepInto(value, field, step);
    field = step;
  }
  return value;
}

function rootOf(
  jobSet: KubeObject,
  { place, job, pointer }: Pick<FieldTarget, "place" | "job" | "pointer">,
): Json | undefined {
  if (place === "jobSet") return toJson(jobSet);
  const jobs = objectsIn(jobSet.spec?.["replicatedJobs"]);
  const template = jobs.find((item) => item["name"] === job)?.["template"];
  if (place === "job") return template;
  const pod = getIn(template, "spec", "template");
  return pointer.startsWith("/metadata/") ? pod : getIn(pod, "spec");
}

function stepInto(value: Json | undefined, field: string, step: string): Json | undefined {
  const list = asArray(value);
  if (list === undefined) return isJsonObject(value) ? value[step] : undefined;
  const key = mergeKeyOf(field);
  return key === undefined
    ? undefined
    : list.find((item) => isJsonObject(item) && item[key] === step);
}
