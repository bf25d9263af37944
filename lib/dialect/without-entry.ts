import type { KubeObject } from "../k8s/object.ts";
import { asArray, isJsonObject, type Json, type MutableJsonObject } from "../util/json.ts";
import { parsePointer } from "../util/pointer.ts";
import type { OverrideEntry } from "./entry.ts";

/** The TrainJob as if this one entry had not been written; for comparing renders, not for sending: histories are append-only. */
export function withoutEntry(trainJob: KubeObject, entry: OverrideEntry): KubeObject {
  const [, ...steps] = parsePointer(entry.path);
  return { ...trainJob, spec: withoutAt(trainJob.spec ?? {}, steps) };
}

function withoutAt<T extends Json>(value: T, steps: readonly string[]): T;
function withoutAt(value: Json, [step, ...rest]: readonly string[]): Json {
  if (step === undefined) return value;
  const list = asArray(value);
  if (list !== undefined) {
    const at = Number(step);
    if (rest.length === 0) return list.filter((_, index) => index !== at);
    return list.map((item, index) => (index === at ? withoutAt(item, rest) : item));
  }
  if (!isJsonObject(value)) return value;
  const copy: MutableJsonObject = { ...value };
  const member = copy[step];
  if (rest.length === 0) delete copy[step];
  else if (member !== undefined) copy[step] = withoutAt(member, rest);
  return copy;
}
