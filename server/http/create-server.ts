import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { isAllowedHost } from "./host-check.ts";
import { contentSecurityPolicy, createNonce, SECURITY_HEADERS } from "./security-headers.ts";

export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type ServerOptions = {
  readonly basePath: string;
  readonly allowedHosts: readonly string[];
  readonly api: Hono;
  readonly isDev?: boolean | undefined;
  /** Settles when pages can be served; pages wait for it, the API does not. */
  readonly pages: Promise<PageHandler>;
};

/** One port: the API and the probes are ours, all else is pages. */
export function createFrontServer(options: ServerOptions): Server {
  const listener = getRequestListener(options.api.fetch, { overrideGlobalObjects: false });
  return createServer((request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    if (isApiPath(path, options.basePath)) {
      void listener(request, response);
      return;
    }
    servePage(options, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end("The page could not be made.");
    });
  });
}

function isApiPath(path: string, basePath: string): boolean {
  if (path === "/healthz" || path === "/readyz") return true;
  if (!path.startsWith(`${basePath}/`)) return false;
  const rest = path.slice(basePath.length);
  return rest.startsWith("/api/") || rest === "/api" || rest === "/healthz" || rest === "/readyz";
}

/** Next takes the nonce from the request's own policy header; a client that sends one is overruled. */
async function servePage(
  options: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const policy = contentSecurityPolicy(createNonce(), options.isDev);
  request.headers["content-security-policy"] = policy;
  response.setHeader("content-security-policy", policy);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  if (!isAllowedHost(request.headers.host, options.allowedHosts)) {
    response.writeHead(421, { "content-type": "text/plain" }).end("This host is not served here.");
    return;
  }
  const { basePath } = options;
  if (basePath !== "" && (request.url === "/" || request.url === "")) {
    response.writeHead(307, { location: basePath }).end();
    return;
  }
  const handle = await options.pages;
  await handle(request, response);
}
