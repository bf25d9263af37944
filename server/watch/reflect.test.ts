import { expect, test } from "vitest";
import { KINDS } from "#lib/k8s/kinds.ts";
import { KubeClient } from "#server/kube/kube-client.ts";
import type { KubeAnswer, KubeCall, KubeTransport } from "#server/kube/transport.ts";
import { reflect, SILENCE_MS, type StoreEvent } from "./reflect.ts";

type Script = (call: KubeCall) => {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  lines?: readonly unknown[] | "silence";
};

/** An API server that answers from a script; a watch stays open after its lines until the call is aborted, unless told to end. */
function scripted(answers: readonly Script[]): KubeTransport & { readonly calls: KubeCall[] } {
  const calls: KubeCall[] = [];
  return {
    calls,
    request: async (call) => {
      calls.push(call);
      const script = answers[calls.length - 1];
      if (script === undefined) return new Promise<KubeAnswer>(() => {});
      const { status = 200, headers = {}, body, lines } = script(call);
      if (lines === "silence")
        return { status, headers: new Headers(headers), body: silentStream(call) };
      const text =
        lines === undefined
          ? JSON.stringify(body ?? {})
          : lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      return { status, headers: new Headers(headers), body: streamOf(text) };
    },
  };
}

/** Says nothing and errors when the call is aborted. */
function silentStream({ signal }: KubeCall): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => signal?.addEventListener("abort", () => controller.error(signal.reason)),
  });
}

function streamOf(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}

const job = (name: string, version: string) => ({
  apiVersion: "trainer.kubeflow.org/v1alpha1",
  kind: "TrainJob",
  metadata: { name, uid: name, resourceVersion: version },
});
const list =
  (version: string, ...items: unknown[]): Script =>
  () => ({
    body: { kind: "TrainJobList", metadata: { resourceVersion: version }, items },
  });
const watch =
  (...lines: unknown[]): Script =>
  () => ({ lines });
const failure =
  (status: number): Script =>
  () => ({ status, body: { kind: "Status", code: status, message: "no", reason: "Expired" } });

/** Takes events until `count` of them came; sleeps end at once and are written down, but for those that wait for silence. */
async function take(answers: readonly Script[], count: number, isSilent = false) {
  const transport = scripted(answers);
  const slept: number[] = [];
  const controller = new AbortController();
  const events: StoreEvent[] = [];
  let now = 0;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      if (ms !== SILENCE_MS) slept.push(ms);
      else if (isSilent) now += ms;
      else await new Promise(() => {});
    },
  };
  const deps = {
    client: new KubeClient(transport),
    clock,
    random: () => 1,
    signal: controller.signal,
  };
  for await (const event of reflect(KINDS.TrainJob, deps)) {
    events.push(event);
    if (events.length === count) break;
  }
  controller.abort();
  return { events, slept, calls: transport.calls };
}

const types = (events: readonly StoreEvent[]) => events.map(({ type }) => type);

test("[W1] pages become one replace and the watch starts at the first page's version", async () => {
  const first: Script = () => ({
    body: { metadata: { resourceVersion: "10", continue: "more" }, items: [job("a", "1")] },
  });
  const { events, calls } = await take(
    [first, list("12", job("b", "2")), watch({ type: "ADDED", object: job("c", "11") })],
    3,
  );
  expect(events[0]).toMatchObject({ type: "replace", items: [{ metadata: { name: "a" } }, {}] });
  expect(calls[1]?.query?.get("continue")).toBe("more");
  expect(calls[2]?.query?.get("resourceVersion")).toBe("10");
});

test("[W2] a bookmark moves the version on for the next watch", async () => {
  const { events, calls } = await take(
    [
      list("10"),
      watch({ type: "BOOKMARK", object: job("", "50") }),
      watch({ type: "DELETED", object: job("a", "51") }),
    ],
    5,
  );
  expect(types(events)).toEqual(["replace", "connected", "bookmark", "connected", "remove"]);
  expect(calls[2]?.query?.get("resourceVersion")).toBe("50");
});

