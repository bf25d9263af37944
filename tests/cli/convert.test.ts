import { expect, test } from "vitest";
import { RUNTIME, TRAIN_JOB } from "./manifests.ts";
import { runCli } from "./run-cli.ts";

const STAMP = ["--time", "2026-03-18T10:05:00Z"];

test("overrides change their API, everything else stays", async () => {
  const stdin = `${RUNTIME}---\n${TRAIN_JOB}`;
  const { exit, out, err } = await runCli(["convert", "-", "--to", "templateOverrides", ...STAMP], {
    stdin,
  });
  expect([exit, err]).toEqual([0, ""]);
  expect(out.split("---\n")).toHaveLength(2);
  expect(out).toContain(`  templateOverrides:
  - manager: acme.example/scheduler
    pod:
    - time: "2026-03-18T10:05:00Z"
      targetJobs:
      - name: node
      spec:
        nodeSelector:
          zone: a
`);
  expect(out).not.toContain("runtimePatches");
});

test("the way there and back renders the same", async () => {
  const there = await runCli(["convert", "-", "--to", "templateOverrides", ...STAMP], {
    stdin: TRAIN_JOB,
  });
  const back = await runCli(["convert", "-", "--to", "runtimePatches", "-o", "json"], {
    stdin: there.out,
  });
  const { spec } = JSON.parse(back.out);
  expect(spec.runtimePatches.map(({ manager }: { manager: string }) => manager)).toEqual([
    "acme.example/scheduler",
    "kueue.x-k8s.io/manager",
  ]);
});

test("what cannot be carried over is named with its place", async () => {
  const stdin = TRAIN_JOB.replace(
    "nodeSelector:",
    "affinity: {}\n                        nodeSelector:",
  );
  const { exit, out, err } = await runCli(["convert", "-", "--to", "podSpecOverrides"], { stdin });
  expect(exit).toBe(1);
  expect(err).toContain("<stdin>:23:25: warning FIELD_NOT_SERVED");
  expect(err).toContain("warning JOB_NAMED_TWICE");
  expect(out).not.toContain("affinity");
});

test.each([
  [["convert", "-"]],
  [["convert", "-", "--to", "v1"]],
  [["convert", "--to", "runtimePatches"]],
  [["convert", "nowhere", "--to", "runtimePatches"]],
])("%j is wrong use", async (args) => {
  const { exit, err } = await runCli(args, { stdin: TRAIN_JOB });
  expect(exit).toBe(2);
  expect(err).not.toBe("");
});
