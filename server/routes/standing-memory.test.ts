import { expect, test } from "vitest";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { Services } from "./services.ts";
import { createStandingMemory, isStuck } from "./standing-memory.ts";

const object = (kind: string, spec: KubeObject["spec"]): KubeObject => ({
  apiVersion: "x/v1",
  kind,
  metadata: { name: "a", namespace: "n", uid: kind },
  spec,
});

/** Counts how often the dialect is asked for, which every render does. */
function memoryOf(surroundings: { jobSet: KubeObject }) {
  let renders = 0;
  const cluster = {
    get dialect() {
      renders += 1;
      return "runtimePatches";
    },
    trainerVersion: "v2.3.0",
    controller: "trainer",
  };
  const catalog = {
    parts: () => ({ ...surroundings, others: [] }),
    runtimeOf: () => undefined,
  };
  const services = { cluster, hub: { catalog } } as unknown as Pick<Services, "cluster" | "hub">;
  const { hub } = services;
  const memory = { hub, standing: createStandingMemory(services) };
  return { isStuck: (job: KubeObject) => isStuck(memory, job), renders: () => renders };
}

test("a job is rendered once for the same objects, and again for others", () => {
  const around = { jobSet: object("JobSet", { suspend: true }) };
  const { isStuck: ask, renders } = memoryOf(around);
  const trainJob = object("TrainJob", { suspend: true, runtimeRef: { name: "r" } });
  ask(trainJob);
  const once = renders();
  expect(once).toBeGreaterThan(0);
  ask(trainJob);
  expect(renders()).toBe(once);
  around.jobSet = object("JobSet", { suspend: true });
  ask(trainJob);
  expect(renders()).toBe(2 * once);
  ask({ ...trainJob });
  expect(renders()).toBe(3 * once);
});

test("what runs is not rendered at all", () => {
  const { isStuck: ask, renders } = memoryOf({ jobSet: object("JobSet", { suspend: false }) });
  expect(ask(object("TrainJob", { suspend: false }))).toBe(false);
  expect(renders()).toBe(0);
});
