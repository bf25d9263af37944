// npm run demo [-- FILE|FOLDER…] [--dialect NAME] [--port N]: installs, builds and serves the dashboard on the sandbox.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensureBuilt } from "./ensure-build.mjs";
import { ensureInstalled, NODE, ROOT } from "./ensure-install.mjs";

ensureInstalled();
ensureBuilt();
// npm changes to the project's folder: names of files are meant from where the user stands.
const from = process.env.INIT_CWD ?? process.cwd();
const args = process.argv.slice(2).map((arg, index, all) => {
  if (all[index - 1] === "--data") return resolve(from, arg);
  if (arg.startsWith("-")) return arg;
  const here = resolve(from, arg);
  return existsSync(here) ? here : arg;
});
// Node's own place for compiled code, named so that the server's first module comes from it as well.
const NODE_COMPILE_CACHE = join(tmpdir(), "node-compile-cache");
const child = spawn(NODE, ["server/main.ts", "--sandbox", ...args], {
  cwd: ROOT,
  stdio: "inherit",
  env: {
    NODE_COMPILE_CACHE,
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill("SIGTERM"));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 0 : 1)));
