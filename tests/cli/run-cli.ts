import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export const ROOT = join(import.meta.dirname, "..", "..");

export type Run = { readonly exit: number; readonly out: string; readonly err: string };

/** The command line as a process of its own, from the root of the checkout. */
export async function runCli(
  args: readonly string[],
  options: { readonly stdin?: string; readonly env?: { readonly [name: string]: string } } = {},
): Promise<Run> {
  const child = spawn(
    join(ROOT, "node_modules/.bin/node"),
    [join(ROOT, "server/cli/main.ts"), ...args],
    { cwd: ROOT, env: { ...process.env, ...options.env } },
  );
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.stdin ?? "");
  const ended = new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? -1)));
  const [out, err, exit] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { exit, out, err };
}

export type Folder = { readonly path: string; file(name: string, content: string): string };

/** Runs with a folder of its own, which is gone afterwards. */
export async function withFolder<T>(work: (folder: Folder) => Promise<T>): Promise<T> {
  const path = mkdtempSync(join(tmpdir(), "trainer-dashboard-cli-"));
  const file = (name: string, content: string): string => {
    writeFileSync(join(path, name), content);
    return join(path, name);
  };
  try {
    return await work({ path, file });
  } finally {
    rmSync(path, { recursive: true });
  }
}

/** One JSON value a line. */
export function jsonLines(out: string): readonly unknown[] {
  return out
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
}
