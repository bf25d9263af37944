import fc from "fast-check";
import { expect, test } from "vitest";
import { createSseParser, type SseMessage } from "./sse-parser.ts";

function parse(chunks: readonly string[]) {
  const messages: SseMessage[] = [];
  const comments: string[] = [];
  const feed = createSseParser({
    onMessage: (message) => messages.push(message),
    onComment: (text) => comments.push(text),
  });
  for (const chunk of chunks) feed(chunk);
  return { messages, comments };
}

const TEXT =
  ': open\n\nid: e:1\nevent: upsert\ndata: {"a":1}\n\r\nevent: x\r\ndata: one\r\ndata: two\r\n\r\ndata:plain\n\n: bye\n\n';

test("events, ids, several data lines and comments are read", () => {
  expect(parse([TEXT])).toEqual({
    messages: [
      { event: "upsert", data: '{"a":1}', id: "e:1" },
      { event: "x", data: "one\ntwo", id: undefined },
      { event: "message", data: "plain", id: undefined },
    ],
    comments: ["open", "bye"],
  });
});

test("pieces of any size give the same events", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sizes) => {
      const chunks: string[] = [];
      for (let at = 0, turn = 0; at < TEXT.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        chunks.push(TEXT.slice(at, at + size));
        at += size;
      }
      expect(parse(chunks)).toEqual(parse([TEXT]));
    }),
  );
});

test("an unfinished event is not told", () => {
  expect(parse(["data: half"]).messages).toEqual([]);
});
