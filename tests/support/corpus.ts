import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./dashboard.ts";

/** Public manifests that may lie beside the repository; tests that need them do not run elsewhere. */
const CORPUS = join(ROOT, "..", "shared", "reference", "corpus", "files");

export const HAS_CORPUS = existsSync(CORPUS);

export function corpusFile(name: string): string {
  return join(CORPUS, name);
}
