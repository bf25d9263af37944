import { expect, test } from "vitest";
import type { KubeObject } from "../k8s/object.ts";
import type { JsonObject } from "../util/json.ts";
import { childJobs, childPod, childService } from "./children.ts";
import { sha1Hex } from "./sha1.ts";

const JOBSET: KubeObject = {
  apiVersion: "jobset.x-k8s.io/v1alpha2",
  kind: "JobSet",
  metadata: { name: "loon-a", namespace: "birds", uid: "js-1" },
  spec: {
    suspend: false,
    volumeClaimPolicies: [{ templates: [{ metadata: { name: "initializer" } }] }],
    replicatedJobs: [
      {
        name: "dataset-initializer",
        template: {
          metadata: {
            labels: { "trainer.kubeflow.org/trainjob-ancestor-step": "dataset-initializer" },
          },
          spec: {
            parallelism: 1,
            completions: 1,
            template: {
              spec: {
                containers: [
                  {
                    name: "dataset-initializer",
                    volumeMounts: [{ name: "initializer", mountPath: "/w" }],
                  },
                ],
              },
            },
          },
        },
      },
      {
        name: "node",
        dependsOn: [{ name: "dataset-initializer", status: "Complete" }],
        template: {
          spec: {
            parallelism: 2,
            completions: 2,
            template: { spec: { containers: [{ name: "node" }] } },
          },
        },
      },
    ],
  },
};

test("a text's SHA-1 is the known one", () => {
  expect(sha1Hex("abc")).toBe("a9993e364706816aba3e25717850c26c9cd0d89d");
  expect(sha1Hex("x".repeat(64))).toMatch(/^[0-9a-f]{40}$/);
});

test("Jobs carry JobSet's labels with the indexes over job, JobSet and group", () => {
  const [first, second] = childJobs(JOBSET, 0);
  expect(first?.job.metadata.name).toBe("loon-a-dataset-initializer-0");
  expect(first?.job.metadata.labels).toMatchObject({
    "trainer.kubeflow.org/trainjob-ancestor-step": "dataset-initializer",
    "jobset.sigs.k8s.io/job-key": "86c7e49c8b10041f9dd1c498b27b0c2a9c57f3d0",
    "jobset.sigs.k8s.io/global-replicas": "2",
    "jobset.sigs.k8s.io/job-group-index": "0",
  });
  expect(second?.job.metadata.annotations).toMatchObject({
    "jobset.sigs.k8s.io/job-key": "138d09da383641b567b84204eebe066b69e04ade",
    "jobset.sigs.k8s.io/job-global-index": "1",
    "jobset.sigs.k8s.io/restart-attempt": "0",
  });
  expect(second?.dependsOn).toEqual([{ name: "dataset-initializer", status: "Complete" }]);
});

test("a claim that a container mounts becomes a volume of its Job only", () => {
  const volumes = childJobs(JOBSET, 0).map((child) => {
    const template = child.job.spec?.["template"] as JsonObject;
    return (template["spec"] as JsonObject)["volumes"];
  });
  expect(volumes).toEqual([
    [{ name: "initializer", persistentVolumeClaim: { claimName: "initializer-loon-a" } }],
    undefined,
  ]);
});

test("a pod knows its completion index by name, host name, label and env", () => {
  const job = childJobs(JOBSET, 0)[1]?.job;
  const pod = childPod(
    { ...(job as KubeObject), metadata: { ...job?.metadata, uid: "j-1" } },
    1,
    "x2k9q",
  );
  expect(pod.metadata.name).toBe("loon-a-node-0-1-x2k9q");
  expect(pod.spec?.["hostname"]).toBe("loon-a-node-0-1");
  expect(pod.spec?.["subdomain"]).toBe("loon-a");
  expect(pod.metadata.labels).toMatchObject({
    "batch.kubernetes.io/job-completion-index": "1",
    "job-name": "loon-a-node-0",
    "jobset.sigs.k8s.io/replicatedjob-name": "node",
  });
  expect(pod.spec?.["containers"]).toEqual([
    { name: "node", env: [expect.objectContaining({ name: "JOB_COMPLETION_INDEX" })] },
  ]);
});

test("the headless Service has the JobSet's name and selects its pods", () => {
  expect(childService(JOBSET)?.spec).toEqual({
    clusterIP: "None",
    publishNotReadyAddresses: true,
    selector: { "jobset.sigs.k8s.io/jobset-name": "loon-a" },
  });
});
