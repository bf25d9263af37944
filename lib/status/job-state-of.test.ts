import { expect, test } from "vitest";
import type { KubeObject, ObjectMeta } from "../k8s/object.ts";
import type { JsonObject } from "../util/json.ts";
import { JOB_STATES } from "./job-state.ts";
import { jobState } from "./job-state-of.ts";
import type { JobFacts } from "./job-status.ts";

const NOW = Date.UTC(2026, 0, 5, 12, 0, 0);
const MULTIKUEUE = "kueue.x-k8s.io/multikueue";

type Parts = { spec?: JsonObject; status?: JsonObject; metadata?: ObjectMeta };

function anObject(kind: string, { spec, status, metadata }: Parts): KubeObject {
  return {
    apiVersion: "v1",
    kind,
    metadata: {
      name: "a",
      namespace: "team-a",
      creationTimestamp: "2026-01-05T10:00:00Z",
      ...metadata,
    },
    spec: spec ?? {},
    status,
  };
}

const aTrainJob = (parts: Parts) => anObject("TrainJob", parts);
const aJobSet = (parts: Parts) => anObject("JobSet", parts);

function condition(
  type: string,
  status: string,
  reason: string,
  message = "",
  at = "2026-01-05T11:00:00Z",
) {
  return { type, status, reason, message, lastTransitionTime: at };
}

function counts(
  name: string,
  values: Partial<Record<"ready" | "active" | "succeeded" | "failed" | "suspended", number>>,
) {
  return { name, ready: 0, succeeded: 0, failed: 0, active: 0, suspended: 0, ...values };
}

function state(facts: Omit<JobFacts, "now">) {
  return jobState({ now: NOW, ...facts });
}

function aPod(rank: number, status: JsonObject, attempt = 0): KubeObject {
  return anObject("Pod", {
    metadata: {
      name: `a-node-0-${rank}-xyz`,
      labels: {
        "batch.kubernetes.io/job-completion-index": String(rank),
        "jobset.sigs.k8s.io/replicatedjob-name": "node",
        "jobset.sigs.k8s.io/restart-attempt": String(attempt),
      },
    },
    status,
  });
}

const UNSCHEDULABLE = {
  phase: "Pending",
  conditions: [condition("PodScheduled", "False", "Unschedulable", "0/3 nodes are available")],
};
const RUNNING = { phase: "Running", conditions: [condition("PodScheduled", "True", "")] };

function waiting(reason: string, more: JsonObject = {}): JsonObject {
  return {
    phase: "Pending",
    containerStatuses: [
      { name: "node", state: { waiting: { reason, message: "m" } }, restartCount: 2, ...more },
    ],
  };
}

test("a job with conditions of the past and no counts is pending, not suspended", () => {
  const trainJob = aTrainJob({
    status: { conditions: [condition("Suspended", "False", "Resumed")] },
  });
  expect(state({ trainJob })).toMatchObject({ state: "Pending", reason: "WaitingForController" });
});

test("running, starting and pending come from the counts", () => {
  const withCounts = (...jobsStatus: JsonObject[]) =>
    state({ trainJob: aTrainJob({ status: { jobsStatus } }) });
  expect(withCounts(counts("node", { ready: 1, active: 1 }))).toEqual({ state: "Running" });
  expect(withCounts(counts("node", { active: 1 }))).toEqual({
    state: "Starting",
    reason: "WaitingForPods",
  });
  expect(withCounts(counts("node", {}))).toEqual({ state: "Pending", reason: "WaitingForPods" });
  expect(
    withCounts(counts("launcher", { active: 1 }), counts("node", { ready: 1, active: 1 })).state,
  ).toBe("Starting");
  expect(
    withCounts(counts("launcher", { ready: 1, active: 1 }), counts("node", { ready: 1, active: 1 }))
      .state,
  ).toBe("Running");
});

test("while only an initializer runs the job is starting and says for what it waits", () => {
  const jobsStatus = [
    counts("dataset-initializer", { ready: 1, active: 1 }),
    counts("node", { suspended: 1 }),
  ];
  expect(state({ trainJob: aTrainJob({ status: { jobsStatus } }) })).toEqual({
    state: "Starting",
    reason: "WaitingForDependency",
    params: { job: "dataset-initializer" },
  });
});

