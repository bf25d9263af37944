/**
 * Changes of `runtimePatches` on a suspended TrainJob that already has its JobSet: which of them reach the JobSet?
 * `patches` are the list before; `change` makes the list after it.
 */

const MANAGER = "example.com/first";
const OTHER = "example.com/second";

const patchOf = (template, manager = MANAGER) => ({ manager, trainingRuntimeSpec: { template } });
const ofJob = (template, name = "node") => ({ spec: { replicatedJobs: [{ name, template }] } });
const ofPod = (pod, name) => ofJob({ spec: { template: pod } }, name);
const podSpec = (spec, name) => ofPod({ spec }, name);

const volumes = podSpec({ volumes: [{ name: "data", emptyDir: {} }] });
const nodeAffinity = {
  requiredDuringSchedulingIgnoredDuringExecution: {
    nodeSelectorTerms: [{ matchExpressions: [{ key: "gpu", operator: "Exists" }] }],
  },
};

const added = (id, template) => ({ id, patches: [], change: [patchOf(template)] });

export const appliedCases = [
  added("node-selector", podSpec({ nodeSelector: { zone: "a" } })),
  added("tolerations", podSpec({ tolerations: [{ key: "gpu", operator: "Exists" }] })),
  added("scheduling-gates", podSpec({ schedulingGates: [{ name: "example.com/quota" }] })),
  added("pod-labels", ofPod({ metadata: { labels: { a: "b" } } })),
  added("pod-annotations", ofPod({ metadata: { annotations: { a: "b" } } })),
  added("jobset-labels", { metadata: { labels: { a: "b" } } }),
  added("jobset-annotations", { metadata: { annotations: { a: "b" } } }),
  added("job-labels", ofJob({ metadata: { labels: { a: "b" } } })),
  added("job-annotations", ofJob({ metadata: { annotations: { a: "b" } } })),
  added("volumes", volumes),
  added("volume-mounts", {
    spec: {
      replicatedJobs: [
        {
          name: "node",
          template: {
            spec: {
              template: {
                spec: {
                  volumes: [{ name: "data", emptyDir: {} }],
                  containers: [
                    { name: "node", volumeMounts: [{ name: "data", mountPath: "/data" }] },
                  ],
                },
              },
            },
          },
        },
      ],
    },
  }),
  added(
    "container-security-context",
    podSpec({
      containers: [{ name: "node", securityContext: { runAsUser: 1000 } }],
    }),
  ),
  added(
    "another-container",
    podSpec({
      containers: [{ name: "sidecar", env: [{ name: "A", value: "b" }] }],
    }),
  ),
  added(
    "init-container",
    podSpec({
      initContainers: [{ name: "fetch", env: [{ name: "A", value: "b" }] }],
    }),
  ),
  added("affinity", podSpec({ affinity: { nodeAffinity } })),
  added("service-account", podSpec({ serviceAccountName: "trainer" })),
  added("security-context", podSpec({ securityContext: { runAsUser: 1000 } })),
  added("image-pull-secrets", podSpec({ imagePullSecrets: [{ name: "registry" }] })),
  added("termination-grace-period", podSpec({ terminationGracePeriodSeconds: 5 })),
  added("unknown-job", podSpec({ nodeSelector: { zone: "a" } }, "nowhere")),
  added(
    "good-and-bad-in-one",
    podSpec({
      nodeSelector: { zone: "a" },
      serviceAccountName: "trainer",
    }),
  ),
  added("empty-patch", podSpec({})),
  added("empty-security-context", podSpec({ securityContext: {} })),
  {
    id: "good-after-bad",
    patches: [patchOf(volumes)],
    beforeJobSet: [],
    change: [patchOf(volumes), patchOf(podSpec({ nodeSelector: { zone: "a" } }), OTHER)],
  },
  {
    id: "bad-taken-back",
    patches: [patchOf(volumes)],
    beforeJobSet: [],
    change: [],
  },
  {
    id: "good-on-top-of-what-the-jobset-was-made-with",
    patches: [patchOf(volumes)],
    change: [patchOf(volumes), patchOf(podSpec({ nodeSelector: { zone: "a" } }), OTHER)],
  },
  {
    id: "volumes-taken-back",
    patches: [patchOf(volumes)],
    change: [],
  },
  {
    id: "node-selector-changed",
    patches: [patchOf(podSpec({ nodeSelector: { zone: "a", disk: "ssd" } }))],
    change: [patchOf(podSpec({ nodeSelector: { zone: "b" } }))],
  },
  {
    id: "node-selector-taken-back",
    patches: [patchOf(podSpec({ nodeSelector: { zone: "a" } }))],
    change: [],
  },
  {
    id: "scheduling-gates-taken-back",
    patches: [patchOf(podSpec({ schedulingGates: [{ name: "example.com/quota" }] }))],
    change: [],
  },
  {
    id: "jobset-labels-taken-back",
    patches: [patchOf({ metadata: { labels: { a: "b" } } })],
    change: [],
  },
  {
    id: "job-labels-taken-back",
    patches: [patchOf(ofJob({ metadata: { labels: { a: "b" } } }))],
    change: [],
  },
  {
    id: "managers-in-another-order",
    patches: [
      patchOf(podSpec({ nodeSelector: { zone: "a" } })),
      patchOf(podSpec({ nodeSelector: { zone: "b" } }), OTHER),
    ],
    change: [
      patchOf(podSpec({ nodeSelector: { zone: "b" } }), OTHER),
      patchOf(podSpec({ nodeSelector: { zone: "a" } })),
    ],
  },
  { id: "resumed", patches: [], change: [], suspend: false },
  {
    id: "resumed-with-a-good-change",
    patches: [],
    change: [patchOf(podSpec({ nodeSelector: { zone: "a" } }))],
    suspend: false,
  },
  {
    id: "resumed-with-a-bad-change",
    patches: [],
    change: [patchOf(volumes)],
    suspend: false,
  },
];
