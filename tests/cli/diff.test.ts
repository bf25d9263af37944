import { expect, test } from "vitest";
import { RUNTIME, TRAIN_JOB } from "./manifests.ts";
import { runCli, withFolder } from "./run-cli.ts";

const NEW_RUNTIME = RUNTIME.replace("trainer:1", "trainer:2").replace("value: plain", "value: new");
const NEW_JOB = TRAIN_JOB.replace("name: mnist", "name: copy").replace(
  "numNodes: 3",
  "numNodes: 4",
);

test("two TrainJobs are compared by what they become, whatever their names", async () => {
  await withFolder(async ({ file }) => {
    const a = file("a.yaml", `${RUNTIME}---\n${TRAIN_JOB}`);
    const b = file("b.yaml", NEW_JOB);
    const { exit, out, err } = await runCli(["diff", a, b]);
    expect([exit, err]).toEqual([1, ""]);
    expect(out).toContain("TrainJob team-a/mnist → TrainJob team-a/copy\n");
    expect(out).toContain("  JobSet/mnist job node\n");
    const job = "spec.replicatedJobs[node].template.spec";
    expect(out).toContain(`~ ${job}.parallelism: 3 → 4\n`);
    expect(out).toContain(
      `~ ${job}.template.spec.containers[node].env[PET_NNODES].value: "3" → "4"\n`,
    );
  });
});

test("two runtimes are compared for every TrainJob given", async () => {
  await withFolder(async ({ file }) => {
    const [a, b] = [file("a.yaml", RUNTIME), file("b.yaml", NEW_RUNTIME)];
    const second = TRAIN_JOB.replace("name: mnist", "name: other");
    const jobs = file("jobs.yaml", `${TRAIN_JOB}---\n${second}`);
    const { exit, out } = await runCli(["diff", a, b, "--trainjob", jobs, "-o", "json"]);
    expect(exit).toBe(1);
    const { trainJobs } = JSON.parse(out);
    expect(trainJobs.map((one: { trainJob: string }) => one.trainJob)).toEqual([
      "TrainJob team-a/mnist",
      "TrainJob team-a/other",
    ]);
    expect(trainJobs[0].changes).toMatchObject([
      { kind: "changed", job: "node", before: "registry.example/trainer:1" },
      { kind: "changed", job: "node", before: "plain", after: "new" },
    ]);
  });
});

test("one set is compared under two versions, overrides are converted on the way", async () => {
  await withFolder(async ({ file }) => {
    // Before 2.3 resourcesPerNode stood in place of the container's resources; now it is merged into them.
    const resources = "numNodes: 3\n    resourcesPerNode: {requests: {cpu: 4}}";
    const set = file("set.yaml", `${RUNTIME}---\n${TRAIN_JOB.replace("numNodes: 3", resources)}`);
    const args = ["diff", set, "--from-version", "v2.1.0", "--to-version", "v2.3.0"];
    const { exit, out } = await runCli([...args, "-o", "yaml"]);
    expect(exit).toBe(1);
    expect(out).toMatch(/^trainJobs:\n- trainJob: TrainJob team-a\/mnist\n/);
    expect(out).toContain(
      "label: spec.replicatedJobs[node].template.spec.template.spec.containers[node].resources.limits[nvidia.com/gpu]",
    );
    expect(out).not.toContain("DIALECT_UNSUPPORTED");
  });
});

test("equal sides are clean, a TrainJob of one side only is not", async () => {
  await withFolder(async ({ file }) => {
    const set = file("set.yaml", `${RUNTIME}---\n${TRAIN_JOB}`);
    const same = await runCli(["diff", set, set]);
    expect([same.exit, same.out]).toEqual([0, "TrainJob team-a/mnist\n  no difference\n"]);
    const more = file("more.yaml", `${RUNTIME}---\n${TRAIN_JOB}---\n${NEW_JOB}`);
    const { exit, out } = await runCli(["diff", set, more]);
    expect(exit).toBe(1);
    expect(out).toContain("TrainJob team-a/copy: only in B\n");
  });
});

test("a side that cannot be rendered says why", async () => {
  await withFolder(async ({ file }) => {
    const job = file("job.yaml", TRAIN_JOB);
    const { exit, out } = await runCli(["diff", job, job]);
    expect(exit).toBe(1);
    expect(out).toContain("error RUNTIME_NOT_FOUND");
  });
});

test.each([
  [["diff", "-"]],
  [["diff", "nowhere.yaml", "-"]],
  [["diff", "-", "-", "--from-version", "v2.1.0", "--to-version", "v2.3.0"]],
  [["diff", "-", "--from-version", "v2.1.0"]],
  [["diff", "-", "--from-version", "v2.1.0", "--to-version", "v2.1.0"]],
  [["diff", "-", "-", "-o", "sarif"]],
])("%j is wrong use", async (args) => {
  const { exit, err } = await runCli(args, { stdin: TRAIN_JOB });
  expect(exit).toBe(2);
  expect(err).not.toBe("");
});
