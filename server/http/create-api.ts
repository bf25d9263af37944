import { Hono } from "hono";
import { compress } from "hono/compress";
import { AppError } from "#lib/errors/app-error.ts";
import type { Route, RouteHost } from "./define-route.ts";
import { isAllowedHost } from "./host-check.ts";
import { problemResponse } from "./problem-response.ts";
import { API_HEADERS } from "./security-headers.ts";

export type ApiOptions<S> = {
  readonly basePath: string;
  readonly allowedHosts: readonly string[];
  readonly routes: readonly Route<S>[];
  readonly host: RouteHost<S>;
  /** Undefined: ready; else what is missing. */
  readonly notReady: () => string | undefined;
};

const COMPRESS_FROM_BYTES = 2_048;

/** Everything under `<prefix>/api`, and the two probes (with and without the prefix). */
export function createApi<S>(options: ApiOptions<S>): Hono {
  const app = new Hono();
  const prefixes = new Set(["", options.basePath]);
  const probes = new Set([...prefixes].flatMap((at) => [`${at}/healthz`, `${at}/readyz`]));
  app.use(async (context, next) => {
    if (
      !probes.has(context.req.path) &&
      !isAllowedHost(context.req.header("host"), options.allowedHosts)
    )
      return refusal(new AppError("HOST_REFUSED"));
    return next();
  });
  // Streams say no-transform and stay as they are.
  app.use(compress({ encoding: "gzip", threshold: COMPRESS_FROM_BYTES }));
  for (const prefix of prefixes) {
    app.get(`${prefix}/healthz`, (context) => context.text("ok"));
    app.get(`${prefix}/readyz`, (context) => {
      const missing = options.notReady();
      return missing === undefined ? context.text("ready") : context.text(missing, 503);
    });
  }
  for (const route of options.routes)
    app.on(route.method, `${options.basePath}/api${route.path}`, (context) =>
      route.serve(context.req.raw, context.req.param(), options.host),
    );
  app.notFound(() => refusal(new AppError("NOT_FOUND")));
  app.onError((error) => {
    options.host.onFailure({ route: "router", requestId: "", error });
    return refusal(error);
  });
  return app;
}

function refusal(error: unknown): Response {
  const response = problemResponse(error, crypto.randomUUID());
  for (const [name, value] of Object.entries(API_HEADERS)) response.headers.set(name, value);
  return response;
}
