/** Parts of TrainJobs and attempts, for the case lists beside this file. */

export const T = (second) => `2026-03-01T10:00:${String(second).padStart(2, "0")}Z`;
export const minutes = (count) =>
  Array.from({ length: count }, (_, index) => {
    const two = (value) => String(value).padStart(2, "0");
    return `2026-03-02T${two(Math.floor(index / 60))}:${two(index % 60)}:00Z`;
  });

export const zone = (name) => ({ nodeSelector: { "topology.kubernetes.io/zone": name } });
export const pod = (time, spec = zone("a"), targets = ["node"]) => ({
  targetJobs: targets.map((name) => ({ name })),
  time,
  spec,
});
export const job = (time, labels = { team: "red" }, targets) => ({
  time,
  metadata: { labels },
  ...(targets === undefined ? {} : { targetJobs: targets.map((name) => ({ name })) }),
});
export const bare = (time) => ({ targetJobs: [{ name: "node" }], time });
export const by = (manager, histories) => ({ manager, ...histories });

export const trainJob = (templateOverrides, spec = {}) => ({
  apiVersion: "trainer.kubeflow.org/v1alpha1",
  kind: "TrainJob",
  metadata: { name: "case", namespace: "cases" },
  spec: {
    runtimeRef: { apiGroup: "trainer.kubeflow.org", kind: "TrainingRuntime", name: "torch" },
    suspend: true,
    trainer: { numNodes: 2 },
    ...(templateOverrides === undefined ? {} : { templateOverrides }),
    ...spec,
  },
});

export const RED = "red.example.com/queue";
export const BLUE = "blue.example.com/sdk";
export const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));
export const managers = (count) =>
  many(count, (index) => by(`team-${index}.example.com/m`, { pod: [pod(T(1))] }));

export const everyField = {
  serviceAccountName: "trainer",
  nodeSelector: { disk: "ssd" },
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: "gpu", operator: "In", values: ["h100", "h200"] }] },
        ],
      },
    },
  },
  tolerations: [
    { key: "gpu", operator: "Exists", effect: "NoSchedule" },
    { key: "spot", operator: "Equal", value: "true", effect: "NoExecute", tolerationSeconds: 60 },
  ],
  securityContext: { runAsUser: 1000, fsGroup: 1000, runAsNonRoot: true },
  volumes: [
    { name: "scratch", emptyDir: { sizeLimit: "1Gi" } },
    { name: "data", persistentVolumeClaim: { claimName: "data" } },
  ],
  initContainers: [{ name: "fetch", env: [{ name: "MODE", value: "fast" }] }],
  containers: [
    {
      name: "sidecar",
      env: [
        { name: "LEVEL", value: "debug" },
        { name: "TOKEN", valueFrom: { secretKeyRef: { name: "token", key: "value" } } },
      ],
      volumeMounts: [{ name: "data", mountPath: "/data", readOnly: true }],
      securityContext: { allowPrivilegeEscalation: false },
    },
  ],
  schedulingGates: [{ name: "example.com/quota" }],
  imagePullSecrets: [{ name: "registry" }],
  terminationGracePeriodSeconds: 30,
};

export const create = (id, object, otherwise) => ({ id, operation: "create", object, otherwise });
export const update = (id, old, object, otherwise) => ({
  id,
  operation: "update",
  old,
  object,
  otherwise,
});
export const patch = (id, old, body, patchType = "json", query = undefined) => ({
  id,
  operation: "update",
  old,
  patch: body,
  patchType,
  query,
});
export const strict = "fieldValidation=Strict";
export const one = (entry) => trainJob([by(RED, { pod: [entry] })]);
export const podWith = (fields) => one({ ...pod(T(1)), ...fields });
export const specWith = (spec) => one(pod(T(1), spec));
