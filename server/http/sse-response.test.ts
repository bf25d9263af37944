import { expect, test } from "vitest";
import type { Frame } from "#lib/protocol/frames.ts";
import { sseResponse } from "./sse-response.ts";

const HELLO: Frame = { type: "hello", cursor: "e:1" };

function neverSilent() {
  return { now: () => 0, sleep: () => new Promise<void>(() => {}) };
}

test("frames are written one by one, and the end closes once", async () => {
  const frames: Frame[] = [HELLO, { type: "bye", reason: "rotate" }];
  let closed = 0;
  const response = sseResponse(
    {
      next: async () => {
        const value = frames.shift();
        return value === undefined ? { done: true, value: undefined } : { done: false, value };
      },
    },
    {
      clock: neverSilent(),
      signal: new AbortController().signal,
      onClose: () => {
        closed += 1;
      },
    },
  );
  expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
  expect(await response.text()).toBe(
    ': open\n\nid: e:1\nevent: hello\ndata: {"type":"hello","cursor":"e:1"}\n\nevent: bye\ndata: {"type":"bye","reason":"rotate"}\n\n',
  );
  expect(closed).toBe(1);
});

test("a silence is broken by a comment, or by the frame that the source has for it", async () => {
  let silences = 0;
  const response = sseResponse(
    {
      next: () => new Promise(() => {}),
      idle: () => (silences++ === 0 ? undefined : { type: "bookmark", cursor: "e:2" }),
    },
    {
      clock: { now: () => 0, sleep: async () => {} },
      signal: new AbortController().signal,
      onClose: () => {},
    },
  );
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const pieces = [await reader?.read(), await reader?.read(), await reader?.read()];
  expect(pieces.map((piece) => piece?.value)).toEqual([
    ": open\n\n",
    ": still here\n\n",
    'id: e:2\nevent: bookmark\ndata: {"type":"bookmark","cursor":"e:2"}\n\n',
  ]);
  await reader?.cancel();
});

test("a reader that does not read is not pulled for", async () => {
  let pulls = 0;
  sseResponse(
    {
      next: async () => {
        pulls += 1;
        return { done: false, value: HELLO };
      },
    },
    { clock: neverSilent(), signal: new AbortController().signal, onClose: () => {} },
  );
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(pulls).toBeLessThanOrEqual(1);
});

test("a reader that leaves closes the source", async () => {
  const controller = new AbortController();
  let closed = 0;
  const response = sseResponse(
    { next: () => new Promise(() => {}) },
    {
      clock: neverSilent(),
      signal: controller.signal,
      onClose: () => {
        closed += 1;
      },
    },
  );
  controller.abort();
  await response.body?.cancel();
  expect(closed).toBe(1);
});
