import type { KubeObject } from "../k8s/object.ts";
import {
  asArray,
  asObject,
  isJsonObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
} from "../util/json.ts";
import { parsePointer, toPointer } from "../util/pointer.ts";
import { mergeKeyOf, STRING_MAPS } from "./field-writes.ts";
import type { FieldTarget, Timeline } from "./timeline.ts";
import { valueInJobSet } from "./value-in-job-set.ts";

export type NeutralArgs = {
  readonly timeline: Timeline;
  readonly entryId: string;
  /** The JobSet as rendered, and as it would be without the entry. */
  readonly current: KubeObject;
  readonly without: KubeObject;
};

/** Later templateOverrides entries that undo one, and the fields that no entry can take back. */
export type NeutralPlan = {
  readonly overrides: readonly { readonly kind: "job" | "pod"; readonly override: JsonObject }[];
  readonly remaining: readonly FieldTarget[];
};

/**
 * An append is for ever, but a later entry can restore what would be there without it: values are set again, and keys of
 * string maps are taken out with `$patch`. A patch cannot delete anything else, so such fields remain.
 * Fields that a later entry replaced already need nothing.
 */
export function neutralOverrides(args: NeutralArgs): NeutralPlan {
  const { timeline, entryId, current, without } = args;
  const remaining: FieldTarget[] = [];
  const groups = new Map<string, { target: FieldTarget; parts: MutableJsonObject }>();
  for (const target of timeline.targets) {
    if (target.winner !== entryId) continue;
    const part = restored(target, valueInJobSet(current, target), without);
    if (part === undefined) {
      remaining.push(target);
      continue;
    }
    if (part === "asItIs") continue;
    const key = `${target.place} ${target.job ?? ""}`;
    const group = groups.get(key) ?? { target, parts: {} };
    groups.set(key, group);
    place(group.parts, part.steps, part.value);
  }
  return { overrides: [...groups.values()].map(toOverride), remaining };
}

type Part = { readonly steps: readonly string[]; readonly value: Json };

function restored(
  target: FieldTarget,
  now: Json | undefined,
  without: KubeObject,
): Part | "asItIs" | undefined {
  const steps = parsePointer(target.pointer);
  const old = valueInJobSet(without, target);
  if (now === undefined && old === undefined) return "asItIs";
  if (old !== undefined) return canRestore(now, old) ? { steps, value: old } : undefined;
  const map = steps.slice(0, -1);
  // The JobSet's own metadata is written key by key: a directive would become a label there.
  if (target.place === "jobSet" || !STRING_MAPS.has(map.at(-1) ?? "")) return undefined;
  const rest = valueInJobSet(without, { ...target, pointer: toPointer(map) });
  const isEmpty = !isJsonObject(rest) || Object.keys(rest).length === 0;
  return { steps: map, value: isEmpty ? { $patch: "delete" } : { ...rest, $patch: "replace" } };
}

/** Elements of lists are merged member by member: a member that only the entry brought stays. */
function canRestore(now: Json | undefined, old: Json): boolean {
  if (!isJsonObject(now)) return true;
  if (!isJsonObject(old)) return false;
  return Object.entries(now).every(([key, value]) => {
    const before = old[key];
    return value === undefined || (before !== undefined && canRestore(value, before));
  });
}

/** Puts a value where the pointer says; list elements are found or made by their merge key. */
function place(root: MutableJsonObject, steps: readonly string[], value: Json): void {
  const [field = "", ...rest] = steps;
  const before = root[field];
  const key = mergeKeyOf(field);
  if (key !== undefined) root[field] = withElement(asArray(before) ?? [], key, rest, value);
  else if (rest.length > 0) root[field] = placedIn(before, rest, value);
  else root[field] = isJsonObject(value) ? { ...asObject(before), ...value } : value;
}

function placedIn(before: Json | undefined, steps: readonly string[], value: Json): JsonObject {
  const map: MutableJsonObject = { ...asObject(before) };
  place(map, steps, value);
  return map;
}

function withElement(
  list: readonly Json[],
  key: string,
  [name = "", ...below]: readonly string[],
  value: Json,
): Json {
  const found = list.find((item) => isJsonObject(item) && item[key] === name);
  const element: JsonObject = { [key]: name, ...asObject(found) };
  const next =
    below.length > 0 ? placedIn(element, below, value) : { ...element, ...asObject(value) };
  return [...list.filter((item) => item !== found), next];
}

function toOverride({ target, parts }: { target: FieldTarget; parts: MutableJsonObject }) {
  const { metadata, ...spec } = parts;
  const targetJobs = target.job === undefined ? {} : { targetJobs: [{ name: target.job }] };
  const override: JsonObject = {
    ...targetJobs,
    ...(metadata !== undefined && { metadata }),
    ...(Object.keys(spec).length > 0 && { spec }),
  };
  return { kind: target.place === "pod" ? ("pod" as const) : ("job" as const), override };
}
