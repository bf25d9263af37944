import { afterEach, expect, test } from "vitest";
import * as z from "zod";
import { isAppError } from "../errors/app-error.ts";
import { apiPath, apiUrl, getJson, sendJson, setBasePath } from "./http.ts";

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
  setBasePath("");
});

type Sent = { url: string; init: RequestInit };

function answer(status: number, body: string): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = async (url, init = {}) => {
    sent.push({ url: String(url), init });
    return new Response(body, { status });
  };
  return sent;
}

async function codeOf(run: Promise<unknown>): Promise<string> {
  try {
    await run;
    return "fine";
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
}

const SCHEMA = z.object({ a: z.number() });

test("addresses carry the prefix, encode segments, and leave empty values out", () => {
  setBasePath("/trainer");
  expect(
    apiUrl(apiPath("jobs", "a", "x/y"), { q: "b c", page: 0, none: undefined, empty: "" }),
  ).toBe("/trainer/api/jobs/a/x%2Fy?q=b+c&page=0");
});

test("an answer is checked against its schema", async () => {
  answer(200, '{"a":1}');
  expect(await getJson("/x", SCHEMA)).toEqual({ a: 1 });
  answer(200, '{"a":"1"}');
  expect(await codeOf(getJson("/x", SCHEMA))).toBe("BAD_ANSWER");
  answer(200, "<html>");
  expect(await codeOf(getJson("/x", SCHEMA))).toBe("BAD_ANSWER");
});

test("a problem document becomes the error of its code, with its extra members", async () => {
  answer(409, '{"code":"LIST_CHANGED","title":"t","status":409,"trainJob":{"kind":"TrainJob"}}');
  try {
    await sendJson("POST", "/x", SCHEMA, {});
    throw new Error("not refused");
  } catch (error) {
    expect(isAppError(error, "LIST_CHANGED") && error.meta.extra).toEqual({
      trainJob: { kind: "TrainJob" },
    });
  }
});

test("no answer at all is OFFLINE, but an abort stays an abort", async () => {
  globalThis.fetch = async () => {
    throw new TypeError("failed to fetch");
  };
  expect(await codeOf(getJson("/x", SCHEMA))).toBe("OFFLINE");
  const controller = new AbortController();
  controller.abort();
  expect(await codeOf(getJson("/x", SCHEMA, { signal: controller.signal }))).toContain("TypeError");
});

test("a write is JSON with the cookie of this site", async () => {
  const sent = answer(200, '{"a":1}');
  await sendJson("PATCH", "/x", SCHEMA, { suspend: true });
  expect(sent[0]?.init).toMatchObject({
    method: "PATCH",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: '{"suspend":true}',
  });
});
