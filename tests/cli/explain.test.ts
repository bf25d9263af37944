import { expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

test("a field has its type, rules and versions", async () => {
  const { exit, out } = await runCli(["explain", "trainjob.spec.managedBy"]);
  expect(exit).toBe(0);
  expect(out).toContain("field:     TrainJob.spec.managedBy\n");
  expect(out).toContain("type:      string\n");
  expect(out).toContain("use:       optional, cannot change after creation\n");
  expect(out).toContain('default:   "trainer.kubeflow.org/trainjob-controller"\n');
  expect(out).toContain("rule:      field is immutable\n");
});

test("items of lists are passed through, and versions are those that have the field", async () => {
  const { out } = await runCli(["explain", "spec.runtimePatches[0].manager", "-o", "json"]);
  expect(JSON.parse(out)).toMatchObject({
    kind: "TrainJob",
    version: "v2.3.0",
    served: ["v2.2.0", "v2.2.1", "v2.3.0"],
    isRequired: true,
  });
  const old = await runCli(["explain", "spec.podSpecOverrides"]);
  expect(old.out).toContain("version:   v2.0.1\n");
  expect(old.out).toContain("  targetJobs  list of object");
});

test("a version without the field is a finding", async () => {
  const args = ["explain", "spec.runtimePatches", "--trainer-version", "v2.0.0"];
  const { exit, out } = await runCli(args);
  expect(exit).toBe(1);
  expect(out).toContain("v2.0.0 does not have it");
});

test("a field that nobody has is answered with those beside it", async () => {
  const { exit, err } = await runCli(["explain", "trainingruntime.spec.mlPolicy.torhc"]);
  expect(exit).toBe(2);
  expect(err).toMatch(/TrainingRuntime\.spec\.mlPolicy has .*torch/);
});

test.each([
  [["explain"]],
  [["explain", "a", "b"]],
  [["explain", "spec", "--trainer-version", "v9"]],
])("%j is wrong use", async (args) => {
  expect((await runCli(args)).exit).toBe(2);
});