test("[W3] 410 as an ERROR line lists again", async () => {
  const gone = { type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired" } };
  const { events, slept } = await take([list("10"), watch(gone), list("20")], 3);
  expect(types(events)).toEqual(["replace", "connected", "replace"]);
  expect(slept).toEqual([]);
});

test("[W3] 410 as the status of the watch lists again", async () => {
  const { events } = await take([list("10"), failure(410), list("20")], 2);
  expect(types(events)).toEqual(["replace", "replace"]);
});

test("[W4] failures are told and waited for longer and longer, and a success starts over", async () => {
  const { events, slept } = await take(
    [
      failure(500),
      failure(500),
      list("10"),
      failure(500),
      watch({ type: "ADDED", object: job("a", "11") }),
      failure(500),
    ],
    7,
  );
  expect(types(events)).toEqual([
    "degraded",
    "degraded",
    "replace",
    "degraded",
    "connected",
    "upsert",
    "degraded",
  ]);
  // The last second is between two openings of the watch (W9).
  expect(slept).toEqual([500, 1000, 2000, 1000]);
  expect(events.at(-1)).toMatchObject({ retryInMs: 500 });
});

test("[W4] a watch that ends at once without a word counts as a failure", async () => {
  const { events } = await take([list("10"), watch()], 3);
  expect(types(events)).toEqual(["replace", "connected", "degraded"]);
});

test("[W3] an API server for which every version is too old is not listed in a hot loop", async () => {
  const { events, slept } = await take(
    [list("10"), failure(410), list("20"), failure(410), list("30"), failure(410)],
    5,
  );
  expect(types(events)).toEqual(["replace", "replace", "degraded", "replace", "degraded"]);
  expect(slept).toEqual([1000]);
});

test("[W4] the patience that the API server asks for is kept, in a Status or as plain text", async () => {
  const asked = (headers: Record<string, string>, body: unknown): Script => {
    return () => ({ status: 429, headers, body });
  };
  const details = { retryAfterSeconds: 7 };
  const { slept } = await take(
    [
      asked({ "retry-after": "3" }, "Too many requests, please try again later."),
      asked({}, { kind: "Status", code: 429, reason: "TooManyRequests", details }),
      asked({ "retry-after": "86400" }, {}),
      list("1"),
    ],
    4,
  );
  expect(slept).toEqual([3_000, 7_000, 60_000]);
});

test("[W8] a watch without a word for minutes is opened anew from the last version", async () => {
  const silent: Script = () => ({ lines: "silence" });
  const { events, calls } = await take([list("10"), silent, silent], 3, true);
  expect(types(events)).toEqual(["replace", "connected", "connected"]);
  expect(calls[2]?.query?.get("resourceVersion")).toBe("10");
  expect(calls[1]?.signal?.aborted).toBe(true);
});

test("[W9] a watch that says something and ends is not opened again within the second", async () => {
  const word = watch({ type: "BOOKMARK", object: job("", "11") });
  const { slept } = await take([list("10"), word, word, word], 6);
  expect(slept).toEqual([1_000, 1_000]);
});

test("[W4] an answer that is no list is a failure and never an empty list", async () => {
  const nonsense: Script = () => ({ body: { ok: true } });
  const { events } = await take([nonsense, list("1")], 2);
  expect(types(events)).toEqual(["degraded", "replace"]);
});

test("[W5] a kind that is not installed is told as absent and asked for after a minute", async () => {
  const { events, slept } = await take([failure(404), list("1")], 2);
  expect(types(events)).toEqual(["absent", "replace"]);
  expect(slept).toEqual([60_000]);
});

test("[W6] an aborted signal ends it without another call", async () => {
  const transport = scripted([]);
  const controller = new AbortController();
  controller.abort();
  const deps = {
    client: new KubeClient(transport),
    clock: { now: () => 0, sleep: async () => {} },
    random: () => 0,
    signal: controller.signal,
  };
  const result = await reflect(KINDS.TrainJob, deps).next();
  expect([result.done, transport.calls.length]).toEqual([true, 0]);
});
