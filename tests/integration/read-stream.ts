import { createSseParser } from "#lib/live/sse-parser.ts";
import { type Frame, FrameSchema } from "#lib/protocol/frames.ts";
import type { Bff } from "./start-bff.ts";

export type StreamReader = {
  readonly status: number;
  readonly frames: Frame[];
  /** The server ended the stream. */
  readonly ended: () => boolean;
  /** Resolves at the first frame, past or future, for which the check holds. */
  waitFor(check: (frame: Frame) => boolean): Promise<Frame>;
  untilEnded(): Promise<void>;
  close(): void;
};

/** Opens the tab's stream and collects its frames. */
export async function readStream(
  bff: Bff,
  persona: string,
  topics: string,
  cursor?: string,
): Promise<StreamReader> {
  const controller = new AbortController();
  const query = new URLSearchParams({ topics, ...(cursor === undefined ? {} : { cursor }) });
  const response = await fetch(`${bff.url}/api/stream?${query}`, {
    headers: { cookie: `trainer-persona=${persona}` },
    signal: controller.signal,
  });
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  let hasEnded = false;
  const wake = () => {
    for (const listener of [...waiting]) listener();
  };
  const parse = createSseParser({
    onMessage: ({ data }) => {
      frames.push(FrameSchema.parse(JSON.parse(data)));
      wake();
    },
  });
  const body = response.body;
  void (async () => {
    try {
      if (body !== null)
        for await (const text of body.pipeThrough(new TextDecoderStream())) parse(text);
    } catch {
      // The test closed the stream.
    }
    hasEnded = true;
    wake();
  })();
  const until = <T>(look: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const check = () => {
        const found = look();
        if (found !== undefined) {
          waiting.delete(check);
          resolve(found);
        } else if (hasEnded) {
          waiting.delete(check);
          reject(new Error(`the stream ended after ${JSON.stringify(frames.slice(-3))}`));
        }
      };
      waiting.add(check);
      check();
    });
  return {
    status: response.status,
    frames,
    ended: () => hasEnded,
    waitFor: (check) => until(() => frames.find(check)),
    untilEnded: () => until(() => (hasEnded ? true : undefined)).then(() => undefined),
    close: () => controller.abort(),
  };
}
