import { expect, test } from "vitest";
import type { KubeObject } from "../k8s/object.ts";
import type { JsonObject } from "../util/json.ts";
import { defaultJobSet } from "./jobset-defaults.ts";
import { type ReconcileInput, type ReconcileResult, reconcile } from "./reconcile.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

const RUNTIME: KubeObject = {
  apiVersion: "trainer.kubeflow.org/v1alpha1",
  kind: "ClusterTrainingRuntime",
  metadata: { name: "torch" },
  spec: {
    mlPolicy: { numNodes: 1, torch: {} },
    template: {
      spec: {
        replicatedJobs: [
          {
            name: "node",
            groupName: "default",
            replicas: 1,
            template: {
              metadata: { labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "trainer" } },
              spec: {
                template: {
                  spec: { containers: [{ name: "node", image: "registry.example/a:1" }] },
                },
              },
            },
          },
        ],
      },
    },
  },
};

function aTrainJob(spec: JsonObject = {}, status?: JsonObject): KubeObject {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: {
      name: "job",
      namespace: "team-a",
      uid: "u-1",
      creationTimestamp: "2026-03-01T11:00:00Z",
    },
    spec: {
      runtimeRef: {
        apiGroup: "trainer.kubeflow.org",
        kind: "ClusterTrainingRuntime",
        name: "torch",
      },
      suspend: true,
      ...spec,
    },
    status,
  };
}

function step(input: Partial<ReconcileInput> = {}): ReconcileResult {
  return reconcile({
    controller: "trainer",
    trainerVersion: "v2.3.0",
    dialect: "runtimePatches",
    trainJob: aTrainJob(),
    runtime: RUNTIME,
    existing: [],
    now: NOW,
    ...input,
  });
}

const kinds = (result: ReconcileResult) => result.apply.map((object) => object.kind);

/** The objects after the step's writes, as a cluster stores them. */
function stored(result: ReconcileResult, change: (jobSet: KubeObject) => KubeObject = (x) => x) {
  return result.apply.map((object) =>
    object.kind === "JobSet" ? change(defaultJobSet(object)) : object,
  );
}

function patched(spec: JsonObject): JsonObject {
  const podTemplate = { template: { spec } };
  const job = { name: "node", template: { spec: podTemplate } };
  const trainingRuntimeSpec = { template: { spec: { replicatedJobs: [job] } } };
  return { runtimePatches: [{ manager: "example.com/a", trainingRuntimeSpec }] };
}

test("the first step writes runtime snapshot and JobSet, and says Suspended", () => {
  const result = step();
  expect(kinds(result)).toEqual(["ConfigMap", "JobSet"]);
  expect(result.apply[0]?.metadata.name).toBe("job-runtime-snapshot");
  expect(result.status).toEqual({
    conditions: [
      {
        type: "Suspended",
        status: "True",
        reason: "Suspended",
        message: "TrainJob is suspended",
        lastTransitionTime: "2026-03-01T12:00:00Z",
      },
    ],
  });
});

test("before v2.3.0 there is no snapshot", () => {
  expect(kinds(step({ trainerVersion: "v2.2.0" }))).toEqual(["JobSet"]);
});

test("a running JobSet is left alone, a suspended one is sent again", () => {
  const running = stored(step({ trainJob: aTrainJob({ suspend: false }) }));
  const trainJob = aTrainJob({ suspend: false });
  expect(step({ trainJob, existing: running, parseYaml: JSON.parse })).toMatchObject({
    apply: [],
    events: [],
  });
  const suspended = stored(step());
  expect(kinds(step({ existing: suspended, parseYaml: JSON.parse }))).toContain("JobSet");
});

test("a resume turns the Suspended condition to False; a job that never was suspended has none", () => {
  const trainJob = aTrainJob({ suspend: false }, step().status);
  expect(step({ trainJob }).status?.["conditions"]).toMatchObject([
    { type: "Suspended", status: "False", reason: "Resumed", message: "TrainJob is resumed" },
  ]);
  expect(step({ trainJob: aTrainJob({ suspend: false }) }).status).toBeUndefined();
});

test("a refused JobSet is an event of Trainer's controller and nothing else", () => {
  const existing = stored(step());
  const trainJob = aTrainJob(patched({ serviceAccountName: "sa" }), step().status);
  const result = step({ trainJob, existing, parseYaml: JSON.parse });
  expect(kinds(result)).not.toContain("JobSet");
  expect(result.status).toBeUndefined();
  expect(result.events).toMatchObject([
    { type: "Warning", reason: "TrainJobResourcesCreationFailed" },
  ]);
  expect(result.events[0]?.message).toMatch(
    /^TrainJob resources reconciliation failed: admission webhook "vjobset\.kb\.io" denied/,
  );
  expect(result.diagnostics.map((diagnostic) => diagnostic.code)).toContain("JOBSET_REFUSES");
});

test("this project's controller removes the refused JobSet once it is idle", () => {
  const entry = { time: "2026-03-01T11:30:00Z", targetJobs: [{ name: "node" }] };
  const pod = [{ ...entry, spec: { serviceAccountName: "sa" } }];
  const ours = { controller: "dashboard", dialect: "templateOverrides" } as const;
  const trainJob = aTrainJob({ templateOverrides: [{ manager: "example.com/a", pod }] });
  const withActive = (active: number) => (jobSet: KubeObject) => ({
    ...jobSet,
    status: { replicatedJobsStatus: [{ name: "node", active }] },
  });
  const parseYaml = JSON.parse;
  const idle = step({ ...ours, trainJob, existing: stored(step(ours), withActive(0)), parseYaml });
  expect(idle.remove).toEqual([{ kind: "JobSet", namespace: "team-a", name: "job" }]);
  expect(idle.events).toEqual([]);
  const busy = step({ ...ours, trainJob, existing: stored(step(ours), withActive(1)), parseYaml });
  expect(busy.remove).toEqual([]);
});

