import fc from "fast-check";
import { expect, test } from "vitest";
import { diffObjects } from "../diff/diff-objects.ts";
import type { KubeObject } from "../k8s/object.ts";
import { render } from "../render/index.ts";
import type { JsonObject } from "../util/json.ts";
import { convertOverrides } from "./convert-overrides.ts";
import type { Dialect } from "./entry.ts";
import { readEntries } from "./read-entries.ts";

const MANAGER = "trainer.kubeflow.org/dashboard";
const TIME = "2026-03-18T10:05:00Z";

function aTrainJob(spec: JsonObject): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "a", namespace: "n", uid: "u" },
    spec: { runtimeRef: { name: "plain", kind: "ClusterTrainingRuntime" }, ...spec },
  };
}

function convert(spec: JsonObject, from: Dialect, to: Dialect) {
  const { object, losses } = convertOverrides({
    trainJob: aTrainJob(spec),
    from,
    to,
    manager: MANAGER,
    time: TIME,
  });
  const { runtimeRef: _ref, ...rest } = object.spec ?? {};
  return { spec: rest, losses: losses.map(({ code, path }) => [code, path]) };
}

const NODE = [{ name: "node" }];

test("ownerless entries become a manager's, a second apart, in their order", () => {
  const list = [
    { targetJobs: NODE, metadata: { labels: { a: "1" } }, spec: { nodeSelector: { z: "1" } } },
    { targetJobs: [...NODE, { name: "other" }], spec: { nodeSelector: { z: "2" } } },
  ];
  expect(
    convert(
      { podTemplateOverrides: list, labels: { l: "1" } },
      "podTemplateOverrides",
      "templateOverrides",
    ),
  ).toEqual({
    spec: {
      templateOverrides: [
        {
          manager: MANAGER,
          job: [{ time: TIME, metadata: { labels: { l: "1" } } }],
          pod: [
            { time: "2026-03-18T10:05:01Z", ...list[0] },
            { time: "2026-03-18T10:05:02Z", ...list[1] },
          ],
        },
      ],
    },
    losses: [],
  });
});

test("a manager's history becomes one patch with the last time, an empty manager keeps its place", () => {
  const spec = {
    templateOverrides: [
      { manager: "kueue.x-k8s.io/manager" },
      {
        manager: MANAGER,
        pod: [
          { time: "2026-03-18T10:00:00Z", targetJobs: NODE, spec: { nodeSelector: { a: "1" } } },
          { time: "2026-03-18T10:00:02Z", targetJobs: NODE, spec: { nodeSelector: { b: "2" } } },
        ],
        job: [{ time: "2026-03-18T10:00:01Z", targetJobs: NODE, metadata: { labels: { j: "1" } } }],
      },
    ],
  };
  expect(convert(spec, "templateOverrides", "runtimePatches")).toEqual({
    spec: {
      runtimePatches: [
        { manager: "kueue.x-k8s.io/manager" },
        {
          manager: MANAGER,
          time: "2026-03-18T10:00:02Z",
          trainingRuntimeSpec: {
            template: {
              spec: {
                replicatedJobs: [
                  {
                    name: "node",
                    template: {
                      metadata: { labels: { j: "1" } },
                      spec: { template: { spec: { nodeSelector: { a: "1", b: "2" } } } },
                    },
                  },
                ],
              },
            },
          },
        },
      ],
    },
    losses: [],
  });
});

test("what an older API cannot say is named", () => {
  const spec = {
    templateOverrides: [
      {
        manager: MANAGER,
        job: [
          { time: "2026-03-18T10:00:00Z", metadata: { labels: { l: "1" } } },
          { time: "2026-03-18T10:00:01Z", targetJobs: NODE, metadata: { labels: { j: "1" } } },
        ],
        pod: [
          {
            time: "2026-03-18T10:00:02Z",
            targetJobs: NODE,
            metadata: { labels: { p: "1" } },
            spec: {
              affinity: {},
              serviceAccountName: "s",
              containers: [{ name: "c", securityContext: {} }],
            },
          },
          {
            time: "2026-03-18T10:00:03Z",
            targetJobs: NODE,
            spec: { terminationGracePeriodSeconds: 3 },
          },
        ],
      },
    ],
  };
  const pod = "/spec/templateOverrides/0/pod";
  expect(convert(spec, "templateOverrides", "podSpecOverrides")).toEqual({
    spec: {
      labels: { l: "1" },
      podSpecOverrides: [
        { targetJobs: NODE, serviceAccountName: "s", containers: [{ name: "c" }] },
      ],
    },
    losses: [
      ["METADATA_NOT_SERVED", "/spec/templateOverrides/0/job/1/metadata"],
      ["FIELD_NOT_SERVED", `${pod}/0/spec/affinity`],
      ["FIELD_NOT_SERVED", `${pod}/0/spec/containers/0/securityContext`],
      ["METADATA_NOT_SERVED", `${pod}/0/metadata`],
      ["JOB_NAMED_TWICE", `${pod}/1/spec`],
      ["FIELD_NOT_SERVED", `${pod}/1/spec/terminationGracePeriodSeconds`],
    ],
  });
});

