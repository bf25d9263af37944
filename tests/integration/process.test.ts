import { expect, test } from "vitest";
import { createSseParser } from "#lib/live/sse-parser.ts";
import { startDashboard } from "../support/dashboard.ts";

test("the process says where it listens, serves under its prefix, and ends open streams with a word on SIGTERM", async () => {
  const dashboard = await startDashboard({ prefix: "/tools/trainer", args: ["--api-only"] });
  expect(dashboard.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/tools\/trainer$/);
  const session = await fetch(`${dashboard.url}/api/session`);
  expect(session.headers.get("cache-control")).toBe("no-store");
  expect((await session.json()).user).toBe("alice");
  expect((await fetch(new URL("/api/session", dashboard.url))).status).toBe(404);
  expect((await fetch(new URL("/healthz", dashboard.url))).status).toBe(200);
  const stream = await fetch(`${dashboard.url}/api/stream?topics=jobs`);
  const names: string[] = [];
  const parse = createSseParser({ onMessage: ({ event }) => names.push(event) });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (reader !== undefined && !names.includes("hello")) parse((await reader.read()).value ?? "");
  const ended = dashboard.stop();
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read())
    parse(piece.value);
  expect(names.at(-1)).toBe("bye");
  expect(await ended).toBe(0);
});

test("an option that does not exist ends the process with a sentence", async () => {
  await expect(startDashboard({ args: ["--colour"] })).rejects.toThrow("unknown option --colour");
});
