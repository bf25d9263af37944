import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A file's text, or why there is none. `name` is the path as the user would write it. */
export type FoundFile = { readonly name: string } & (
  | { readonly text: string }
  | { readonly problem: string }
);

const EXTENSIONS = [".yaml", ".yml", ".json"];
const LARGEST = 32 * 1024 * 1024;

/**
 * The files that the paths mean: a file itself whatever its name, a folder all YAML and JSON files below it, in the
 * order of their names. The same file is read once.
 */
export function findFiles(paths: readonly string[]): readonly FoundFile[] {
  const found = new Map<string, FoundFile>();
  for (const path of paths)
    for (const file of filesAt(path)) if (!found.has(file.name)) found.set(file.name, file);
  return [...found.values()];
}

function filesAt(path: string): readonly FoundFile[] {
  try {
    return statSync(path).isDirectory() ? folder(path) : [read(path)];
  } catch (error) {
    return [{ name: path, problem: reasonOf(error) }];
  }
}

function folder(path: string): readonly FoundFile[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== "node_modules" && !entry.name.startsWith("."))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry) => entry.isDirectory() || EXTENSIONS.some((end) => entry.name.endsWith(end)))
    .flatMap((entry) => filesAt(join(path, entry.name)));
}

function read(path: string): FoundFile {
  const { size } = statSync(path);
  if (size > LARGEST) return { name: path, problem: "larger than 32 MiB" };
  const text = new TextDecoder("utf-8").decode(readFileSync(path));
  return { name: path, text };
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return "no such file or folder";
  if (code === "EACCES") return "no permission to read it";
  return error instanceof Error ? error.message : String(error);
}
