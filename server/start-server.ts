import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type Composition, compose } from "./compose.ts";
import { type Config, ConfigError, processConfig } from "./config/config.ts";
import { createFrontServer, type PageHandler } from "./http/create-server.ts";
import { type KubeDoor, openKubeDoor } from "./kube-door.ts";
import { noPages, type Pages, startDevPages, startPages } from "./pages.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Streams get their last frame and connections their end; then the process goes, whatever still hangs. */
const GRACE_MS = 1_500;
const IDLE_CHECK_MS = 20;

/** Starts everything that the arguments and the environment ask for, and says where it listens. */
export async function startServer(): Promise<void> {
  const config = readConfig();
  const composition = await compose(config).catch(stopForUser);
  const door = await kubeDoorFor(config, composition);
  const gate = Promise.withResolvers<PageHandler>();
  const server = createFrontServer({
    basePath: config.basePath,
    allowedHosts: config.allowedHosts,
    api: composition.api,
    isDev: config.dev,
    pages: gate.promise,
  });
  const pages = choosePages(config, server);
  gate.resolve(pages.handler);
  server.listen(config.port, config.host, () => {
    process.stdout.write(`ready ${addressOf(config, toPort(server.address()))}\n`);
    if (door !== undefined)
      process.stdout.write(`kubectl --kubeconfig ${door.kubeconfig} get trainjobs\n`);
  });
  server.on("error", (error) => {
    process.stderr.write(`cannot listen on port ${config.port}: ${error.message}\n`);
    process.exit(1);
  });
  pages.handler.catch((error: unknown) => process.stderr.write(`pages failed: ${String(error)}\n`));
  const stop = () => {
    door?.close();
    shutDown(server, composition, pages);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

async function kubeDoorFor(
  { sandbox: { kubePort } }: Config,
  { sandbox }: Composition,
): Promise<KubeDoor | undefined> {
  try {
    return await openKubeDoor(sandbox.transport, kubePort, (message) =>
      process.stderr.write(`${message}\n`),
    );
  } catch (error) {
    process.stderr.write(`cannot serve kubectl on port ${kubePort}: ${String(error)}\n`);
    process.exit(1);
  }
}

function choosePages(config: Config, server: Server): Pages {
  if (config.apiOnly) return { handler: Promise.resolve(noPages), close: () => {} };
  const options = { root: ROOT, basePath: config.basePath, server };
  return config.dev ? startDevPages(options) : startPages(options);
}

function readConfig(): Config {
  try {
    return processConfig();
  } catch (error) {
    return stopForUser(error);
  }
}

/** Ends the process with a sentence for who started it; what is not their doing goes on as an error. */
function stopForUser(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}

function toPort(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

function addressOf({ host, basePath }: Config, port: number): string {
  const shown = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${shown}:${port}${basePath}`;
}

function shutDown(server: Server, composition: Composition, pages: Pages): void {
  composition.close();
  pages.close();
  server.close(() => process.exit(0));
  // A connection becomes idle when its stream has got the last frame.
  setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  setTimeout(() => {
    server.closeAllConnections();
    process.exit(0);
  }, GRACE_MS);
}
