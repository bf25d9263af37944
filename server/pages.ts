import { existsSync, mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePrefixedBuild } from "../scripts/prefix-copy.mjs";
import { prepareNextEnvironment } from "./config/next-environment.ts";
import type { PageHandler } from "./http/create-server.ts";

export type Pages = { readonly handler: Promise<PageHandler>; close(): void };

type PagesOptions = { readonly root: string; readonly basePath: string; readonly server: Server };

/**
 * Next's handler over a copy of the build that has the real prefix. Loading takes some hundred milliseconds and nobody but
 * pages waits for it.
 */
export function startPages(options: PagesOptions): Pages {
  const folder = mkdtempSync(join(tmpdir(), "trainer-dashboard-"));
  return {
    handler: load(options, folder),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function load({ root, basePath }: PagesOptions, folder: string): Promise<PageHandler> {
  // First the port opens, then the build is copied.
  await new Promise((resolve) => setImmediate(resolve));
  if (!existsSync(join(root, ".next", "BUILD_ID"))) return missingBuild;
  makePrefixedBuild({ src: root, dst: folder, prefix: basePath });
  prepareNextEnvironment(false);
  const { default: next } = await import("next");
  const app = next({ customServer: true, dev: false, dir: folder });
  await app.prepare();
  return app.getRequestHandler();
}

/** Pages that are compiled as they are asked for; the prefix comes from the environment, as next.config.js reads it. */
export function startDevPages({ root, server }: PagesOptions): Pages {
  return { handler: loadDev(root, server), close: () => {} };
}

async function loadDev(root: string, server: Server): Promise<PageHandler> {
  prepareNextEnvironment(true);
  const { default: next } = await import("next");
  const app = next({ customServer: true, dev: true, dir: root, httpServer: server });
  await app.prepare();
  const upgrade = app.getUpgradeHandler();
  server.on("upgrade", (request, socket, head) => void upgrade(request, socket, head));
  return app.getRequestHandler();
}

/** The API works without a build; pages say what to do. */
const missingBuild: PageHandler = async (_request, response) => {
  response.writeHead(503, { "content-type": "text/plain; charset=utf-8" });
  response.end("The pages are not built. Run: npm run build");
};

/** For a process that serves the API only. */
export const noPages: PageHandler = async (_request, response) => {
  response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("Not found");
};
