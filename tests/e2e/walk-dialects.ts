import type { Dialect } from "#lib/dialect/entry.ts";

/** A draft that is refused: at which check and line it stands before saving, and how the server says the same. */
export type WalkRefusal = {
  readonly what: string;
  readonly yaml: string;
  /** A time in the draft's own field; `newest` is the lane's newest entry. */
  readonly time?: "newest" | "far" | undefined;
  readonly check: "Schema" | "Webhook rules" | "Time";
  /** Line of the text that the finding names, where it is about the text. */
  readonly line?: number | undefined;
  readonly message: RegExp;
  readonly status: 403 | 409 | 422;
  /** In the server's answer, where it words it otherwise. */
  readonly answer?: RegExp | undefined;
};

/** How the walk differs between the override APIs; everything else is the same. */
export type WalkDialect = {
  readonly dialect: Dialect;
  /** Node selector, toleration, env of a side container, volume with mount. */
  readonly override: string;
  readonly refusals: readonly WalkRefusal[];
  readonly running: RegExp;
  /** What the sheet says of the override once the job is suspended. */
  readonly effect: RegExp;
  /** What becomes of the JobSet that exists. */
  readonly jobSet: "remade" | "stuck";
  /** The body of an append into another manager's lane. */
  readonly foreign: Readonly<Record<string, unknown>>;
};

const POD_SPEC = `spec:
  nodeSelector:
    kubernetes.io/arch: amd64
  tolerations:
  - key: nvidia.com/gpu
    operator: Exists
  volumes:
  - name: scratch
    emptyDir: {}
  containers:
  - name: metrics-agent
    env:
    - name: LOG_LEVEL
      value: trace
    volumeMounts:
    - name: scratch
      mountPath: /scratch
`;

const RESERVED_ENV = `spec:
  containers:
  - name: node
    env:
    - name: EXTRA
      value: "1"
`;

const POOL = "spec:\n  nodeSelector:\n    disk: ssd\n";

/** A pod template of one job, as `runtimePatches` nests it. */
function inPatch(job: string, podTemplate: string): string {
  const above = `template:
  spec:
    replicatedJobs:
    - name: ${job}
      template:
        spec:
          template:
`;
  const lines = podTemplate.trimEnd().split("\n");
  return `${above}${lines.map((line) => `            ${line}`).join("\n")}\n`;
}

export const TEMPLATE_OVERRIDES: WalkDialect = {
  dialect: "templateOverrides",
  override: POD_SPEC,
  running: /TemplateOverrides can only be modified when the TrainJob is suspended/,
  refusals: [
    {
      what: "a job that the runtime does not have",
      yaml: `targetJobs:\n- name: nope\n${POOL}`,
      check: "Webhook rules",
      line: 2,
      message: /must not have targetJob that doesn't exist in the runtime job template/,
      status: 422,
    },
    {
      what: "env on a reserved container",
      yaml: RESERVED_ENV,
      check: "Webhook rules",
      line: 4,
      message: /must not have envs for the .*node containers/,
      status: 422,
    },
    {
      what: "a value that the schema does not allow",
      yaml: "spec:\n  nodeSelector:\n    disk: 3\n",
      check: "Schema",
      line: 3,
      message: /must be of type string: "integer"/,
      status: 422,
    },
    {
      what: "a time too far ahead",
      yaml: POOL,
      time: "far",
      check: "Time",
      message: /too far in the future/,
      status: 422,
      answer: /at most 5 s ahead/,
    },
    {
      what: "the same instant twice",
      yaml: POOL,
      time: "newest",
      check: "Time",
      message: /has that time already/,
      status: 409,
      answer: /That time is taken/,
    },
  ],
  effect: /the controller deletes and remakes the JobSet/,
  jobSet: "remade",
  foreign: {
    kind: "pod",
    override: { targetJobs: [{ name: "node" }], spec: { nodeSelector: { disk: "ssd" } } },
  },
};

export const RUNTIME_PATCHES: WalkDialect = {
  dialect: "runtimePatches",
  override: inPatch("node", POD_SPEC),
  running: /RuntimePatches can only be modified when the TrainJob is suspended/,
  refusals: [
    {
      what: "env on a reserved container",
      yaml: inPatch("node", RESERVED_ENV),
      check: "Webhook rules",
      line: 11,
      message: /must not have envs for the .*node containers/,
      status: 422,
    },
    {
      what: "an item that lacks what the schema requires",
      yaml: inPatch(
        "node",
        "spec:\n  containers:\n  - name: metrics-agent\n    env:\n    - value: x\n",
      ),
      check: "Schema",
      line: 12,
      message: /Required value/,
      status: 422,
    },
  ],
  effect: /would be admitted, but the existing JobSet refuses it/,
  jobSet: "stuck",
  foreign: { override: {} },
};
