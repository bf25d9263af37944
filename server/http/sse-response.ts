import { encodeFrame, type Frame } from "#lib/protocol/frames.ts";
import type { Clock } from "#lib/util/clock.ts";

/** Proxies and browsers give up on silent streams; the tab takes 40 s of silence for a broken one. */
export const HEARTBEAT_MS = 15_000;

export type SseSource = AsyncIterator<Frame, undefined> & {
  /** Called in a silence; a frame that moves the reader's cursor, where there is one. */
  idle?: (() => Frame | undefined) | undefined;
};

export type SseOptions = {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called once, whichever side ends. */
  readonly onClose: () => void;
};

/**
 * Writes frames as they are asked for: a reader that does not read stops the pulling, and the source's own bound decides what
 * becomes of it. A comment goes out after each silence.
 */
export function sseResponse(source: SseSource, options: SseOptions): Response {
  const encoder = new TextEncoder();
  const ended = new AbortController();
  let next: Promise<IteratorResult<Frame, undefined>> | undefined;
  const close = (): void => {
    if (ended.signal.aborted) return;
    ended.abort();
    options.onClose();
  };
  options.signal.addEventListener("abort", close, { once: true });

  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(": open\n\n")),
      pull: async (controller) => {
        next ??= source.next();
        const result = await raceSilence(next, options.clock, ended.signal);
        if (result === "silence") {
          const frame = source.idle?.();
          const text = frame === undefined ? ": still here\n\n" : encodeFrame(frame);
          if (!ended.signal.aborted) controller.enqueue(encoder.encode(text));
          return;
        }
        next = undefined;
        if (result.done !== true) {
          controller.enqueue(encoder.encode(encodeFrame(result.value)));
          return;
        }
        controller.close();
        close();
      },
      cancel: close,
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

async function raceSilence<T>(
  next: Promise<T>,
  clock: Clock,
  signal: AbortSignal,
): Promise<T | "silence"> {
  const timer = new AbortController();
  const stop = () => timer.abort();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const silence = clock.sleep(HEARTBEAT_MS, timer.signal).then(() => "silence" as const);
    return await Promise.race([next, silence]);
  } finally {
    timer.abort();
    signal.removeEventListener("abort", stop);
  }
}
