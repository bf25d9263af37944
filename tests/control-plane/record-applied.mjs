#!/usr/bin/env node
/**
 * Records what becomes of an admitted change of `runtimePatches` on a real cluster with Trainer 2.3 and JobSet 0.12.
 *   node tests/control-plane/record-applied.mjs KUBECONFIG > tests/fixtures/reconcile/applied-real.jsonl
 */
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { appliedCases } from "./applied-cases.mjs";
import { connect } from "./cluster.mjs";

const [kubeconfigPath] = process.argv.slice(2);
if (kubeconfigPath === undefined) throw new Error("usage: record-applied.mjs KUBECONFIG");

const NAMESPACE = "applied-cases";
const GROUPS = {
  trainJob: "/apis/trainer.kubeflow.org/v1alpha1",
  jobSet: "/apis/jobset.x-k8s.io/v1alpha2",
  event: "/apis/events.k8s.io/v1",
};
const JOBS = `${GROUPS.trainJob}/namespaces/${NAMESPACE}/trainjobs`;
const JOB_SETS = `${GROUPS.jobSet}/namespaces/${NAMESPACE}/jobsets`;
const EVENTS = `${GROUPS.event}/namespaces/${NAMESPACE}/events`;
const SETTLED_MS = 2000;
const RUNTIME = {
  apiVersion: "trainer.kubeflow.org/v1alpha1",
  kind: "TrainingRuntime",
  metadata: { name: "torch", labels: { "trainer.kubeflow.org/framework": "torch" } },
  spec: {
    mlPolicy: { numNodes: 1, torch: {} },
    template: {
      spec: {
        replicatedJobs: [
          {
            name: "node",
            template: {
              metadata: { labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "trainer" } },
              spec: {
                template: {
                  spec: { containers: [{ name: "node", image: "registry.example/train:1" }] },
                },
              },
            },
          },
        ],
      },
    },
  },
};

const send = connect(kubeconfigPath);
await send("POST", "/api/v1/namespaces", { metadata: { name: NAMESPACE } });
await send("POST", `${GROUPS.trainJob}/namespaces/${NAMESPACE}/trainingruntimes`, RUNTIME);
for (const one of appliedCases) process.stdout.write(`${JSON.stringify(await record(one))}\n`);
await send("DELETE", `/api/v1/namespaces/${NAMESPACE}`);

/** `beforeJobSet` is the list with which the JobSet is made, where `patches` come later. */
async function record({ id, patches, beforeJobSet = patches, change, suspend }) {
  await expectCode(201, send("POST", JOBS, trainJob(id, beforeJobSet)));
  await settle();
  if (beforeJobSet !== patches) {
    await setPatches(id, patches);
    await settle();
  }
  const before = await read(id);
  const answer = await setPatches(id, change, suspend);
  await settle();
  const after = await read(id);
  const isApplied =
    before.jobSet.metadata.resourceVersion !== after.jobSet.metadata.resourceVersion;
  return {
    id,
    runtime: RUNTIME,
    trainJobBefore: withoutManagedFields(before.trainJob),
    trainJobAfter: withoutManagedFields(after.trainJob),
    jobSetBefore: before.jobSet,
    code: answer.code,
    applied: isApplied,
    jobSetAfter: withoutManagedFields(after.jobSet),
    conditions: after.trainJob.status?.conditions ?? [],
    events: after.events.slice(before.events.length),
  };
}

function trainJob(name, runtimePatches) {
  return {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name, namespace: NAMESPACE },
    spec: {
      runtimeRef: { kind: "TrainingRuntime", name: "torch" },
      suspend: true,
      trainer: { numNodes: 2 },
      ...(runtimePatches.length === 0 ? {} : { runtimePatches }),
    },
  };
}

function setPatches(name, runtimePatches, suspend = true) {
  return expectCode(
    200,
    send(
      "PATCH",
      `${JOBS}/${name}`,
      { spec: { runtimePatches, suspend } },
      "application/merge-patch+json",
    ),
  );
}

async function read(name) {
  const [job, jobSet, events] = await Promise.all([
    send("GET", `${JOBS}/${name}`),
    send("GET", `${JOB_SETS}/${name}`),
    send("GET", EVENTS),
  ]);
  return {
    trainJob: job.body,
    jobSet: jobSet.body,
    events: events.body.items
      .filter(({ regarding }) => regarding.kind === "TrainJob" && regarding.name === name)
      .map(({ type, reason, action, note }) => ({ type, reason, action, note })),
  };
}

function withoutManagedFields(object) {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** The controllers answer within milliseconds; an event that repeats is only counted up. */
async function settle() {
  await sleep(SETTLED_MS);
}

async function expectCode(code, sending) {
  const answer = await sending;
  if (answer.code !== code) throw new Error(`${answer.code}: ${answer.body.message}`);
  return answer;
}
