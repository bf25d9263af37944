import fc from "fast-check";
import { expect, test } from "vitest";
import type { Frame } from "#lib/protocol/frames.ts";
import { Subscription } from "./subscription.ts";

const touch = (sequence: number): Frame => ({
  type: "touch",
  topic: "jobs",
  cursor: `e:${sequence}`,
});
const open = (limit = 1_000) => {
  let ends = 0;
  const queue = new Subscription({
    limit,
    onEnd: () => {
      ends += 1;
    },
  });
  return { queue, ends: () => ends };
};

async function drain(queue: Subscription): Promise<Frame[]> {
  const frames: Frame[] = [];
  while (!queue.isEmpty) {
    const next = await queue.next();
    if (next.done !== true) frames.push(next.value);
  }
  return frames;
}

test("[H4] the last frame of a key waits alone, and cursors only rise", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 })), async (keys) => {
      const { queue } = open();
      keys.forEach((key, index) => {
        queue.push(`k${key}`, touch(index), 1);
      });
      const frames = await drain(queue);
      const sequences = frames.map((frame) =>
        "cursor" in frame ? Number(frame.cursor.slice(2)) : -1,
      );
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
      const last = new Map(keys.map((key, index) => [key, index]));
      expect(new Set(sequences)).toEqual(new Set(last.values()));
    }),
  );
});

test("[H5] past its bytes a reader gets a reset and nothing else", async () => {
  const { queue, ends } = open(100);
  expect(queue.push("a", touch(1), 60)).toBe("queued");
  expect(queue.push("a", touch(2), 60)).toBe("coalesced");
  expect(queue.push("b", touch(3), 60)).toBe("overflow");
  queue.push("c", touch(4), 1);
  expect(await drain(queue)).toEqual([{ type: "reset", reason: "overflow" }]);
  expect((await queue.next()).done).toBe(true);
  expect(ends()).toBe(1);
});

test("[H5] bytes that left make room", async () => {
  const { queue } = open(100);
  queue.push("a", touch(1), 90);
  await queue.next();
  expect(queue.push("b", touch(2), 90)).toBe("queued");
});

test("a reader that waits is woken by a frame, and by the end", async () => {
  const { queue } = open();
  const first = queue.next();
  queue.push("a", touch(1), 1);
  expect((await first).value).toEqual(touch(1));
  const second = queue.next();
  queue.cancel();
  expect((await second).done).toBe(true);
});

test("[H8] a last frame comes after what waits", async () => {
  const { queue } = open();
  queue.push("a", touch(1), 1);
  queue.finish({ type: "bye", reason: "rotate" }, "keep");
  expect((await drain(queue)).map(({ type }) => type)).toEqual(["touch", "bye"]);
});
