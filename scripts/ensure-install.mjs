// Runs on whatever Node called it (20 or later) with an empty node_modules: only built-ins here.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Node 24 out of node_modules: every script of the project runs on it, whatever the machine has. */
export const NODE = join(
  ROOT,
  "node_modules",
  ".bin",
  process.platform === "win32" ? "node.cmd" : "node",
);
const STAMP = join(ROOT, "node_modules", ".installed-lock");

/** Installs exactly what package-lock.json says, unless that is what is there already. */
export function ensureInstalled() {
  const lock = createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  if (existsSync(NODE) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === lock) return;
  console.log("Installing packages (npm ci) …");
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith(".js") ? [process.execPath, [npm, "ci"]] : ["npm", ["ci"]];
  const result = spawnSync(command, [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: ROOT,
    stdio: "inherit",
    // The lock file lists development packages too; an inherited production setting would leave them out.
    env: { ...process.env, NODE_ENV: "" },
  });
  if (result.status !== 0) {
    console.error(
      "npm ci failed: see its message above. Registry reachable? Then run the same command again.",
    );
    process.exit(result.status ?? 1);
  }
  writeFileSync(STAMP, lock);
}

/** Runs a program with the project's own Node first on the PATH; returns its exit code. */
export function run(command, args, options = {}) {
  const path = `${join(ROOT, "node_modules", ".bin")}:${process.env.PATH ?? ""}`;
  const result = spawnSync(command, args, {
    cwd: ROOT,
    stdio: "inherit",
    ...options,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", PATH: path, ...options.env },
  });
  if (result.error) throw result.error;
  return result.status ?? 1;
}
