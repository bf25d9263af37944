import type { KubeAnswer, KubeCall, KubeTransport } from "#server/kube/transport.ts";

/** What goes wrong with a call; undefined: nothing. */
export type Fault =
  | "refused"
  /** No answer until the call is aborted. */
  | "hang"
  /** The answer comes, and breaks off in its middle. */
  | "cut"
  /** The answer's text is no JSON. */
  | "garbage"
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string | object;
    };

export type FaultyTransport = {
  readonly calls: KubeCall[];
  set(choose: ((call: KubeCall) => Fault | undefined) | undefined): void;
  readonly wrap: (inner: KubeTransport) => KubeTransport;
};

/** Stands between the server and the cluster and lets calls go wrong on demand. */
export function createFaultyTransport(): FaultyTransport {
  let choose: ((call: KubeCall) => Fault | undefined) | undefined;
  const calls: KubeCall[] = [];
  return {
    calls,
    set: (next) => {
      choose = next;
    },
    wrap: (inner) => ({
      request: async (call) => {
        calls.push(call);
        const fault = choose?.(call);
        return fault === undefined ? inner.request(call) : failing(call, fault, inner);
      },
    }),
  };
}

async function failing(call: KubeCall, fault: Fault, inner: KubeTransport): Promise<KubeAnswer> {
  if (fault === "refused") throw new Error("connect ECONNREFUSED 10.0.0.1:443");
  if (fault === "hang")
    return new Promise((_resolve, reject) => {
      call.signal?.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
    });
  if (fault === "garbage") return answer(200, {}, '{"kind":"TrainJobLi\u0000<html>\n');
  if (fault === "cut") return cut(await inner.request(call));
  const { status, headers = {}, body = "" } = fault;
  return answer(status, headers, typeof body === "string" ? body : JSON.stringify(body));
}

function answer(status: number, headers: Record<string, string>, text: string): KubeAnswer {
  return { status, headers: new Headers(headers), body: new Blob([text]).stream() };
}

/** Ten bytes, then the connection is reset. */
function cut({ status, headers, body }: KubeAnswer): KubeAnswer {
  const source = body.getReader();
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { value } = await source.read();
      if (value !== undefined) controller.enqueue(value.slice(0, 10));
      void source.cancel();
      controller.error(new Error("read ECONNRESET"));
    },
  });
  return { status, headers, body: stream };
}
