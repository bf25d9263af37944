import { AppError } from "#lib/errors/app-error.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes that another site's page makes a browser send. Browsers say where a request comes from in Sec-Fetch-Site and
 * Origin, and a page cannot change either. A client that says nothing is no browser: its JSON body or its method would have needed a
 * preflight that is never granted, so the cookie alone never writes.
 */
export function assertSameOrigin(request: Request): void {
  if (SAFE.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site !== null && site !== "same-origin") throw crossSite(`Sec-Fetch-Site is ${site}`);
  if (origin !== null && !isOwnOrigin(origin, request)) throw crossSite(`Origin is ${origin}`);
}

function isOwnOrigin(origin: string, request: Request): boolean {
  const host = request.headers.get("host") ?? new URL(request.url).host;
  return URL.canParse(origin) && new URL(origin).host === host;
}

function crossSite(detail: string): AppError {
  return new AppError("CROSS_SITE", { detail });
}
