import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isKubeObject, type KubeObject } from "../k8s/object.ts";
import { reconcile } from "./reconcile.ts";

type Recorded = {
  readonly id: string;
  readonly runtime: KubeObject;
  readonly trainJobAfter: KubeObject;
  readonly jobSetBefore: KubeObject;
  readonly events: readonly { readonly reason: string; readonly note: string }[];
};

const FILE = new URL("../../tests/fixtures/reconcile/applied-real.jsonl", import.meta.url);
const CASES = readFileSync(FILE, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Recorded)
  .filter((item) => isKubeObject(item.trainJobAfter) && isKubeObject(item.jobSetBefore));

/** What a real control plane recorded: Trainer 2.3.0 with JobSet 0.12.0. */
test.each(CASES.filter((item) => item.events.length > 0))(
  "the event of a refused apply has the real text: $id",
  ({ runtime, trainJobAfter, jobSetBefore, events }) => {
    const result = reconcile({
      controller: "trainer",
      trainerVersion: "v2.3.0",
      dialect: "runtimePatches",
      trainJob: trainJobAfter,
      runtime,
      existing: [jobSetBefore],
      now: Date.parse("2026-12-01T00:00:00Z"),
    });
    expect(result.events.map(({ message }) => message)).toEqual([events.at(-1)?.note]);
    expect(result.apply.map((object) => object.kind)).not.toContain("JobSet");
  },
);
