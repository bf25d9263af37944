import { expect, test } from "vitest";
import { isAppError } from "#lib/errors/app-error.ts";
import { isAllowedHost } from "./host-check.ts";
import { MAX_BODY_BYTES, readJsonBody } from "./read-body.ts";
import { assertSameOrigin } from "./same-origin.ts";
import { contentSecurityPolicy } from "./security-headers.ts";

const post = (headers: Record<string, string>, body = "{}") =>
  new Request("http://console.example:8080/api/x", {
    method: "POST",
    headers: { host: "console.example:8080", ...headers },
    body,
  });

function codeOf(run: () => void): string {
  try {
    run();
    return "passed";
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
}

test("writes come from our own pages, or from no page at all", () => {
  const check = (headers: Record<string, string>) => codeOf(() => assertSameOrigin(post(headers)));
  expect(check({})).toBe("passed");
  expect(check({ origin: "http://console.example:8080" })).toBe("passed");
  expect(check({ "sec-fetch-site": "same-origin" })).toBe("passed");
  expect(check({ origin: "http://console.example:9090" })).toBe("CROSS_SITE");
  expect(check({ origin: "null" })).toBe("CROSS_SITE");
  expect(check({ "sec-fetch-site": "same-site" })).toBe("CROSS_SITE");
  expect(check({ "sec-fetch-site": "none" })).toBe("CROSS_SITE");
});

test("reading is never refused for where it comes from", () => {
  const request = new Request("http://a/api/x", { headers: { origin: "http://evil" } });
  expect(codeOf(() => assertSameOrigin(request))).toBe("passed");
});

test("hosts are compared without their port", () => {
  expect(isAllowedHost("LOCALHOST:8080", ["localhost"])).toBe(true);
  expect(isAllowedHost("[::1]:8080", ["[::1]"])).toBe(true);
  expect(isAllowedHost("localhost.evil.example", ["localhost"])).toBe(false);
  expect(isAllowedHost(undefined, ["localhost"])).toBe(false);
  expect(isAllowedHost("any.example", ["*"])).toBe(true);
});

test("bodies are JSON and bounded, however they are sent", async () => {
  const read = async (request: Request) => {
    try {
      return await readJsonBody(request);
    } catch (error) {
      return isAppError(error) ? error.code : String(error);
    }
  };
  const json = { "content-type": "application/json; charset=utf-8" };
  expect(await read(post(json, '{"a":1}'))).toEqual({ a: 1 });
  expect(await read(post(json, "{"))).toBe("MALFORMED_REQUEST");
  expect(await read(post({ "content-type": "text/plain" }, "{}"))).toBe("UNSUPPORTED_MEDIA_TYPE");
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  expect(await read(post(json, nested(200)))).toBeInstanceOf(Array);
  expect(await read(post(json, nested(202)))).toBe("MALFORMED_REQUEST");
  expect(await read(post(json, nested(500_000)))).toBe("MALFORMED_REQUEST");
  expect(await read(post(json, `"${"x".repeat(MAX_BODY_BYTES)}"`))).toBe("BODY_TOO_LARGE");
});

test("the policy has one nonce for scripts and none for styles", () => {
  const policy = contentSecurityPolicy("abc");
  expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic'");
  expect(policy).toContain("style-src 'self' 'unsafe-inline';");
  expect(policy).toContain("frame-ancestors 'self'");
});