test("initializers with other names are known by the JobSet's ancestor label", () => {
  const jobSet = aJobSet({
    spec: {
      replicatedJobs: [
        {
          name: "fetch",
          template: {
            metadata: {
              labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "dataset-initializer" },
            },
          },
        },
        { name: "node" },
      ],
    },
    status: {
      replicatedJobsStatus: [
        counts("fetch", { succeeded: 1 }),
        counts("node", { ready: 1, active: 1 }),
      ],
    },
  });
  expect(state({ trainJob: aTrainJob({}), jobSet }).state).toBe("Running");
});

test("the JobSet's end counts where the TrainJob's conditions are late", () => {
  const failed = aJobSet({
    status: { conditions: [condition("Failed", "True", "ReachedMaxRestarts", "jobset failed")] },
  });
  expect(state({ trainJob: aTrainJob({}), jobSet: failed })).toMatchObject({
    state: "Failed",
    reason: "ReachedMaxRestarts",
    message: "jobset failed",
  });
  const done = aJobSet({
    status: { conditions: [condition("Completed", "True", "AllJobsCompleted")] },
  });
  expect(state({ trainJob: aTrainJob({}), jobSet: done }).state).toBe("Complete");
});

test("Complete wins over later conditions, suspension too", () => {
  const conditions = [
    condition("Complete", "True", "AllJobsCompleted"),
    condition("Suspended", "True", "Suspended"),
  ];
  expect(
    state({ trainJob: aTrainJob({ spec: { suspend: true }, status: { conditions } }) }).state,
  ).toBe("Complete");
});

test("a failed job names the reason of its condition, or the pod that ran out of memory", () => {
  const trainJob = aTrainJob({
    status: {
      conditions: [
        condition("Failed", "True", "DeadlineExceeded", "TrainJob exceeded its active deadline"),
      ],
    },
  });
  expect(state({ trainJob })).toEqual({
    state: "Failed",
    reason: "DeadlineExceeded",
    message: "TrainJob exceeded its active deadline",
  });
  const killed = aPod(3, {
    phase: "Failed",
    containerStatuses: [
      { name: "node", state: { terminated: { reason: "OOMKilled", exitCode: 137 } } },
    ],
  });
  expect(state({ trainJob, pods: [aPod(0, RUNNING), killed] })).toMatchObject({
    state: "Failed",
    reason: "OOMKilled",
    params: { pod: "a-node-0-3-xyz", rank: "3", job: "node", container: "node", exitCode: "137" },
  });
});

test("a finished job without children is normal, one with a younger JobSet runs in a loop", () => {
  const trainJob = aTrainJob({
    status: { conditions: [condition("Complete", "True", "AllJobsCompleted")] },
  });
  expect(state({ trainJob, pods: [] })).toMatchObject({
    state: "Complete",
    reason: "ChildrenRemoved",
  });
  const again = aJobSet({ metadata: { creationTimestamp: "2026-01-05T11:01:00Z" } });
  expect(state({ trainJob, jobSet: again })).toMatchObject({ reason: "RecreatedAfterFinish" });
});

test("a suspended job with active pods is suspending", () => {
  const trainJob = aTrainJob({
    spec: { suspend: true },
    status: { jobsStatus: [counts("node", { active: 1 })] },
  });
  expect(state({ trainJob })).toEqual({
    state: "Suspending",
    reason: "PodsStillActive",
    params: { active: "1" },
  });
  const suspended = aTrainJob({
    spec: { suspend: true },
    status: {
      conditions: [condition("Suspended", "True", "Suspended")],
      jobsStatus: [counts("node", { active: 1 })],
    },
  });
  const jobSet = aJobSet({ spec: { suspend: false } });
  expect(state({ trainJob: suspended, jobSet })).toMatchObject({
    state: "Suspending",
    reason: "SuspendNotApplied",
  });
});

