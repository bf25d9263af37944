import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { KINDS } from "#lib/k8s/kinds.ts";
import { createFilesWorld, type FilesWorld } from "./create-files-world.ts";
import { detectFilesDialect } from "./load-files.ts";

const NOW = Date.UTC(2026, 10, 30, 12);
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A folder with these files; gives its path. */
function aFolder(files: { readonly [name: string]: string }): string {
  const folder = mkdtempSync(join(tmpdir(), "files-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  cleanups.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

function load(files: { readonly [name: string]: string }): FilesWorld {
  const world = createFilesWorld({ paths: [aFolder(files)], now: NOW });
  cleanups.push(() => world.close());
  return world;
}

const short = (world: FilesWorld) =>
  world.files.findings.map(({ object, outcome, line }) => `${line} ${outcome} ${object}`);

function aTrainJob(name: string, spec = "", metadata = ""): string {
  const lines = [
    "apiVersion: trainer.kubeflow.org/v1alpha1",
    "kind: TrainJob",
    "metadata:",
    `  name: ${name}`,
    metadata,
    "spec:",
    "  runtimeRef:",
    "    name: torch",
    spec,
  ];
  return `${lines.filter((line) => line !== "").join("\n")}\n`;
}

const RUNTIME = `apiVersion: trainer.kubeflow.org/v1alpha1
kind: ClusterTrainingRuntime
metadata: {name: torch}
spec:
  mlPolicy: {numNodes: 1, torch: {}}
  template:
    spec:
      replicatedJobs:
        - name: node
          template:
            metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
            spec: {template: {spec: {containers: [{name: node, image: registry.example/torch:1}]}}}
`;

test("a TrainJob and its runtime are loaded from several files, whatever their order, and come alive", () => {
  const world = load({ "a-job.yaml": aTrainJob("one"), "sub/z-runtime.yml": RUNTIME });
  expect(short(world)).toEqual(["1 loaded TrainJob one", "1 loaded ClusterTrainingRuntime torch"]);
  expect(world.files.findings.flatMap((finding) => finding.warnings)).toEqual([]);
  world.clock.advance(60_000);
  expect(world.sandbox.store.get(KINDS.JobSet, "default", "one")).toBeDefined();
  expect(world.sandbox.store.list(KINDS.Pod, "default")).toHaveLength(1);
});

test("several documents, a List, a byte-order mark and CRLF are read; each object has its line", () => {
  const list = `apiVersion: v1\nkind: List\nitems:\n${[aTrainJob("two"), aTrainJob("three")]
    .map((text) => `  - ${text.trim().replaceAll("\n", "\n    ")}`)
    .join("\n")}\n`;
  const text = `\uFEFF${aTrainJob("one")}---\n${list}`.replaceAll("\n", "\r\n");
  expect(short(load({ "dump.yaml": text }))).toEqual([
    "1 loaded TrainJob one",
    "12 loaded TrainJob two",
    "19 loaded TrainJob three",
  ]);
});

test("a TrainJob without its runtime is loaded and says so", () => {
  const [finding] = load({ "job.yaml": aTrainJob("alone") }).files.findings;
  expect(finding?.outcome).toBe("loaded");
  expect(finding?.warnings.join()).toContain(
    'ClusterTrainingRuntime "torch" is not among the files',
  );
});

test("a refusal names the field and its line", () => {
  const bad = aTrainJob("bad", "  trainer:\n    numNodes: many");
  const [finding] = load({ "job.yaml": bad }).files.findings;
  expect(finding?.outcome).toBe("refused");
  expect(finding?.reason).toMatch(/^spec\.trainer\.numNodes: .*\(line 9\)$/);
});

test("fields that the served version does not know are named", () => {
  const [finding] = load({ "job.yaml": aTrainJob("odd", "  colour: red") }).files.findings;
  expect(finding).toMatchObject({ outcome: "loaded", pruned: ["/spec/colour"] });
});

test("unreadable text is named with its line, and the documents around it are loaded", () => {
  const text = `${aTrainJob("one")}---\nkind: [\n---\n${aTrainJob("two")}`;
  const world = load({ "broken.yaml": text });
  const outcomes = world.files.findings.map((finding) => finding.outcome);
  expect(outcomes).toContain("unreadable");
  expect(short(world)).toContain("1 loaded TrainJob one");
});

test("what the sandbox does not serve is left aside with a reason", () => {
  const world = load({
    "x.yaml": [
      "apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata: {name: old}",
      "apiVersion: trainer.kubeflow.org/v2alpha1\nkind: TrainJob\nmetadata: {name: early}",
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}",
      "just: text",
    ].join("\n---\n"),
  });
  const reasons = world.files.findings.map((finding) => finding.reason ?? "");
  expect(world.files.loaded).toBe(0);
  expect(reasons[0]).toContain("Training Operator v1");
  expect(reasons[1]).toContain("before the first release");
  expect(reasons[2]).toContain("apps/v1 Deployment");
  expect(reasons[3]).toContain("not a Kubernetes object");
});

const PATCHES = "  runtimePatches:\n    - manager: example.com/a";
const OVERRIDES = "  podTemplateOverrides:\n    - targetJobs: [{name: node}]";

test("the override API is the one that most TrainJobs use; the others are left aside", () => {
  const files = {
    "1.yaml": aTrainJob("old", OVERRIDES),
    "2.yaml": aTrainJob("new-a", PATCHES),
    "3.yaml": aTrainJob("new-b", PATCHES),
  };
  expect(detectFilesDialect([aFolder(files)])).toBe("runtimePatches");
  const world = load(files);
  expect(world.sandbox.options).toMatchObject({ dialect: "runtimePatches", controller: "trainer" });
  expect(world.files.findings[0]?.reason).toContain("uses podTemplateOverrides");
});

test("of equally many the first in the order of the files decides; without overrides nothing does", () => {
  const files = { "1.yaml": aTrainJob("old", OVERRIDES), "2.yaml": aTrainJob("new", PATCHES) };
  expect(detectFilesDialect([aFolder(files)])).toBe("podTemplateOverrides");
  expect(detectFilesDialect([aFolder({ "1.yaml": aTrainJob("plain") })])).toBeUndefined();
});

test("a status in the file stays, and the controllers leave that TrainJob alone until its spec changes", () => {
  const status =
    "status:\n  conditions:\n    - {type: Complete, status: 'True', reason: AllJobsCompleted, message: done, lastTransitionTime: '2026-01-01T00:00:00Z'}";
  const world = load({
    "job.yaml": `${aTrainJob("done", "  suspend: true")}${status}\n`,
    "r.yaml": RUNTIME,
  });
  world.clock.advance(60_000);
  const stored = world.sandbox.store.get(KINDS.TrainJob, "default", "done");
  expect(stored?.status).toMatchObject({ conditions: [{ type: "Complete" }] });
  expect(world.sandbox.store.get(KINDS.JobSet, "default", "done")).toBeUndefined();
});

test("a queue label is kept and means nothing", () => {
  const label = "  labels: {kueue.x-k8s.io/queue-name: theirs}";
  const world = load({ "job.yaml": aTrainJob("one", "", label), "r.yaml": RUNTIME });
  world.clock.advance(60_000);
  const stored = world.sandbox.store.get(KINDS.TrainJob, "default", "one");
  expect(stored?.spec?.["suspend"]).toBe(false);
  expect(world.sandbox.store.list(KINDS.Pod, "default")).toHaveLength(1);
});

test("a namespace that is not there is made, and both data scientists may work in it", () => {
  const world = load({ "job.yaml": aTrainJob("one", "", "  namespace: lab-7") });
  expect(world.sandbox.store.get(KINDS.Namespace, undefined, "lab-7")).toBeDefined();
  const binding = world.sandbox.access.get().bindings.find((item) => item.namespace === "lab-7");
  expect(binding?.subjects.map((subject) => subject.name)).toEqual(["alice", "bob"]);
});

test("a name is made where the file gives only the start of one", () => {
  const generated = aTrainJob("x").replace("name: x", "generateName: run-");
  const names = [1, 2].map(() => {
    const folder = aFolder({ "job.yaml": generated });
    const world = createFilesWorld({ paths: [folder], now: NOW });
    cleanups.push(() => world.close());
    return world.sandbox.store.list(KINDS.TrainJob)[0]?.metadata.name ?? "";
  });
  expect(names[0]).toMatch(/^run-[a-z0-9]{5}$/);
});

test("a path that leads nowhere is a finding, not an error", () => {
  const world = createFilesWorld({ paths: ["/does/not/exist.yaml"], now: NOW });
  cleanups.push(() => world.close());
  expect(world.files.findings[0]).toMatchObject({
    outcome: "unreadable",
    reason: "no such file or folder",
  });
});

test("a namespace that is still a placeholder is named beside what else is refused, and never made", () => {
  const namespace = "  namespace: <NAMESPACE>";
  const world = load({
    "a.yaml": RUNTIME,
    "b.yaml": aTrainJob("placed", "", namespace),
    "c.yaml": aTrainJob("counted", "  trainer:\n    numNodes: <COUNT>", namespace),
  });
  const reasons = world.files.findings.slice(1).map(({ outcome, reason }) => [outcome, reason]);
  const placed =
    'metadata.namespace: Invalid value: "<NAMESPACE>": no namespace can have this name (line 5)';
  expect(reasons).toEqual([
    ["refused", placed],
    ["refused", expect.stringContaining(`${placed}; spec.trainer.numNodes: Invalid value`)],
  ]);
  expect(world.sandbox.store.get(KINDS.Namespace, undefined, "<NAMESPACE>")).toBeUndefined();
});
