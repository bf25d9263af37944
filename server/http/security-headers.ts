import { randomBytes } from "node:crypto";

/** On every answer. */
export const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
} as const;

/** On answers that hold data. */
export const API_HEADERS = {
  ...SECURITY_HEADERS,
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

export function createNonce(): string {
  return randomBytes(16).toString("base64");
}

/**
 * Pages load scripts by nonce only. `style-src` keeps 'unsafe-inline' and no nonce: the editor sets its colours by inline
 * styles, and a nonce there would switch 'unsafe-inline' off.
 */
export function contentSecurityPolicy(nonce: string, isDev = false): string {
  // The development server evaluates modules and talks over a WebSocket.
  const evaluation = isDev ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self'${isDev ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}