test("who suspended a job is told where managedFields tell", () => {
  const managedFields = [
    { manager: "kubectl-patch", fieldsV1: { "f:spec": { "f:suspend": {} } } },
    { manager: "sdk", fieldsV1: { "f:spec": { "f:trainer": {} } } },
  ];
  const trainJob = aTrainJob({ spec: { suspend: true }, metadata: { managedFields } });
  expect(state({ trainJob }).params).toEqual({ by: "kubectl-patch" });
});

test("suspended without a queue was suspended by someone", () => {
  expect(state({ trainJob: aTrainJob({ spec: { suspend: true } }) })).toEqual({
    state: "Suspended",
    reason: "SuspendedByUser",
  });
});

const QUEUED = aTrainJob({
  spec: { suspend: true },
  metadata: { labels: { "kueue.x-k8s.io/queue-name": "lq" } },
});

function aWorkload(
  conditions: JsonObject[],
  more: { spec?: JsonObject; status?: JsonObject } = {},
) {
  return anObject("Workload", {
    metadata: { name: "w" },
    spec: { active: true, queueName: "lq", ...more.spec },
    status: { conditions, ...more.status },
  });
}

test("suspended with a queue label and no admission is queued", () => {
  expect(state({ trainJob: QUEUED })).toEqual({
    state: "Queued",
    reason: "SuspendedByQueue",
    params: { queue: "lq" },
  });
  expect(state({ trainJob: QUEUED, isWorkloadMissing: true })).toMatchObject({
    state: "Queued",
    reason: "NoWorkload",
  });
});

test("the workload says why a queued job waits", () => {
  const pending = aWorkload([condition("QuotaReserved", "False", "Pending", "insufficient quota")]);
  expect(state({ trainJob: QUEUED, workload: pending, queuePosition: 3 })).toEqual({
    state: "Queued",
    reason: "WaitingForQuota",
    message: "insufficient quota",
    params: { queue: "lq", workload: "w", position: "3" },
  });
  const inadmissible = aWorkload([
    condition("QuotaReserved", "False", "Inadmissible", "LocalQueue lq doesn't exist"),
  ]);
  expect(state({ trainJob: QUEUED, workload: inadmissible })).toMatchObject({
    state: "Queued",
    reason: "Inadmissible",
  });
  const checks = aWorkload([condition("QuotaReserved", "True", "QuotaReserved")], {
    status: {
      admissionChecks: [
        { name: "prov", state: "Pending", message: "waiting" },
        { name: "ok", state: "Ready" },
      ],
    },
  });
  expect(state({ trainJob: QUEUED, workload: checks })).toMatchObject({
    reason: "WaitingForAdmissionChecks",
    message: "waiting",
    params: { checks: "prov" },
  });
  const preempted = aWorkload([
    condition("QuotaReserved", "False", "Pending"),
    condition("Evicted", "True", "Preempted", "Preempted to accommodate a workload"),
  ]);
  expect(state({ trainJob: QUEUED, workload: preempted })).toMatchObject({
    state: "Queued",
    reason: "Preempted",
    message: "Preempted to accommodate a workload",
  });
  const off = aWorkload(
    [condition("Evicted", "True", "Deactivated", "The workload is deactivated")],
    { spec: { active: false } },
  );
  expect(state({ trainJob: QUEUED, workload: off })).toMatchObject({
    state: "Suspended",
    reason: "Deactivated",
  });
});

test("an admitted job that stays suspended is named, right after admission it is starting", () => {
  const admitted = (at: string) =>
    aWorkload([
      condition("QuotaReserved", "True", ""),
      condition("Admitted", "True", "Admitted", "", at),
    ]);
  expect(state({ trainJob: QUEUED, workload: admitted("2026-01-05T11:00:00Z") })).toMatchObject({
    state: "Suspended",
    reason: "AdmittedButSuspended",
  });
  expect(state({ trainJob: QUEUED, workload: admitted("2026-01-05T11:59:50Z") }).state).toBe(
    "Starting",
  );
  const finished = aWorkload([condition("Finished", "True", "Succeeded", "Training completed")]);
  expect(state({ trainJob: QUEUED, workload: finished })).toMatchObject({
    state: "Suspended",
    reason: "WorkloadFinished",
  });
});

