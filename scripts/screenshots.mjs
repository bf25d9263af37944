// npm run screenshots [-- NAME…]: pictures of every screen, both themes, wide and narrow, into docs/screenshots/.
import { ensureBuilt } from "./ensure-build.mjs";
import { ensureInstalled, NODE, run } from "./ensure-install.mjs";

ensureInstalled();
ensureBuilt();
process.exit(run(NODE, ["tests/screens/main.ts", ...process.argv.slice(2)]));
