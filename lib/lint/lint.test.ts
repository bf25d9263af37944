import { expect, test } from "vitest";
import { aRuntime, aTrainJob, NOW, schemaSet } from "../../tests/fixtures/admission/requests.ts";
import type { KubeObject } from "../k8s/object.ts";
import { asObject, getIn, type Json, type JsonObject } from "../util/json.ts";
import { lint } from "./lint.ts";
import { LINT_RULES } from "./lint-codes.ts";

const SCHEMAS = schemaSet("v2.3.0");
const ANCESTOR = "trainer.kubeflow.org/trainjob-ancestor-step";

type PodOptions = {
  readonly ancestor?: string;
  readonly pod?: JsonObject;
  readonly container?: JsonObject;
  readonly name?: string;
};

function aJob({ ancestor = "trainer", pod = {}, container = {}, name = "node" }: PodOptions): Json {
  const containers = [{ name: "node", image: "registry.example/a:1", ...container }];
  const labels = ancestor === "" ? {} : { [ANCESTOR]: ancestor };
  const template = { spec: { containers, ...pod } };
  return { name, replicas: 1, template: { metadata: { labels }, spec: { template } } };
}

function withJobs(jobs: readonly Json[], mlPolicy: JsonObject = { torch: {} }): KubeObject {
  return aRuntime({ mlPolicy, template: { spec: { replicatedJobs: jobs } } });
}

const PLAIN = withJobs([aJob({})]);

function withPatch(podSpec: JsonObject, spec: JsonObject = {}): KubeObject {
  const job = { name: "node", template: { spec: { template: { spec: podSpec } } } };
  const trainingRuntimeSpec = { template: { spec: { replicatedJobs: [job] } } };
  return aTrainJob({ runtimePatches: [{ manager: "a.example/b", trainingRuntimeSpec }], ...spec });
}

const POD =
  "/spec/runtimePatches/0/trainingRuntimeSpec/template/spec/replicatedJobs/0/template/spec/template/spec";
const RUNTIME_POD = "/spec/template/spec/replicatedJobs/0/template/spec/template/spec";

/** `CODE path` of each finding. */
function found(object: KubeObject, runtime?: KubeObject): readonly string[] {
  const input = { object, runtime, schemas: SCHEMAS, dialect: "runtimePatches" } as const;
  return lint({ ...input, trainerVersion: "v2.3.0", now: NOW }).map(
    ({ code, path }) => `${code} ${path}`,
  );
}

test("a sound TrainJob and its runtime have no findings", () => {
  expect(found(aTrainJob({ trainer: { numNodes: 2 } }), PLAIN)).toEqual([]);
  expect(found(PLAIN)).toEqual([]);
});

test("what the API server says comes with its place", () => {
  expect(found(aTrainJob({ trainer: { numNodes: 2, surprise: 1 } }), PLAIN)).toEqual([
    "UNKNOWN_FIELD /spec/trainer/surprise",
  ]);
  expect(found(aTrainJob({ managedBy: "somebody" }), PLAIN)).toContain(
    "SCHEMA_INVALID /spec/managedBy",
  );
  expect(found(aTrainJob({ trainer: { numNodes: "2" } }), PLAIN)).toContain("UNDECODABLE ");
  const reserved = aTrainJob({ trainer: { env: [{ name: "PET_NNODES", value: "1" }] } });
  expect(found(reserved, PLAIN)).toContain("WEBHOOK_DENIED /spec/trainer/env");
  expect(found(aTrainJob())).toEqual(["RUNTIME_MISSING /spec/runtimeRef"]);
});

test("names that the runtime does not have are admitted and told", () => {
  const unknown = withPatch({ containers: [{ name: "helper", image: "a" }] });
  expect(found(unknown, PLAIN)).toContain(`TARGET_CONTAINER_UNKNOWN ${POD}/containers/0`);
});