test("with MultiKueue the workload's end counts, and a copy is marked as one", () => {
  const trainJob = aTrainJob({
    spec: { suspend: true, managedBy: MULTIKUEUE },
    metadata: { labels: { "kueue.x-k8s.io/queue-name": "lq" } },
  });
  expect(state({ trainJob }).state).toBe("Queued");
  expect(
    state({ trainJob, workload: aWorkload([condition("Finished", "True", "Succeeded")]) }),
  ).toMatchObject({ state: "Complete", reason: "ManagedElsewhere" });
  const admitted = aWorkload([condition("Admitted", "True", "Admitted")]);
  expect(state({ trainJob, workload: admitted })).toMatchObject({
    state: "Unknown",
    reason: "ManagedElsewhere",
  });
  const running = {
    ...trainJob,
    status: { jobsStatus: [counts("node", { ready: 1, active: 1 })] },
  };
  expect(state({ trainJob: running, workload: admitted })).toMatchObject({
    state: "Running",
    reason: "ManagedElsewhere",
  });
});

test("pods that no node takes leave the job pending, with the scheduler's words", () => {
  const trainJob = aTrainJob({ status: { jobsStatus: [counts("node", { active: 1 })] } });
  expect(state({ trainJob, pods: [aPod(1, UNSCHEDULABLE), aPod(0, UNSCHEDULABLE)] })).toMatchObject(
    {
      state: "Pending",
      reason: "Unschedulable",
      message: "0/3 nodes are available",
      params: { pod: "a-node-0-0-xyz", rank: "0" },
    },
  );
  expect(state({ trainJob, pods: [aPod(1, UNSCHEDULABLE), aPod(0, RUNNING)] }).state).toBe(
    "Starting",
  );
});

test("image and memory troubles are named with their pod, normal steps of a start are not", () => {
  const trainJob = aTrainJob({ status: { jobsStatus: [counts("node", { active: 1 })] } });
  const image = aPod(0, waiting("ImagePullBackOff"));
  expect(state({ trainJob, pods: [image, aPod(1, waiting("ContainerCreating"))] })).toMatchObject({
    state: "Starting",
    reason: "ImagePullBackOff",
  });
  const looping = aPod(
    1,
    waiting("CrashLoopBackOff", {
      lastState: { terminated: { reason: "OOMKilled", exitCode: 137 } },
    }),
  );
  expect(state({ trainJob, pods: [image, looping] })).toMatchObject({
    reason: "OOMKilled",
    params: { rank: "1", restarts: "2", exitCode: "137" },
  });
  expect(state({ trainJob, pods: [aPod(0, waiting("ContainerCreating"))] })).toMatchObject({
    reason: "WaitingForPods",
  });
});

test("pods of an earlier attempt and pods that go are not blamed", () => {
  const trainJob = aTrainJob({ status: { jobsStatus: [counts("node", { ready: 1, active: 1 })] } });
  const old = aPod(0, waiting("ImagePullBackOff"), 0);
  expect(state({ trainJob, pods: [old, aPod(0, RUNNING, 1)] })).toEqual({ state: "Running" });
});

function anEvent(
  reason: string,
  kind: string,
  at: string,
  message = "failed: field is immutable",
): KubeObject {
  return {
    ...anObject("Event", {}),
    type: "Warning",
    reason,
    note: message,
    regarding: { kind, name: "a" },
    deprecatedLastTimestamp: at,
  };
}

const FAILED = "TrainJobResourcesCreationFailed";

test("a failing reconcile without a JobSet leaves the job pending with the event's words", () => {
  const events = [anEvent(FAILED, "TrainJob", "2026-01-05T11:58:00Z")];
  expect(state({ trainJob: aTrainJob({}), events })).toEqual({
    state: "Pending",
    reason: FAILED,
    message: "failed: field is immutable",
  });
});

