import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseDocuments } from "#lib/yaml/parse-documents.ts";
import { EXCEPTIONS } from "../fixtures/admission/exceptions.ts";
import { REFUSED_JOB, RUNTIME, TRAIN_JOB } from "./manifests.ts";
import { jsonLines, ROOT, runCli, withFolder } from "./run-cli.ts";

type Recorded = { readonly id: string; readonly code: number; readonly [field: string]: unknown };

function recordedAnswers(version: string): readonly Recorded[] {
  const text = readFileSync(join(ROOT, "tests/fixtures/admission", `${version}.jsonl`), "utf8");
  return jsonLines(text) as readonly Recorded[];
}

test.each(["v2.0.0", "v2.1.0", "v2.2.0", "v2.3.0"])(
  "%s: every recorded case is answered in order, as it went over the wire",
  async (version) => {
    const recorded = recordedAnswers(version);
    const file = `tests/fixtures/admission/${version}.jsonl`;
    const { exit, out } = await runCli(["admit", "--cases", file]);
    expect(exit).toBe(1);
    const answers = jsonLines(out) as readonly Recorded[];
    expect(answers.map(({ id }) => id)).toEqual(recorded.map(({ id }) => id));
    recorded.forEach((row, index) => {
      if (EXCEPTIONS[row.id] !== undefined) return;
      const answer = answers[index];
      expect(answer?.code, row.id).toBe(row.code);
      expect(answer?.["admitted"], row.id).toBe(row.code < 300);
      expect(sorted(answer?.["causes"]), row.id).toEqual(
        row.code === 422 ? sorted(row["causes"]) : [],
      );
      expect(answer?.["warnings"] ?? [], row.id).toEqual(row["warnings"] ?? []);
      expect(answer?.["stored"], row.id).toEqual(row["stored"]);
    });
  },
);

function sorted(causes: unknown): readonly string[] {
  return Array.isArray(causes) ? causes.map((cause) => JSON.stringify(cause)).toSorted() : [];
}

test("cases come from standard input too, and a broken line gets an answer in its place", async () => {
  const object = { apiVersion: "trainer.kubeflow.org/v1alpha1", kind: "TrainJob", metadata: {} };
  const lines = [
    "no json",
    JSON.stringify({ id: "a", version: "v9.9.9", operation: "create", object }),
    JSON.stringify({ id: "b", version: "v2.3.0", operation: "update", object }),
    JSON.stringify({ id: "c", version: "v2.3.0", operation: "create", object }),
  ];
  const { exit, out } = await runCli(["admit", "--cases", "-"], { stdin: lines.join("\n") });
  expect(exit).toBe(2);
  expect(jsonLines(out)).toMatchObject([
    { id: null, error: "the line is not a JSON object" },
    { id: "a", error: "unknown version" },
    { id: "b", error: "an update needs old" },
    { id: "c", admitted: false, code: 422 },
  ]);
});

test("times that the server fills are not told, those of the client are", async () => {
  const entry = { targetJobs: [{ name: "node" }], spec: { nodeSelector: { zone: "a" } } };
  const spec = {
    runtimeRef: { name: "torch-plain" },
    suspend: true,
    templateOverrides: [
      { manager: "a.example/b", pod: [{ time: "2026-03-18T10:05:00Z", ...entry }, entry] },
    ],
  };
  const object = {
    apiVersion: "trainer.kubeflow.org/v1alpha1",
    kind: "TrainJob",
    metadata: { name: "mnist" },
    spec,
  };
  const runtime = parseDocuments(RUNTIME).documents[0]?.value;
  const line = JSON.stringify({ id: 1, object, runtime });
  const args = ["admit", "--dialect", "templateOverrides", "--cases", "-"];
  const { out } = await runCli(args, { stdin: line });
  const times = [...out.matchAll(/"time":"([^"]*)"/g)].map(([, time]) => time);
  expect(times).toEqual(["2026-03-18T10:05:00Z", "<now>"]);
});

test("files are answered with places, the runtimes among them are used", async () => {
  await withFolder(async ({ file, path }) => {
    file("a-runtime.yaml", RUNTIME);
    file("b-good.yaml", TRAIN_JOB);
    const wrong = file("c-wrong.yaml", REFUSED_JOB);
    const { exit, out } = await runCli(["admit", path]);
    expect(exit).toBe(1);
    const lines = out.replaceAll(`${path}/`, "").trim().split("\n");
    expect(lines).toEqual([
      "a-runtime.yaml:1:1: ClusterTrainingRuntime torch-plain: admitted",
      "b-good.yaml:1:1: TrainJob team-a/mnist: admitted",
      "c-wrong.yaml:1:1: TrainJob wrong: refused (400)",
      expect.stringContaining(
        'c-wrong.yaml:1:1: error admission webhook "defaulter.trainjob.trainer.kubeflow.org" denied',
      ),
      'c-wrong.yaml:10:5: warning unknown field "spec.trainer.surprise"',
    ]);
    const json = await runCli(["admit", wrong, "--trainer-version", "v2.1.0", "-o", "json"]);
    expect(JSON.parse(json.out)).toMatchObject([
      {
        object: "TrainJob wrong",
        admitted: false,
        code: 422,
        causes: [{ field: "spec.trainer.numNodes", line: 9, column: 5 }, { field: "<nil>" }],
        warnings: [
          { line: 10 },
          { message: "the runtime is not among the files: less is checked" },
        ],
      },
    ]);
  });
});

test("clean input ends with 0, unreadable input with 2", async () => {
  const clean = await runCli(["admit", "-"], { stdin: `${RUNTIME}---\n${TRAIN_JOB}` });
  expect(clean).toMatchObject({ exit: 0, err: "" });
  const broken = await runCli(["admit", "-"], { stdin: `${RUNTIME}---\na: [` });
  expect(broken.exit).toBe(2);
  expect(broken.err).toMatch(/^<stdin>:\d+: unreadable: /);
  expect(broken.out).toContain("torch-plain: admitted");
});

test.each([
  [["admit"]],
  [["admit", "nowhere.yaml"]],
  [["admit", "--cases", "nowhere.jsonl"]],
  [["admit", "--cases", "-", "more.yaml"]],
  [["admit", "-", "-o", "yaml"]],
  [["admit", "-", "--now", "yesterday"]],
  [["admit", "-", "--dialect", "runtimePatches", "--trainer-version", "v2.0.0"]],
])("%j is wrong use", async (args) => {
  const { exit, err } = await runCli(args, { stdin: TRAIN_JOB });
  expect(exit).toBe(2);
  expect(err).not.toBe("");
});

test("colours are for terminals, and NO_COLOR is respected", async () => {
  const piped = await runCli(["admit", "-"], { stdin: RUNTIME });
  const forced = await runCli(["admit", "-"], { stdin: RUNTIME, env: { FORCE_COLOR: "1" } });
  expect(piped.out).not.toContain("\u001b[");
  expect(forced.out).toContain("\u001b[32madmitted");
  const none = await runCli(["admit", "-"], { stdin: RUNTIME, env: { NO_COLOR: "1" } });
  expect(none.out).toBe(piped.out);
});
