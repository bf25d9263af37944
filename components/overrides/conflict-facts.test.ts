import { expect, test } from "vitest";
import { buildAppend } from "#lib/dialect/append.ts";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { Json } from "#lib/util/json.ts";
import { appendLimit } from "./append-limits.ts";
import { changesByOthers, overlapsWith } from "./conflict-facts.ts";

const dialect = "templateOverrides" as const;
const time = (second: number) =>
  new Date(Date.UTC(2026, 2, 18) + second * 1000).toISOString().replace(".000", "");
const entry = (second: number, pool: string) => ({
  time: time(second),
  targetJobs: [{ name: "node" }],
  spec: { nodeSelector: { pool } },
});

function aJob(lanes: readonly { readonly [key: string]: Json }[]): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "a", namespace: "team-a", uid: "u-1", resourceVersion: "7" },
    spec: { suspend: true, templateOverrides: lanes },
  };
}

function draftOn(trainJob: KubeObject, manager: string) {
  const { time: at, ...override } = entry(90, "mine");
  return buildAppend({ trainJob, dialect, manager, kind: "pod", time: at, override });
}

const before = aJob([{ manager: "a.example/x", pod: [entry(1, "t4")] }]);
const after = aJob([
  { manager: "a.example/x", pod: [entry(1, "t4"), entry(2, "h100")] },
  { manager: "b.example/y", pod: [entry(3, "cpu")] },
]);

test("what others wrote since the draft was looked at is found entry by entry", () => {
  expect(
    changesByOthers(before, after, dialect).map(({ kind, entry: { id } }) => [kind, id]),
  ).toEqual([
    ["added", `a.example/x/pod/${time(2)}`],
    ["added", `b.example/y/pod/${time(3)}`],
  ]);
  expect(changesByOthers(after, before, dialect).map(({ kind }) => kind)).toEqual([
    "removed",
    "removed",
  ]);
  expect(changesByOthers(before, before, dialect)).toEqual([]);
});

test("a field that both set names the winner", () => {
  const changes = changesByOthers(before, after, dialect);
  const winners = (manager: string) =>
    overlapsWith(draftOn(after, manager), changes, dialect).map(({ winner }) => winner);
  expect(winners("c.example/z")).toEqual(["mine", "mine"]);
  expect(winners("a.example/x")).toEqual(["another", "theirs"]);
});

test("the 129th entry of a history and the 17th manager are met before anything is sent", () => {
  const history = Array.from({ length: 128 }, (_, index) => entry(index, "t4"));
  const full = aJob([{ manager: "a.example/x", pod: history }]);
  const facts = { trainJob: full, dialect };
  const draft = { manager: "a.example/x", kind: "pod" as const };
  expect(appendLimit(facts, draft, undefined)).toEqual({ code: "entries", limit: 128 });
  expect(appendLimit(facts, { ...draft, kind: "job" }, undefined)).toBeUndefined();
  const lanes = Array.from({ length: 16 }, (_, index) => ({ manager: `a.example/${index}` }));
  const crowded = { trainJob: aJob(lanes), dialect };
  expect(appendLimit(crowded, draft, undefined)).toEqual({ code: "managers", limit: 16 });
  expect(appendLimit(crowded, { ...draft, manager: "a.example/3" }, undefined)).toBeUndefined();
});

test("an object that grows too large is told apart from one that only loses its managedFields", () => {
  const managedFields = [
    { manager: "sdk", operation: "Update", fieldsV1: { a: "x".repeat(400_000) } },
  ];
  const owned = { ...before, metadata: { ...before.metadata, managedFields } };
  const draft = { manager: "a.example/x", kind: "pod" as const };
  const grown = (bytes: number) => ({
    object: { ...owned, spec: { ...owned.spec, filler: "x".repeat(bytes) } },
  });
  const limitOf = (bytes: number) =>
    appendLimit({ trainJob: owned, dialect }, draft, grown(bytes))?.code;
  expect(limitOf(10)).toBeUndefined();
  expect(limitOf(1_300_000)).toBe("managedFields");
  expect(limitOf(1_700_000)).toBe("size");
});
