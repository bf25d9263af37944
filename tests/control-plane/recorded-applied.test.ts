import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { KubeObject } from "#lib/k8s/object.ts";
import { applyToJobSet } from "#lib/reconcile/jobset-apply.ts";
import { defaultJobSet } from "#lib/reconcile/jobset-defaults.ts";
import { reconcile } from "#lib/reconcile/reconcile.ts";

type Recorded = {
  readonly id: string;
  readonly runtime: KubeObject;
  readonly trainJobBefore: KubeObject;
  readonly trainJobAfter: KubeObject;
  readonly jobSetBefore: KubeObject;
  readonly jobSetAfter: KubeObject;
  readonly applied: boolean;
  readonly conditions: readonly { type: string; status: string; reason: string }[];
  readonly events: readonly { type: string; reason: string; note: string }[];
};

const file = new URL("../fixtures/reconcile/applied-real.jsonl", import.meta.url);
const recorded = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line): Recorded => JSON.parse(line));

function predict({ runtime, trainJobAfter, jobSetBefore }: Recorded) {
  return reconcile({
    controller: "trainer",
    trainerVersion: "v2.3.0",
    dialect: "runtimePatches",
    trainJob: trainJobAfter,
    runtime,
    existing: [jobSetBefore],
    now: Date.parse("2026-12-01T00:00:00Z"),
  });
}

test.each(recorded)("a real cluster and the reconcile step agree on $id", (one) => {
  const { apply, events } = predict(one);
  const isRefused = one.events.some(({ reason }) => reason === "TrainJobResourcesCreationFailed");
  expect(events.map(({ type, reason }) => `${type} ${reason}`)).toEqual(
    isRefused ? ["Warning TrainJobResourcesCreationFailed"] : [],
  );
  expect(apply.some(({ kind }) => kind === "JobSet")).toBe(!isRefused);
});

/** The refused value itself is left out: its keys stand in the order of Go's fields. */
const before = (text: string | undefined) => text?.split(": Invalid value:")[0];

// Where a job has no containers the JobSet CRD refuses before the webhook does, in its own words.
test.each(recorded.filter(({ id, events }) => id !== "unknown-job" && events.length > 0))(
  "the event of $id names what the real one names",
  (one) => {
    const [event] = predict(one).events;
    expect(before(event?.message)).toBe(before(one.events[0]?.note));
  },
);

test.each(recorded.filter(({ applied }) => applied))(
  "the JobSet after $id is the one that a real cluster has",
  (one) => {
    const [next] = predict(one).apply.filter(({ kind }) => kind === "JobSet");
    if (next === undefined) throw new Error("nothing applied");
    const predicted = defaultJobSet(applyToJobSet(one.jobSetBefore, next));
    expect(predicted.spec).toEqual(defaultJobSet(one.jobSetAfter).spec);
    expect(predicted.metadata.labels).toEqual(one.jobSetAfter.metadata.labels);
    expect(predicted.metadata.annotations).toEqual(one.jobSetAfter.metadata.annotations);
  },
);
