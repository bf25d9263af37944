// npm run bench: figures as JSON on standard output, progress on standard error.
import { ensureBuilt } from "./ensure-build.mjs";
import { ensureInstalled, NODE, run } from "./ensure-install.mjs";

ensureInstalled();
ensureBuilt();
process.exit(run(NODE, ["tests/bench/main.ts", ...process.argv.slice(2)]));
