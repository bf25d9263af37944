// Run with --expose-gc and an IPC channel: the sandbox first, then the server beside it; says what each of them holds.
import { compose } from "#server/compose.ts";
import { composeSandbox } from "#server/compose-sandbox.ts";
import { parseConfig } from "#server/config/config.ts";
import { createFrontServer } from "#server/http/create-server.ts";
import { noPages } from "#server/pages.ts";

type Sizes = { readonly heapMb: number; readonly residentMb: number };

async function sizes(): Promise<Sizes> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapMb: (heapUsed + external) / 2 ** 20, residentMb: rss / 2 ** 20 };
}

const config = parseConfig(["--sandbox", "--port", "0", ...process.argv.slice(2)], {});
const sandbox = composeSandbox(config);
sandbox.controls.setSpeed(0);
const alone = await sizes();
const composition = await compose(config, { sandbox, log: () => {} });
await composition.services.hub.ready();
const server = createFrontServer({
  basePath: config.basePath,
  allowedHosts: config.allowedHosts,
  api: composition.api,
  pages: Promise.resolve(noPages),
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : undefined });
});
process.on("message", async () => {
  process.send?.({ alone, together: await sizes() });
  process.exit(0);
});
