// Writes docs/corpus.md: what the sandbox says to each public manifest, each file alone, in the cluster that it was written for.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFilesWorld } from "#server/sandbox/files/create-files-world.ts";
import { detectFilesDialect } from "#server/sandbox/files/detect-files-dialect.ts";
import type { FileFinding } from "#server/sandbox/files/load-files.ts";
import { ROOT } from "../support/dashboard.ts";
import { CORPUS_FILES } from "../support/public-corpus.ts";

const NOW = Date.UTC(2026, 10, 30, 12);
const TRAINER_KIND = /^(TrainJob|TrainingRuntime|ClusterTrainingRuntime)\b/;
const LONGEST = 260;

type Row = { readonly file: string; readonly dialect: string; readonly finding: FileFinding };

const rows: Row[] = readdirSync(CORPUS_FILES)
  .sort()
  .flatMap((file) => {
    const path = join(CORPUS_FILES, file);
    const dialect = detectFilesDialect([path]) ?? "templateOverrides";
    const world = createFilesWorld({ paths: [path], dialect, now: NOW });
    world.close();
    return world.files.findings.map((finding) => ({ file, dialect, finding }));
  });

const files = new Set(rows.map(({ file }) => file));
const ofTrainer = rows.filter(({ finding }) => TRAINER_KIND.test(finding.object));
const filesOf = (some: readonly Row[]) => new Set(some.map(({ file }) => file)).size;
const loaded = ofTrainer.filter(({ finding }) => finding.outcome === "loaded");

function cell(text: string): string {
  const line = text.replaceAll("\n", " ").replaceAll("|", "\\|").replaceAll("<", "&lt;");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line;
}

function said({ reason, pruned, warnings }: FileFinding): string {
  return [
    reason,
    pruned.length > 0 ? `dropped by the served schema: ${pruned.join(", ")}` : undefined,
    ...warnings,
  ]
    .filter((part) => part !== undefined && part !== "")
    .join("; ");
}

const lines = rows.map(
  ({ file, dialect, finding }) =>
    `| ${file}:${finding.line} | ${cell(finding.object)} | ${dialect} | ${finding.outcome} | ${cell(said(finding))} |`,
);

writeFileSync(
  join(ROOT, "docs", "corpus.md"),
  `# Public manifests on the sandbox

Written by \`node tests/corpus/write-table.ts\` from a collection of public manifests that is not part of this repository. Each file is loaded
alone, as \`npm run demo -- FILE\` does; the override API follows from the file. In a folder that mixes them, the one that most TrainJobs
use is served, and the others are left aside with that reason.

${files.size} files; ${filesOf(ofTrainer)} hold a Trainer kind, ${filesOf(loaded)} of these load at least one such object.
Trainer objects: ${loaded.length} loaded, ${ofTrainer.length - loaded.length} not. Every document has a row: nothing is passed over in silence.

| where | object | override API | outcome | what is said |
|---|---|---|---|---|
${lines.join("\n")}
`,
);
