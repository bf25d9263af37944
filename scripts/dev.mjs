// npm run dev: the app with reload, on the sandbox.
import { ensureInstalled, NODE, run } from "./ensure-install.mjs";

ensureInstalled();
process.exit(run(NODE, ["server/main.ts", "--sandbox", "--dev", ...process.argv.slice(2)]));