test("a job without overrides, and one of the same dialect, stay as they are", () => {
  expect(convert({ suspend: true }, "podSpecOverrides", "runtimePatches")).toEqual({
    spec: { suspend: true },
    losses: [],
  });
  expect(convert({ runtimePatches: [] }, "runtimePatches", "runtimePatches").spec).toEqual({
    runtimePatches: [],
  });
});

const RUNTIME: KubeObject = {
  apiVersion: "trainer.kubeflow.org/v1alpha1",
  kind: "ClusterTrainingRuntime",
  metadata: { name: "plain" },
  spec: {
    template: {
      spec: {
        replicatedJobs: ["node", "other"].map((name) => ({
          name,
          replicas: 1,
          template: {
            spec: {
              template: {
                spec: {
                  containers: [{ name: "main", image: "x", env: [{ name: "E", value: "0" }] }],
                  nodeSelector: { a: "runtime" },
                },
              },
            },
          },
        })),
      },
    },
  },
};

const podSpec = fc.record(
  {
    serviceAccountName: fc.constantFrom("x", "y"),
    nodeSelector: fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom("1", "2")),
    tolerations: fc.array(fc.record({ key: fc.constantFrom("t", "u") }), {
      minLength: 1,
      maxLength: 2,
    }),
    containers: fc
      .constantFrom("1", "2")
      .map((value) => [{ name: "main", env: [{ name: "E", value }] }]),
  },
  { requiredKeys: [] },
);
const labels = fc.dictionary(fc.constantFrom("l", "m"), fc.constantFrom("1", "2"));
const targets = fc.subarray([{ name: "node" }, { name: "other" }], { minLength: 1 });
const element = fc.record({ targetJobs: targets, metadata: fc.record({ labels }), spec: podSpec });
const ownerless = fc.record({ podTemplateOverrides: fc.array(element, { maxLength: 4 }), labels });

/** The JobSet of a TrainJob; a render without one fails the test. */
function jobSetOf(trainJob: KubeObject, dialect: Dialect): readonly KubeObject[] {
  const { objects, diagnostics } = render({ trainJob, runtime: RUNTIME, dialect });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return objects.filter(({ kind }) => kind === "JobSet");
}

test("converted overrides render the same in both APIs with managers, up to the order of lists", () => {
  fc.assert(
    fc.property(ownerless, (spec) => {
      const trainJob: KubeObject = JSON.parse(JSON.stringify(aTrainJob(spec)));
      const to = (dialect: Dialect) =>
        convertOverrides({
          trainJob,
          from: "podTemplateOverrides",
          to: dialect,
          manager: MANAGER,
          time: TIME,
        });
      const history = to("templateOverrides");
      const patches = to("runtimePatches");
      const again = convertOverrides({
        trainJob: history.object,
        from: "templateOverrides",
        to: "runtimePatches",
        manager: "x.io/unused",
        time: TIME,
      });
      expect([...history.losses, ...patches.losses, ...again.losses]).toEqual([]);
      const rendered = jobSetOf(history.object, "templateOverrides");
      for (const { object } of [patches, again]) {
        const changes = diffObjects(rendered, jobSetOf(object, "runtimePatches"));
        expect(changes.filter(({ kind }) => kind !== "moved")).toEqual([]);
      }
    }),
    { numRuns: 100 },
  );
});

test("there and back keeps every entry of templateOverrides in its order", () => {
  fc.assert(
    fc.property(fc.array(element, { maxLength: 4 }), (list) => {
      const given = JSON.parse(JSON.stringify({ podTemplateOverrides: list }));
      const there = convertOverrides({
        trainJob: aTrainJob(given),
        from: "podTemplateOverrides",
        to: "templateOverrides",
        manager: MANAGER,
        time: TIME,
      });
      const back = convertOverrides({
        trainJob: there.object,
        from: "templateOverrides",
        to: "podTemplateOverrides",
        manager: MANAGER,
        time: TIME,
      });
      expect(readEntries(back.object, "podTemplateOverrides").map(({ change }) => change)).toEqual(
        given.podTemplateOverrides,
      );
    }),
  );
});
