import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePrefixedBuild } from "../scripts/prefix-copy.mjs";
import type { PageHandler } from "./http/create-server.ts";

export type Pages = { readonly handler: Promise<PageHandler>; close(): void };

/**
 * Next's handler over a copy of the build that has the real prefix. Loading takes some hundred milliseconds and nobody but
 * pages waits for it.
 */
export function startPages(options: { root: string; basePath: string; port: () => number }): Pages {
  const folder = mkdtempSync(join(tmpdir(), "trainer-dashboard-"));
  return {
    handler: load(options, folder),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function load(
  { root, basePath, port }: { root: string; basePath: string; port: () => number },
  folder: string,
): Promise<PageHandler> {
  if (!existsSync(join(root, ".next", "BUILD_ID"))) return missingBuild;
  makePrefixedBuild({ src: root, dst: folder, prefix: basePath });
  const { default: next } = await import("next");
  const app = next({ customServer: true, dev: false, dir: folder, port: port() });
  await app.prepare();
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
