import fc from "fast-check";
import { expect, test } from "vitest";
import type { KubeObject } from "../k8s/object.ts";
import { render } from "../render/index.ts";
import { buildTimeline } from "./build-timeline.ts";

const RUNTIME: KubeObject = {
  apiVersion: "trainer.kubeflow.org/v1alpha1",
  kind: "ClusterTrainingRuntime",
  metadata: { name: "plain" },
  spec: {
    template: {
      spec: {
        replicatedJobs: [
          {
            name: "node",
            replicas: 1,
            template: {
              spec: {
                template: {
                  spec: {
                    containers: [{ name: "main", image: "x" }],
                    nodeSelector: { a: "runtime" },
                    volumes: [{ name: "v", emptyDir: {} }],
                  },
                },
              },
            },
          },
        ],
      },
    },
  },
};

const podSpec = fc.record(
  {
    serviceAccountName: fc.constantFrom("x", "y"),
    nodeSelector: fc.dictionary(fc.constantFrom("a", "b", "c.d/e"), fc.constantFrom("1", "2")),
    tolerations: fc.array(fc.record({ key: fc.constantFrom("t", "u") }), {
      minLength: 1,
      maxLength: 2,
    }),
    securityContext: fc.record({ runAsUser: fc.nat(9), fsGroup: fc.nat(9) }, { requiredKeys: [] }),
    imagePullSecrets: fc.uniqueArray(fc.record({ name: fc.constantFrom("p", "q") }), {
      selector: ({ name }) => name,
    }),
    terminationGracePeriodSeconds: fc.nat(30),
    containers: fc.uniqueArray(fc.constantFrom("E", "F"), { minLength: 1 }).map((names) => [
      {
        name: "main",
        env: names.map((name) => ({ name, value: "1" })),
        volumeMounts: [{ name: "v", mountPath: "/m" }],
      },
    ]),
  },
  { requiredKeys: [] },
);
const labels = fc.dictionary(fc.constantFrom("l", "m"), fc.constantFrom("1", "2"));
const history = fc.uniqueArray(fc.record({ second: fc.nat(59), spec: podSpec, labels }), {
  maxLength: 3,
  selector: ({ second }) => second,
});

function entries(list: readonly { second: number; spec: object; labels: object }[]) {
  return list.map(({ second, spec, labels: own }) => ({
    time: `2026-03-18T10:00:${String(second).padStart(2, "0")}Z`,
    targetJobs: [{ name: "node" }],
    metadata: { labels: own },
    spec,
  }));
}

test("the fields that the timeline calls winners are those that the render comes from", () => {
  fc.assert(
    fc.property(history, history, (one, two) => {
      const trainJob: KubeObject = JSON.parse(
        JSON.stringify({
          apiVersion: "trainer.kubeflow.org/v1alpha1",
          kind: "TrainJob",
          metadata: { name: "a", namespace: "n", uid: "u" },
          spec: {
            runtimeRef: { name: "plain", kind: "ClusterTrainingRuntime" },
            templateOverrides: [
              { manager: "b.io/x", pod: entries(one) },
              { manager: "a.io/y", pod: entries(two) },
            ],
          },
        }),
      );
      const rendered = render({
        trainJob,
        runtime: RUNTIME,
        dialect: "templateOverrides",
        blame: true,
      });
      expect(rendered.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const timeline = buildTimeline({
        trainJob,
        dialect: "templateOverrides",
        blame: rendered.blame ?? {},
      });
      for (const { fields } of timeline.entries) {
        for (const { path, replacedBy, isEffective } of fields) {
          if (replacedBy === undefined) expect(isEffective, path).not.toBe(false);
        }
      }
    }),
    { numRuns: 100 },
  );
});
