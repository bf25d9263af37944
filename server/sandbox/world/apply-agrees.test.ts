import { expect, test } from "vitest";
import type { KubeObject } from "#lib/k8s/object.ts";
import { isKubeObject } from "#lib/k8s/object.ts";
import { childJobs, childPod } from "#lib/reconcile/children.ts";
import { defaultJobSet } from "#lib/reconcile/jobset-defaults.ts";
import { jobSetRefusals } from "#lib/reconcile/jobset-refusals.ts";
import { readRandomCases } from "../../../tests/support/render-fixtures.ts";
import { createSandbox } from "../sandbox.ts";
import { createWorldClock } from "./world-clock.ts";

const CASES = readRandomCases("v2.3.0").filter((_, index) => index % 4 === 0);

function jobSetOf(objects: readonly unknown[]): KubeObject | undefined {
  return objects.filter(isKubeObject).find((object) => object.kind === "JobSet");
}

test("no render is refused by the JobSet that it made itself, with its managedFields or without", () => {
  const clock = createWorldClock({ start: Date.UTC(2026, 0, 1) });
  const options = { dialect: "runtimePatches", trainerVersion: "v2.3.0", clock } as const;
  const { store } = createSandbox({ ...options, controller: "trainer" });
  expect(CASES.length).toBeGreaterThan(30);
  for (const [index, { id, objects }] of CASES.entries()) {
    const rendered = jobSetOf(objects);
    if (rendered === undefined) continue;
    const namespaced = {
      ...rendered,
      metadata: { ...rendered.metadata, name: `job-${index}`, namespace: "team-a" },
    };
    const stored = store.apply(defaultJobSet(namespaced), { manager: "trainer" });
    expect([id, jobSetRefusals(stored, namespaced)]).toEqual([id, []]);
    const { managedFields, ...metadata } = stored.metadata;
    expect(managedFields).toBeDefined();
    expect([id, jobSetRefusals({ ...stored, metadata }, namespaced)]).toEqual([id, []]);
  }
});

test("every rendered JobSet has Jobs and pods with names of their own", () => {
  for (const { objects } of CASES) {
    const rendered = jobSetOf(objects);
    if (rendered === undefined) continue;
    const jobs = childJobs(rendered, 0).map((child) => child.job);
    const names = jobs.map((job) => job.metadata.name);
    expect(new Set(names).size).toBe(names.length);
    for (const job of jobs) {
      const pod = childPod(job, 0, "abcde");
      expect(pod.metadata.name).toBe(`${job.metadata.name}-0-abcde`);
      expect(pod.spec?.["subdomain"]).toBeDefined();
    }
  }
});
