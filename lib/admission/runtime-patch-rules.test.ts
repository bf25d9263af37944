import { expect, test } from "vitest";
import {
  aTrainJob,
  createReleased,
  outcome,
  updateReleased,
} from "../../tests/fixtures/admission/requests.ts";
import type { KubeObject } from "../k8s/object.ts";
import { getIn, type JsonObject } from "../util/json.ts";
import type { AdmissionResult } from "./admission.ts";

const OLD_TIME = "2026-03-01T00:00:00Z";
const NOW_TEXT = "2026-03-18T10:05:00Z";

function aPatch(podSpec: JsonObject, more: JsonObject = {}, job = "node"): JsonObject {
  const template = { spec: { template: { spec: podSpec } } };
  return {
    manager: "acme.io/x",
    trainingRuntimeSpec: { template: { spec: { replicatedJobs: [{ name: job, template }] } } },
    ...more,
  };
}

function patched(...patches: readonly JsonObject[]): KubeObject {
  return aTrainJob({ runtimePatches: patches });
}

function timeOf(result: AdmissionResult): unknown {
  return result.admitted
    ? getIn(result.object.spec, "runtimePatches", 0, "time")
    : outcome(result).join();
}

const zone = (value: string): JsonObject => ({ nodeSelector: { zone: value } });

test("[P1] a new manager keeps the time it sends, else gets now", () => {
  expect(timeOf(createReleased(patched(aPatch(zone("a")))))).toBe(NOW_TEXT);
  expect(timeOf(createReleased(patched(aPatch(zone("a"), { time: OLD_TIME }))))).toBe(OLD_TIME);
});

test("[P2] equal content keeps the stored time whatever is sent, also while running", () => {
  const stored = aPatch(zone("a"), { time: OLD_TIME });
  const sent = aPatch({ ...zone("a"), tolerations: [] }, { time: "2026-03-02T00:00:00Z" });
  const running = { suspend: false };
  const old = aTrainJob({ ...running, runtimePatches: [stored] });
  const next = aTrainJob({ ...running, runtimePatches: [sent] });
  expect(timeOf(updateReleased(old, next))).toBe(OLD_TIME);
  const untimed = patched(aPatch(zone("a")));
  expect(timeOf(updateReleased(untimed, untimed))).toBeUndefined();
});

test("[P2] other content gets now", () => {
  const old = patched(aPatch(zone("a"), { time: OLD_TIME }));
  const next = patched(aPatch(zone("b"), { time: OLD_TIME }));
  expect(timeOf(updateReleased(old, next))).toBe(NOW_TEXT);
});

test("[P3] quantities are rewritten only together with a time", () => {
  const resourcesPerNode = { limits: { cpu: "0.5" } };
  const cpuOf = (time: string | undefined) => {
    const patch = aPatch(zone("a"), time === undefined ? {} : { time });
    const result = createReleased(
      aTrainJob({ trainer: { resourcesPerNode }, runtimePatches: [patch] }),
    );
    return (
      result.admitted && getIn(result.object.spec, "trainer", "resourcesPerNode", "limits", "cpu")
    );
  };
  expect(cpuOf(undefined)).toBe("500m");
  expect(cpuOf(OLD_TIME)).toBe("0.5");
});

test("[P3] rewriting trips over the immutable trainer", () => {
  const trainer = { resourcesPerNode: { limits: { cpu: "0.5" } } };
  const old = aTrainJob({ trainer, runtimePatches: [aPatch(zone("a"), { time: OLD_TIME })] });
  const next = aTrainJob({ trainer, runtimePatches: [aPatch(zone("b"), { time: OLD_TIME })] });
  expect(outcome(updateReleased(old, next))).toEqual([
    "422 spec.trainer: Invalid value: field is immutable",
  ]);
});

test("[P4] a manager without a domain is refused at a field without index", () => {
  expect(outcome(createReleased(patched({ manager: "foo" })))).toEqual([
    '403 spec.runtimePatches.manager: Invalid value: "foo": must be a domain-prefixed path (such as "acme.io/foo")',
  ]);
});

test("[P5] env on a reserved container is refused with the whole list", () => {
  const env = [{ value: "1", name: "A" }];
  const patch = aPatch({ containers: [{ env, name: "node" }] }, { time: OLD_TIME });
  expect(outcome(createReleased(patched(patch)))).toEqual([
    `403 spec.runtimePatches: Invalid value: [{"manager":"acme.io/x","time":"${OLD_TIME}","trainingRuntimeSpec":{"template":{"spec":{"replicatedJobs":[{"name":"node","template":{"spec":{"template":{"spec":{"containers":[{"name":"node","env":[{"name":"A","value":"1"}]}]}}}}}]}}}}]: must not have envs for the dataset-initializer, model-initializer, node containers`,
  ]);
  const init = aPatch({ initContainers: [{ name: "node", env }] });
  expect(outcome(createReleased(patched(init)))).toEqual(["ok"]);
});

