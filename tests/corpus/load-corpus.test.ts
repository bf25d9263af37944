import { join } from "node:path";
import { expect, test } from "vitest";
import { createFilesWorld } from "#server/sandbox/files/create-files-world.ts";
import { detectFilesDialect } from "#server/sandbox/files/detect-files-dialect.ts";
import type { FileFinding } from "#server/sandbox/files/load-files.ts";
import { CORPUS_FILES, type CorpusRow, readCorpusRows } from "../support/public-corpus.ts";

const NOW = Date.UTC(2026, 10, 30, 12);
const TRAINER_KIND = /^(TrainJob|TrainingRuntime|ClusterTrainingRuntime)\b/;
const COLUMN = {
  podSpecOverrides: "v2.0.0",
  podTemplateOverrides: "v2.1.0",
  runtimePatches: "v2.3.0",
  templateOverrides: "v2.3.0",
} as const;

const ROWS = readCorpusRows();
const FILES = [...new Set(ROWS.map((row) => row.file))];

type Loaded = {
  readonly rows: readonly CorpusRow[];
  readonly column: string;
  readonly findings: readonly FileFinding[];
};

/** Each file alone, in the cluster that it was written for. */
function load(file: string): Loaded {
  const path = join(CORPUS_FILES, file);
  const dialect = detectFilesDialect([path]) ?? "runtimePatches";
  const world = createFilesWorld({ paths: [path], dialect, now: NOW });
  world.clock.advance(120_000);
  world.close();
  const findings = world.files.findings.filter((finding) => TRAINER_KIND.test(finding.object));
  return { rows: ROWS.filter((row) => row.file === file), column: COLUMN[dialect], findings };
}

/** `.spec.a[0].b want integer got str` as the API server writes the field. */
function fieldsOf(verdict: string): readonly string[] {
  return verdict
    .replace(/^reject: /, "")
    .split(/; | \| /)
    .filter((part) => part.startsWith("."))
    .map((part) => part.slice(1).split(" ")[0] ?? "");
}

/** The mutating webhook's decoder names fields without the places in their lists. */
function withoutIndexes(text: string): string {
  return text.replaceAll(/\[\d+\]/g, "");
}

test("most public manifests with Trainer kinds load", () => {
  const loaded = FILES.filter((file) =>
    load(file).findings.some((finding) => finding.outcome === "loaded"),
  );
  if (FILES.length > 0) expect(loaded.length).toBeGreaterThanOrEqual(60);
});

test("what the schema of the version refuses is refused, naming the same field", () => {
  for (const file of FILES) {
    const { rows, column, findings } = load(file);
    if (rows.length !== findings.length) continue;
    for (const [index, row] of rows.entries()) {
      const verdict = row.verdicts[column] ?? "";
      const finding = findings[index];
      const where = [file, row.object, verdict, finding?.reason];
      if (verdict === "not served") expect([...where, finding?.outcome]).toContain("leftAside");
      if (!verdict.startsWith("reject: ")) continue;
      expect([...where, finding?.outcome]).toContain("refused");
      for (const field of fieldsOf(verdict).slice(0, 1))
        expect(withoutIndexes(`${file} ${finding?.reason}`)).toContain(withoutIndexes(field));
    }
  }
});

test("the templates with placeholders are refused by the fields that hold them", () => {
  const reasonsOf = (file: string) =>
    FILES.includes(file)
      ? load(file)
          .findings.map((finding) => finding.reason)
          .join()
      : undefined;
  const runtime = reasonsOf("043-aicr-nccl-gke-runtime.yaml");
  if (runtime !== undefined) {
    expect(runtime).toContain("spec.mlPolicy.mpi.numProcPerNode");
    expect(runtime).toContain("nvidia.com/gpu");
  }
  const job = reasonsOf("044-aicr-nccl-trainjob.yaml");
  if (job !== undefined) expect(job).toContain("spec.trainer.numNodes");
});
