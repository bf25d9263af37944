import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Public manifests beside the checkout; they belong to others and are not part of it. Tests do without when they are missing. */
const CORPUS = join(import.meta.dirname, "..", "..", "..", "shared", "reference", "corpus");

export const CORPUS_FILES = join(CORPUS, "files");

/** One object of the corpus and what the schema of each Trainer version says to it. */
export type CorpusRow = {
  readonly file: string;
  readonly document: number;
  readonly object: string;
  readonly verdicts: { readonly [version: string]: string };
};

export function readCorpusRows(): readonly CorpusRow[] {
  const table = join(CORPUS, "SCHEMA.tsv");
  if (!existsSync(table)) return [];
  const [head = "", ...lines] = readFileSync(table, "utf8").split("\n");
  const versions = head.split("\t").slice(3);
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const [file = "", document = "", object = "", ...cells] = line.split("\t");
      const verdicts = Object.fromEntries(
        versions.map((name, index) => [name, cells[index] ?? ""]),
      );
      return { file, document: Number(document), object, verdicts };
    });
}