test("[P6] changes need suspension before or after the update; in 2.2.0 after", () => {
  const job = (value: string, suspend: boolean) =>
    aTrainJob({ suspend, runtimePatches: [aPatch(zone(value))] });
  const message =
    "403 spec.runtimePatches: Forbidden: RuntimePatches can only be modified when the TrainJob is suspended";
  expect(outcome(updateReleased(job("a", false), job("b", false)))).toEqual([
    `${message} before or after the update`,
  ]);
  expect(outcome(updateReleased(job("a", true), job("b", false)))).toEqual(["ok"]);
  const first = { trainerVersion: "v2.2.0" } as const;
  expect(outcome(updateReleased(job("a", true), job("b", false), first))).toEqual([message]);
});

test("[P6] changes wait for active jobs", () => {
  const activeJobs = [{ name: "node", active: 1 }];
  const [old, next] = [patched(aPatch(zone("a"))), patched(aPatch(zone("b")))];
  expect(outcome(updateReleased(old, next, { activeJobs }))).toEqual([
    "403 spec.runtimePatches: Forbidden: RuntimePatches cannot be modified when the JobSet's ReplicatedJob node is still active",
  ]);
});

test("[P7] unknown jobs and containers are admitted with a warning of ours; unknown jobs refused in 2.2", () => {
  const unknownJob = patched(aPatch(zone("a"), { time: OLD_TIME }, "ghost"));
  const result = createReleased(unknownJob);
  expect(outcome(result)).toEqual(["ok"]);
  expect(result.warnings).toHaveLength(1);
  expect(outcome(createReleased(unknownJob, { trainerVersion: "v2.2.1" }))[0]).toContain(
    "must not have replicated job that doesn't exist in the runtime job template",
  );
  const unknownContainer = createReleased(patched(aPatch({ containers: [{ name: "nope" }] })));
  expect(outcome(unknownContainer)).toEqual(["ok"]);
  expect(unknownContainer.warnings[0]).toContain('has no container "nope"');
});

test("[O2] what Go cannot decode is 400 with Go's text, and times and quantities win", () => {
  const reason = (spec: JsonObject) => {
    const result = createReleased(aTrainJob(spec));
    if (result.admitted) return "ok";
    const text = result.message.replace(/^.*denied the request: /, "");
    return `${result.code} ${result.reason}|${text}`;
  };
  expect(reason({ trainer: { numProcPerNode: "auto" } })).toBe(
    "400 |json: cannot unmarshal string into Go struct field Trainer.spec.trainer.numProcPerNode of type int32",
  );
  expect(reason({ trainer: { numNodes: 1.5 } })).toBe(
    "400 |json: cannot unmarshal number 1.5 into Go struct field Trainer.spec.trainer.numNodes of type int32",
  );
  expect(reason({ suspend: "yes", trainer: { resourcesPerNode: { limits: { cpu: "a" } } } })).toBe(
    "400 |quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  );
  expect(reason({ trainer: { resourcesPerNode: { limits: { cpu: "1Kim" } } } })).toBe(
    "400 |unable to parse quantity's suffix",
  );
  expect(reason({ runtimePatches: [{ manager: "a.io/b", time: "2026-13-01T00:00:00Z" }] })).toBe(
    '400 |parsing time "2026-13-01T00:00:00Z": month out of range',
  );
});

test("[O4] the deprecation of a referenced runtime is a warning", () => {
  const result = createReleased(aTrainJob(), {
    runtime: {
      apiVersion: "trainer.kubeflow.org/v1alpha1",
      kind: "ClusterTrainingRuntime",
      metadata: { name: "torch", labels: { "trainer.kubeflow.org/support": "deprecated" } },
      spec: {},
    },
  });
  expect(result.warnings[0]).toContain('Referenced ClusterTrainingRuntime "torch" is deprecated');
});

test("[R1] [R2] unknown kinds and missing runtimes are refused", () => {
  const other = aTrainJob({ runtimeRef: { name: "torch", kind: "Other" } });
  expect(outcome(createReleased(other))).toEqual([
    '403 admission webhook "validator.trainjob.trainer.kubeflow.org" denied the request: unsupported runtime: Other.trainer.kubeflow.org',
  ]);
  const missing = createReleased(aTrainJob(), { runtime: undefined });
  expect(outcome(missing)[0]).toContain('403 spec.RuntimeRef: Invalid value: {"name":"torch"');
});
