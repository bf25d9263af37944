import type { KubeStatus } from "#lib/k8s/status.ts";
import type { KubeAnswer } from "#server/kube/transport.ts";

const ENCODER = new TextEncoder();

/** Pieces of text as bytes, made when they are asked for. */
export function textStream(pieces: Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(ENCODER.encode(next.value));
      },
    },
    { highWaterMark: 0 },
  );
}

/** As RFC 7234 and the API server write it. */
function warningHeader(text: string): string {
  return `299 - "${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

export function answer(
  status: number,
  body: ReadableStream<Uint8Array>,
  contentType = "application/json",
  warnings: readonly string[] = [],
): KubeAnswer {
  const headers = new Headers({
    "content-type": contentType,
    "cache-control": "no-cache, private",
  });
  for (const warning of warnings) headers.append("warning", warningHeader(warning));
  return { status, headers, body };
}

export function jsonAnswer(
  status: number,
  text: string,
  warnings: readonly string[] = [],
): KubeAnswer {
  return answer(status, textStream([text]), "application/json", warnings);
}

export function statusAnswer(status: KubeStatus, warnings: readonly string[] = []): KubeAnswer {
  const result = jsonAnswer(status.code, JSON.stringify(status), warnings);
  const wait = status.details?.retryAfterSeconds;
  if (wait !== undefined) result.headers.set("retry-after", String(wait));
  return result;
}