test("this project's controller refuses the flux policy with a reason", () => {
  const runtime = { ...RUNTIME, spec: { ...RUNTIME.spec, mlPolicy: { flux: {} } } };
  const result = step({ controller: "dashboard", dialect: "templateOverrides", runtime });
  expect(result.apply).toEqual([]);
  expect(result.status?.["conditions"]).toMatchObject([
    { type: "Failed", reason: "TrainingRuntimeNotSupported" },
  ]);
});

test("a missing runtime is an event, and the status keeps what it says", () => {
  const result = step({ runtime: undefined, trainJob: aTrainJob({ suspend: false }) });
  expect(result.apply).toEqual([]);
  expect(result.status).toBeUndefined();
  expect(result.events).toHaveLength(1);
});

test("a long error is cut at 950 characters", () => {
  const name = "x".repeat(2000);
  const trainJob = aTrainJob({ runtimeRef: { kind: name, apiGroup: "example.com", name: "a" } });
  const message = step({ trainJob }).events[0]?.message ?? "";
  expect(message).toHaveLength("TrainJob resources reconciliation failed: ".length + 950 + 4);
  expect(message.endsWith(" ...")).toBe(true);
});

const withStatus = (status: JsonObject) => (jobSet: KubeObject) => ({ ...jobSet, status });

test("the end of the JobSet becomes the end of the TrainJob, with its counts", () => {
  const trainJob = aTrainJob({ suspend: false });
  const conditions = [
    {
      type: "Completed",
      status: "True",
      reason: "AllJobsCompleted",
      message: "jobset completed successfully",
      lastTransitionTime: "2026-03-01T11:59:00Z",
    },
  ];
  const counts = { ready: 0, succeeded: 1, failed: 0, active: 0, suspended: 0 };
  const replicatedJobsStatus = [{ name: "node", ...counts }];
  const existing = stored(step({ trainJob }), withStatus({ conditions, replicatedJobsStatus }));
  const done = step({ trainJob, existing, parseYaml: JSON.parse }).status;
  expect(done).toEqual({
    conditions: [{ ...conditions[0], type: "Complete" }],
    jobsStatus: replicatedJobsStatus,
  });
  const again = step({ trainJob: { ...trainJob, status: done }, existing, parseYaml: JSON.parse });
  expect(again.apply).toEqual([]);
  expect(again.status).toBeUndefined();
});

test("a Failed that came from a JobSet which is gone is forgotten by v2.3.0, and the JobSet made anew", () => {
  const failed = { type: "Failed", status: "True", reason: "FailedJobs", message: "m" };
  const trainJob = aTrainJob({ suspend: false }, { conditions: [failed] });
  const result = step({ trainJob });
  expect(kinds(result)).toContain("JobSet");
  expect(result.status).toEqual({ conditions: [] });
  const deadline = { ...failed, reason: "DeadlineExceeded" };
  expect(step({ trainJob: aTrainJob({}, { conditions: [deadline] }) }).apply).toEqual([]);
});

test("the deadline runs from creation or the last resume, not while suspended", () => {
  const late = aTrainJob({ suspend: false, activeDeadlineSeconds: 3599 });
  const passed = step({ trainJob: late });
  expect(passed.status?.["conditions"]).toMatchObject([
    {
      type: "Failed",
      reason: "DeadlineExceeded",
      message: "TrainJob exceeded its active deadline",
    },
  ]);
  expect(passed.remove).toEqual([{ kind: "JobSet", namespace: "team-a", name: "job" }]);
  const early = step({ trainJob: aTrainJob({ suspend: false, activeDeadlineSeconds: 3601 }) });
  expect(early.requeueAt).toBe(NOW + 1001);
  expect(step({ trainJob: aTrainJob({ activeDeadlineSeconds: 1 }) }).remove).toEqual([]);
  const resumed = {
    type: "Suspended",
    status: "False",
    lastTransitionTime: "2026-03-01T11:59:50Z",
  };
  const again = aTrainJob({ suspend: false, activeDeadlineSeconds: 60 }, { conditions: [resumed] });
  expect(step({ trainJob: again }).requeueAt).toBe(NOW + 50_001);
});

test("a TrainJob of another manager is left alone from v2.3.0 on", () => {
  const trainJob = aTrainJob({ managedBy: "kueue.x-k8s.io/multikueue" });
  expect(step({ trainJob })).toMatchObject({ apply: [], events: [] });
  expect(kinds(step({ trainJob, trainerVersion: "v2.2.0" }))).toEqual(["JobSet"]);
});

test("names that get too long for Jobs or pods fail at the JobSet's creation", () => {
  const trainJob = aTrainJob();
  const name = "a".repeat(60);
  const result = step({ trainJob: { ...trainJob, metadata: { ...trainJob.metadata, name } } });
  expect(kinds(result)).toEqual(["ConfigMap"]);
  expect(result.events[0]?.message).toContain("job names generated for this JobSet will exceed 63");
});
