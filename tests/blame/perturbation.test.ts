import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type KubeObject, objectKey, toJson } from "#lib/k8s/object.ts";
import { type Origin, type RenderResult, render } from "#lib/render/index.ts";
import { isJsonObject, type Json } from "#lib/util/json.ts";
import { parsePointer } from "#lib/util/pointer.ts";
import { ROOT } from "../support/dashboard.ts";
import { type Leaf, leavesOf } from "../support/keyed-leaves.ts";

type Case = { id: string; runtime: KubeObject; trainJob: KubeObject };

/** Every sixth case: 40 of the 240, over all policies. */
const CASES: readonly Case[] = readFileSync(
  join(ROOT, "tests/fixtures/render/random/v2.3.0.jsonl"),
  "utf8",
)
  .split("\n")
  .filter((line) => line !== "")
  .filter((_, index) => index % 6 === 0)
  .map((line) => JSON.parse(line) as Case);

/** Another value that the same field could hold: quantities stay quantities, numbers numbers. */
function otherValue(value: Json | undefined): Json {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") {
    if (/^[+-]?[0-9.]+([eE][+-]?[0-9]+|[numkMGTPE]|[KMGTPE]i)?$/.test(value))
      return value === "13" ? "14" : "13";
    return `${value}x`;
  }
  if (Array.isArray(value)) return [...(value as readonly Json[]), "x"];
  if (isJsonObject(value)) return { ...value, sizeLimit: "13", nodeAffinity: {}, runAsUser: 13 };
  return "x";
}

/** A copy of the object with the value at the pointer exchanged; undefined where the pointer does not lead anywhere. */
function withOther(object: KubeObject, pointer: string): KubeObject | undefined {
  const copy = structuredClone(object) as unknown as Record<string, Json>;
  const steps = [...parsePointer(pointer)];
  const last = steps.pop();
  let parent: Json | undefined = copy as Json;
  for (const step of steps) {
    parent = Array.isArray(parent)
      ? (parent[Number(step)] as Json)
      : isJsonObject(parent)
        ? parent[step]
        : undefined;
  }
  if (last === undefined || typeof parent !== "object" || parent === null) return undefined;
  const holder = parent as Record<string, Json | undefined>;
  if (holder[last] === undefined) return undefined;
  holder[last] = otherValue(holder[last]);
  return copy as unknown as KubeObject;
}

function valuesByKey(result: RenderResult): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const object of result.objects) {
    for (const leaf of leavesOf(toJson(object))) {
      values.set(`${object.kind}|${leaf.keyed}`, JSON.stringify(leaf.value));
    }
  }
  return values;
}

function sourcesOf(result: RenderResult, object: KubeObject, leaf: Leaf): readonly Origin[] {
  const blame = result.blame?.[objectKey(object)]?.[leaf.pointer];
  if (blame === undefined) return [];
  return blame.origin.path !== undefined
    ? [blame.origin]
    : (blame.inputs ?? []).filter((one) => one.path !== undefined);
}

const RUNTIME_LAYERS = new Set(["runtime", "snapshot"]);

test("changing what a leaf's origin points at changes that leaf", () => {
  expect(CASES).toHaveLength(40);
  const wrong: string[] = [];
  let checked = 0;
  for (const { id, runtime, trainJob } of CASES) {
    const input = { runtime, trainJob, trainerVersion: "v2.3.0" as const };
    const before = render({ ...input, blame: true });
    const known = valuesByKey(before);
    for (const object of before.objects) {
      for (const leaf of leavesOf(toJson(object))) {
        const sources = sourcesOf(before, object, leaf);
        if (sources.length === 0) continue;
        checked += 1;
        const key = `${object.kind}|${leaf.keyed}`;
        const changes = sources.some((source) => {
          const isRuntime = RUNTIME_LAYERS.has(source.layer);
          const changed = withOther(isRuntime ? runtime : trainJob, source.path ?? "");
          if (changed === undefined) return false;
          const after = render(
            isRuntime ? { ...input, runtime: changed } : { ...input, trainJob: changed },
          );
          return valuesByKey(after).get(key) !== known.get(key);
        });
        if (!changes)
          wrong.push(
            `${id} ${key} = ${JSON.stringify(leaf.value)} from ${JSON.stringify(sources)}`,
          );
      }
    }
  }
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(wrong).toHaveLength(0);
  expect(checked).toBeGreaterThan(2_000);
});