test("env on a reserved container is told for init containers too", () => {
  const env = [{ name: "A", value: "1" }];
  const init = withPatch({ initContainers: [{ name: "dataset-initializer", env }] });
  expect(found(init, PLAIN)).toContain(`RESERVED_ENV ${POD}/initContainers/0/env`);
  const regular = withPatch({ containers: [{ name: "node", env }] });
  expect(found(regular, PLAIN)).toEqual([
    expect.stringMatching(/^WEBHOOK_DENIED .spec.runtimePatches/),
  ]);
});

test("tolerations that replace the runtime's are told", () => {
  const tolerations = [{ key: "a", operator: "Exists" }];
  const runtime = withJobs([aJob({ pod: { tolerations } })]);
  expect(found(withPatch({ tolerations }), runtime)).toEqual([
    `TOLERATIONS_REPLACED ${POD}/tolerations`,
  ]);
  expect(found(withPatch({ tolerations }), PLAIN)).toEqual([]);
});

test("a volume with two sources after merging is told at the override", () => {
  const runtime = withJobs([aJob({ pod: { volumes: [{ name: "data", emptyDir: {} }] } })]);
  const claim = { name: "data", persistentVolumeClaim: { claimName: "a" } };
  const [first, ...more] = found(withPatch({ volumes: [claim] }), runtime);
  expect(first).toMatch(`VOLUME_SOURCE_CONFLICT ${POD}/volumes/0`);
  expect(more.filter((text) => !text.startsWith("JOBSET_REFUSED"))).toEqual([]);
});

test("a mount without its volume is told where it was written", () => {
  const mount = { name: "nowhere", mountPath: "/data" };
  const patch = withPatch({ containers: [{ name: "node", volumeMounts: [mount] }] });
  expect(found(patch, PLAIN).join()).toContain(
    `MOUNT_WITHOUT_VOLUME ${POD}/containers/0/volumeMounts/0`,
  );
  const runtime = withJobs([aJob({ container: { volumeMounts: [mount] } })]);
  expect(found(aTrainJob(), runtime).join()).not.toContain("MOUNT_WITHOUT_VOLUME");
  expect(found(runtime).join()).toContain(
    `MOUNT_WITHOUT_VOLUME ${RUNTIME_POD}/containers/0/volumeMounts/0`,
  );
});

test("requests above limits are told", () => {
  const resourcesPerNode = { limits: { cpu: "1500m" }, requests: { cpu: 2 } };
  expect(found(aTrainJob({ trainer: { resourcesPerNode } }), PLAIN)).toContain(
    "REQUEST_ABOVE_LIMIT /spec/trainer/resourcesPerNode/requests/cpu",
  );
  const gpu = { requests: { "nvidia.com/gpu": 1 } };
  expect(found(aTrainJob({ trainer: { resourcesPerNode: gpu } }), PLAIN)).toContain(
    "EXTENDED_RESOURCE_UNEQUAL /spec/trainer/resourcesPerNode/requests/nvidia.com~1gpu",
  );
});

test.each([
  [4, 2, "PROCESSES_EXCEED_DEVICES /spec/trainer/numProcPerNode"],
  [1, 2, "DEVICES_IDLE /spec/trainer/numProcPerNode"],
  [2, 2, undefined],
])("%i processes on %i GPUs", (numProcPerNode, gpus, finding) => {
  const runtime = withJobs([
    aJob({ container: { resources: { limits: { "nvidia.com/gpu": gpus } } } }),
  ]);
  const findings = found(aTrainJob({ trainer: { numProcPerNode } }), runtime);
  expect(findings).toEqual(finding === undefined ? [] : [finding]);
});

test("without an ancestor label the trainer goes nowhere", () => {
  const runtime = withJobs([aJob({ ancestor: "" })]);
  expect(found(runtime)).toEqual(["NO_TRAINER_ANCESTOR /spec/template/spec/replicatedJobs"]);
  expect(found(aTrainJob({ trainer: { image: "a" } }), runtime)).toEqual([
    "TRAINER_IGNORED /spec/trainer",
  ]);
  expect(found(withJobs([aJob({ ancestor: "coach" })]))[0]).toBe(
    "ANCESTOR_UNKNOWN /spec/template/spec/replicatedJobs/0/template/metadata/labels/trainer.kubeflow.org~1trainjob-ancestor-step",
  );
});

