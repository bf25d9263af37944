import { expect, test } from "vitest";
import { RUNTIME, TRAIN_JOB } from "./manifests.ts";
import { type Run, runCli, withFolder } from "./run-cli.ts";

function renderBoth(...args: readonly string[]): Promise<Run> {
  return withFolder(({ file }) => {
    const runtime = file("runtime.yaml", RUNTIME);
    const trainJob = file("trainjob.yaml", TRAIN_JOB);
    return runCli(["render", "--runtime", runtime, "--trainjob", trainJob, ...args]);
  });
}

test.each([
  ["runtime", undefined],
  ["0", "zone: a"],
  ["acme.example/scheduler", "zone: a"],
  ["1", "zone: b"],
])("--at %s applies the entries up to it", async (at, zone) => {
  const { exit, out } = await renderBoth("-o", "yaml", "--at", at);
  expect(exit).toBe(0);
  expect(/zone: ./.exec(out)?.[0]).toBe(zone);
});

test("--at reads a manager with a time", async () => {
  const { out: converted } = await runCli(
    ["convert", "-", "--to", "templateOverrides", "--time", "2026-03-18T10:05:00Z"],
    { stdin: TRAIN_JOB },
  );
  await withFolder(async ({ file }) => {
    const files = ["--runtime", file("r.yaml", RUNTIME), "--trainjob", file("t.yaml", converted)];
    const at = "acme.example/scheduler@2026-03-18T10:05:00Z";
    const { out } = await runCli(["render", ...files, "-o", "yaml", "--at", at]);
    expect(out).toContain("zone: a");
    const wrong = await runCli([
      "render",
      ...files,
      "--at",
      "acme.example/scheduler@2020-01-01T00:00:00Z",
    ]);
    expect(wrong.exit).toBe(2);
    expect(wrong.err).toContain("  0  acme.example/scheduler pod 2026-03-18T10:05:00Z\n");
  });
});

test("--pod tells one pod's values and who wrote them", async () => {
  const { exit, out } = await renderBoth("--pod", "node/2");
  expect(exit).toBe(0);
  expect(out).toMatch(/^pod mnist-node-0-2-xxxxx \(job node, index 2\)\n/);
  expect(out).toMatch(/PET_NNODES=3 {2}# policy torch from \w+ \/spec\/trainer\/numNodes\n/);
  expect(out).toMatch(/PET_NODE_RANK=2 {2}# policy torch/);
  expect(out).toMatch(/MODE=plain {2}# runtime torch-plain \/spec\/template/);
  expect(out).toMatch(/zone=b {2}# override kueue\.x-k8s\.io\/manager .*, over override acme/);
  expect(out).toMatch(/limits\.nvidia\.com\/gpu=2 {2}# runtime/);
  expect(out).toMatch(/JOB_COMPLETION_INDEX=2 {2}# Kubernetes/);
});

test("--pod in JSON has labels and blame", async () => {
  const { out } = await renderBoth("--pod", "node/0/1", "-o", "json");
  const view = JSON.parse(out);
  expect(view.labels["jobset.sigs.k8s.io/replicatedjob-name"]).toBe("node");
  expect(view.containers[0].image).toMatchObject({ blame: { origin: { layer: "runtime" } } });
});

test.each([
  ["--pod", "node"],
  ["--pod", "node/3"],
  ["--pod", "coach/0"],
  ["--at", "9"],
  ["-o", "text"],
])("%s %s is wrong use", async (...args) => {
  const { exit, err } = await renderBoth(...args);
  expect(exit).toBe(2);
  expect(err).not.toBe("");
});
