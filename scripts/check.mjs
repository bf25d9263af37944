// npm run check: what a commit must pass.
import { ensureInstalled, run } from "./ensure-install.mjs";

ensureInstalled();
const steps = [
  ["biome", ["check", "."]],
  ["tsc", ["--noEmit", "-p", "tsconfig.json"]],
  ["tsc", ["--noEmit", "-p", "tsconfig.isomorphic.json"]],
  ["vitest", ["run", "--project", "unit", "--project", "dom", "--project", "architecture"]],
];
for (const [command, args] of steps) {
  const code = run(command, args);
  if (code !== 0) process.exit(code);
}