test("two ports without a name are one", () => {
  const ports = [{ containerPort: 8080 }, { containerPort: 9090 }];
  expect(found(withJobs([aJob({ container: { ports } })])).join()).toContain(
    `PORT_LOST ${RUNTIME_POD}/containers/0/ports/`,
  );
  const named = ports.map((port, index) => ({ ...port, name: `p${index}` }));
  expect(found(withJobs([aJob({ container: { ports: named } })]))).toEqual([]);
});

test("TorchTune wants a runtime name of three parts", () => {
  const command = ["tune", "run"];
  expect(found(aTrainJob({ trainer: { command } }))).toContain(
    "TORCHTUNE_NAME /spec/runtimeRef/name",
  );
  expect(found(withJobs([aJob({ container: { command } })]))).toContain(
    "TORCHTUNE_NAME /metadata/name",
  );
});

test("mpi counts are told", () => {
  const launcher = aJob({ name: "launcher" });
  const worker = aJob({ name: "node", ancestor: "" });
  const mpi = { mpiImplementation: "OpenMPI", numProcPerNode: 1, runLauncherAsNode: true };
  const runtime = withJobs([launcher, worker], { numNodes: 2, mpi });
  expect(found(runtime).join()).toContain("MPI_LAUNCHER_COUNT /spec/mlPolicy/numNodes");
  const sound = withJobs([launcher, worker], { numNodes: 1, mpi });
  expect(found(aTrainJob({ trainer: { numNodes: 1 } }), sound)).toContain(
    "MPI_NODE_COUNT /spec/trainer/numNodes",
  );
  expect(found(withJobs([launcher], { mpi }))).toContain(
    "MPI_JOB_MISSING /spec/template/spec/replicatedJobs",
  );
});

test("resources without an mlPolicy change nothing", () => {
  const runtime = aRuntime({ template: { spec: { replicatedJobs: [aJob({})] } } });
  const resourcesPerNode = { limits: { cpu: 1 } };
  expect(found(aTrainJob({ trainer: { resourcesPerNode } }), runtime)).toContain(
    "RESOURCES_IGNORED /spec/trainer/resourcesPerNode",
  );
});

test("a name that is too long for pods is refused by JobSet", () => {
  const long = aTrainJob({}, "a".repeat(60));
  expect(found(long, PLAIN)).toEqual(["JOBSET_REFUSED /metadata/name"]);
});

test("managers that contradict each other are told, and who takes back what Kueue wrote", () => {
  const zone = (value: string) => {
    const patch = asObject(
      getIn(withPatch({ nodeSelector: { zone: value } }).spec, "runtimePatches", 0),
    );
    return patch?.["trainingRuntimeSpec"];
  };
  const runtimePatches = [
    { manager: "kueue.x-k8s.io/manager", trainingRuntimeSpec: zone("a") ?? null },
    { manager: "a.example/b", trainingRuntimeSpec: zone("b") ?? null },
  ];
  expect(found(aTrainJob({ runtimePatches }), PLAIN)).toEqual([
    `OVERRIDE_CONFLICT ${POD}/nodeSelector/zone`,
    "KUEUE_OVERRIDDEN /spec/runtimePatches/1",
  ]);
});

test("nothing throws for odd input, and every code has a rule", () => {
  const odd: readonly Json[] = [null, 1, "a", [], [null], {}, { a: null }];
  for (const value of odd) {
    for (const field of ["trainer", "runtimeRef", "runtimePatches", "template", "mlPolicy"]) {
      for (const object of [aTrainJob({ [field]: value }), aRuntime({ [field]: value })]) {
        const codes = found(object, PLAIN).map((text) => text.split(" ")[0] ?? "");
        expect(codes.filter((code) => !LINT_RULES.has(code))).toEqual([]);
      }
    }
  }
});