test("a job is stuck while the failure is newer than the last apply, or when the comparison says so", () => {
  const trainJob = aTrainJob({ spec: { suspend: true } });
  const jobSet = (time: string) =>
    aJobSet({ metadata: { managedFields: [{ manager: "trainer", operation: "Apply", time }] } });
  const events = [anEvent(FAILED, "TrainJob", "2026-01-05T11:58:00Z")];
  const before = jobSet("2026-01-05T11:50:00Z");
  expect(state({ trainJob, jobSet: before, events })).toMatchObject({
    state: "Suspended",
    reason: "OverridesStuck",
    stuck: true,
    message: "failed: field is immutable",
  });
  expect(state({ trainJob, jobSet: jobSet("2026-01-05T11:59:00Z"), events }).stuck).toBeUndefined();
  expect(state({ trainJob, jobSet: before, events, isStuck: false }).stuck).toBeUndefined();
  expect(state({ trainJob, jobSet: before, isStuck: true }).stuck).toBe(true);
  expect(
    state({
      trainJob,
      jobSet: before,
      events: [anEvent(FAILED, "TrainJob", "2026-01-05T11:00:00Z")],
    }).stuck,
  ).toBeUndefined();
});

test("a Job that may not create pods says so", () => {
  const events = [anEvent("FailedCreate", "Job", "2026-01-05T11:58:00Z", "exceeded quota")];
  const jobSet = aJobSet({ status: { replicatedJobsStatus: [counts("node", {})] } });
  expect(state({ trainJob: aTrainJob({}), jobSet, events, pods: [] })).toEqual({
    state: "Pending",
    reason: "FailedCreate",
    message: "exceeded quota",
  });
});

test("a missing runtime, a resume that does not arrive and a deletion are named", () => {
  const trainJob = aTrainJob({ spec: { runtimeRef: { name: "gone" } } });
  expect(state({ trainJob, isRuntimeMissing: true })).toEqual({
    state: "Pending",
    reason: "RuntimeNotFound",
    params: { runtime: "gone" },
  });
  const resumed = aTrainJob({
    status: { conditions: [condition("Suspended", "False", "Resumed")] },
  });
  expect(state({ trainJob: resumed, jobSet: aJobSet({ spec: { suspend: true } }) })).toEqual({
    state: "Starting",
    reason: "SuspendNotApplied",
  });
  const going = aTrainJob({
    metadata: { deletionTimestamp: "2026-01-05T11:59:00Z", finalizers: ["a/b"] },
  });
  expect(state({ trainJob: going })).toMatchObject({
    reason: "Deleting",
    params: { finalizers: "a/b" },
  });
});

test("a resume is late only when it was a while ago", () => {
  const written = (time: string) => [
    { manager: "me", time, fieldsV1: { "f:spec": { "f:suspend": {} } } },
  ];
  const conditions = [condition("Suspended", "True", "Suspended")];
  const reasonAt = (managedFields: ReturnType<typeof written>) =>
    state({
      trainJob: aTrainJob({ status: { conditions }, metadata: { managedFields } }),
      jobSet: aJobSet({ spec: { suspend: true } }),
    }).reason;
  expect(reasonAt(written("2026-01-05T11:59:59Z"))).toBe("WaitingForController");
  expect(reasonAt(written("2026-01-05T11:50:00Z"))).toBe("SuspendNotApplied");
  expect(reasonAt([])).toBe("WaitingForController");
});

test("Trainer 2.0 has no counts: the pods decide", () => {
  expect(state({ trainJob: aTrainJob({}), pods: [aPod(0, RUNNING)] }).state).toBe("Running");
  expect(
    state({ trainJob: aTrainJob({}), pods: [aPod(0, RUNNING), aPod(1, { phase: "Pending" })] })
      .state,
  ).toBe("Starting");
  expect(
    state({ trainJob: aTrainJob({ spec: { suspend: true } }), pods: [aPod(0, RUNNING)] }).state,
  ).toBe("Suspending");
});

test("whatever a status holds, there is a state", () => {
  const junk = [null, 1, "x", [], {}, [null], [{ type: 1 }], [{ name: "node", active: "many" }]];
  for (const value of junk) {
    const trainJob = aTrainJob({
      status: { conditions: value, jobsStatus: value, trainerStatus: value },
    });
    expect(JOB_STATES).toContain(
      state({
        trainJob,
        jobSet: { ...trainJob, kind: "JobSet" },
        pods: [trainJob],
        workload: trainJob,
        events: [trainJob],
      }).state,
    );
  }
});
