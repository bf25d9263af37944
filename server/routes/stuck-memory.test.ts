import { expect, test } from "vitest";
import type { KubeObject } from "#lib/k8s/object.ts";
import type { Services } from "./services.ts";
import { createStuckMemory } from "./stuck-memory.ts";

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
  return { isStuck: createStuckMemory(services), renders: () => renders };
}

test("a job is rendered once for the same objects, and again for others", () => {
  const around = { jobSet: object("JobSet", { suspend: true }) };
  const { isStuck, renders } = memoryOf(around);
  const trainJob = object("TrainJob", { suspend: true, runtimeRef: { name: "r" } });
  isStuck(trainJob);
  const once = renders();
  expect(once).toBeGreaterThan(0);
  isStuck(trainJob);
  expect(renders()).toBe(once);
  around.jobSet = object("JobSet", { suspend: true });
  isStuck(trainJob);
  expect(renders()).toBe(2 * once);
  isStuck({ ...trainJob });
  expect(renders()).toBe(3 * once);
});

test("what runs is not rendered at all", () => {
  const { isStuck, renders } = memoryOf({ jobSet: object("JobSet", { suspend: false }) });
  expect(isStuck(object("TrainJob", { suspend: false }))).toBe(false);
  expect(renders()).toBe(0);
});
