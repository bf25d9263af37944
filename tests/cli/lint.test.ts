import { expect, test } from "vitest";
import { REFUSED_JOB, RUNTIME, TRAIN_JOB } from "./manifests.ts";
import { runCli, withFolder } from "./run-cli.ts";

const PATCHED = TRAIN_JOB.replace(
  "nodeSelector:\n                          zone: b",
  "tolerations: [{key: b, operator: Exists}]",
);

test("findings stand at their lines, file by file", async () => {
  await withFolder(async ({ file, path }) => {
    file("a.yaml", `${RUNTIME}---\n${PATCHED}`);
    file("b.yaml", REFUSED_JOB);
    const { exit, out } = await runCli(["lint", path]);
    expect(exit).toBe(1);
    const lines = out.replaceAll(`${path}/`, "").trim().split("\n");
    expect(lines.map((line) => line.split(" ").slice(0, 3).join(" "))).toEqual([
      "a.yaml:74:25: warning TOLERATIONS_REPLACED",
      "b.yaml:1:1: error UNDECODABLE",
      "b.yaml:10:5: warning UNKNOWN_FIELD",
    ]);
    const errorsOnly = await runCli(["lint", `${path}/a.yaml`, "--fail-on", "error"]);
    expect(errorsOnly.exit).toBe(0);
  });
});

test("lists, JSON and anchors are read, with places inside them", async () => {
  await withFolder(async ({ file, path }) => {
    file("runtime.yaml", RUNTIME);
    const spec = { runtimeRef: { name: "torch-plain" }, surprise: 1 };
    const item = { metadata: { name: "a" }, spec };
    const list = {
      apiVersion: "trainer.kubeflow.org/v1alpha1",
      kind: "TrainJobList",
      items: [item, { ...item, metadata: { name: "b" } }],
    };
    file("list.json", JSON.stringify(list, undefined, 2));
    file(
      "anchor.yaml",
      `${TRAIN_JOB.replace("  trainer:\n", "  trainer: &trainer\n    surprise: 1\n")}---
apiVersion: trainer.kubeflow.org/v1alpha1
kind: TrainJob
metadata: {name: second}
spec:
  runtimeRef: {name: torch-plain}
  trainer: {image: a}
`,
    );
    const { out } = await runCli(["lint", path, "-o", "json"]);
    const findings = JSON.parse(out) as readonly { code: string; object: string; source: object }[];
    const unknown = findings.filter(({ code }) => code === "UNKNOWN_FIELD");
    expect(unknown).toMatchObject([
      { object: "TrainJob team-a/mnist", source: { line: 11, column: 5 } },
      { object: "TrainJob a", source: { line: 13, column: 9 } },
      { object: "TrainJob b", source: { line: 24, column: 9 } },
    ]);
  });
});

test("an object that is in the files twice is told at its second place", async () => {
  const { exit, out } = await runCli(["lint", "-"], { stdin: `${RUNTIME}---\n${RUNTIME}` });
  expect(exit).toBe(1);
  expect(out).toMatch(/^<stdin>:\d+:3: warning DUPLICATE_OBJECT .* is in <stdin>:1:1 before/);
});

test("SARIF holds what its schema requires", async () => {
  const { exit, out } = await runCli(["lint", "-", "-o", "sarif"], {
    stdin: `${RUNTIME}---\n${PATCHED}`,
  });
  expect(exit).toBe(1);
  const log = JSON.parse(out);
  expect(log).toMatchObject({
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "trainer-dashboard" } } }],
  });
  const [{ tool, results }] = log.runs;
  const ids: readonly string[] = tool.driver.rules.map((rule: { id: string }) => rule.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(results).toHaveLength(1);
  for (const result of results) {
    expect(ids[result.ruleIndex]).toBe(result.ruleId);
    expect(["none", "note", "warning", "error"]).toContain(result.level);
    expect(result.message.text).not.toBe("");
    const { artifactLocation, region } = result.locations[0].physicalLocation;
    expect(artifactLocation.uri).toBe("stdin");
    expect(region.startLine).toBeGreaterThanOrEqual(1);
    expect(region.endLine).toBeGreaterThanOrEqual(region.startLine);
    expect(region.startColumn).toBeGreaterThanOrEqual(1);
  }
});

test("a sound file is clean, an API version that nobody serves is unreadable", async () => {
  const clean = await runCli(["lint", "-"], { stdin: RUNTIME });
  expect(clean).toEqual({ exit: 0, out: "", err: "" });
  const old = RUNTIME.replace("v1alpha1", "v2alpha1");
  const { exit, err } = await runCli(["lint", "-"], { stdin: old });
  expect(exit).toBe(2);
  expect(err).toContain("trainer.kubeflow.org/v2alpha1 is served by no cluster");
});

test.each([
  [["lint"]],
  [["lint", "nowhere"]],
  [["lint", "-", "--fail-on", "all"]],
  [["lint", "-", "-o", "xml"]],
])("%j is wrong use", async (args) => {
  const { exit, err } = await runCli(args, { stdin: RUNTIME });
  expect(exit).toBe(2);
  expect(err).not.toBe("");
});
