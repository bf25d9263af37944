import { expect, test } from "vitest";
import type { KubeObject } from "#lib/k8s/object.ts";
import { activePodCount } from "./active-pods.ts";

function aPod(name: string, phase: string): KubeObject {
  return { apiVersion: "v1", kind: "Pod", metadata: { name }, status: { phase } };
}

function children(...pods: KubeObject[]) {
  return { jobs: [], pods, others: [] };
}

test("one active Job with four running pods is four pods", () => {
  const pods = ["a", "b", "c", "d"].map((name) => aPod(name, "Running"));
  const activeJobs = [{ name: "node", active: 1 }];
  expect(activePodCount({ children: children(...pods), activeJobs })).toBe(4);
});

test("ended pods do not count, and nothing is active without an active Job", () => {
  const ended = children(aPod("a", "Succeeded"), aPod("b", "Failed"), aPod("c", "Pending"));
  expect(activePodCount({ children: ended, activeJobs: [{ name: "node", active: 1 }] })).toBe(1);
  expect(activePodCount({ children: children(aPod("a", "Running")), activeJobs: [] })).toBe(0);
});

test("where the pods are not known, the Jobs are the least", () => {
  expect(activePodCount({ children: children(), activeJobs: [{ name: "node", active: 2 }] })).toBe(
    2,
  );
});
