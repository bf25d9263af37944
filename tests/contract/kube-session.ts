import { asObject, type Json, type JsonObject } from "#lib/util/json.ts";
import type { KubeCall, KubeIdentity, KubeTransport } from "#server/kube/transport.ts";

export type SessionAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonObject;
};

export type SessionCall = {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly as?: KubeIdentity;
  readonly signal?: AbortSignal;
};

export const ADMIN: KubeIdentity = {
  kind: "user",
  user: "contract-admin",
  groups: ["system:masters"],
};
/** Somebody without any binding. */
export const STRANGER: KubeIdentity = { kind: "user", user: "contract-stranger", groups: [] };

function toCall(method: KubeCall["method"], path: string, call: SessionCall): KubeCall {
  return {
    method,
    path,
    identity: call.as ?? ADMIN,
    query: new URLSearchParams(call.query),
    headers: { "content-type": "application/json", accept: "application/json", ...call.headers },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  };
}

/** A client that says what it means: whole answers as JSON, watches as events. */
export class KubeSession {
  readonly #transport: KubeTransport;

  constructor(transport: KubeTransport) {
    this.#transport = transport;
  }

  call(method: KubeCall["method"], path: string, call: SessionCall = {}): Promise<SessionAnswer> {
    return this.#ask(toCall(method, path, call));
  }

  /** As `call`, with a body that is text already. */
  send(
    method: KubeCall["method"],
    path: string,
    body: string,
    call: SessionCall = {},
  ): Promise<SessionAnswer> {
    return this.#ask({ ...toCall(method, path, call), body });
  }

  async #ask(call: KubeCall): Promise<SessionAnswer> {
    const answer = await this.#transport.request(call);
    const text = await new Response(answer.body).text();
    const parsed = text.startsWith("{") ? (JSON.parse(text) as Json) : { text };
    return { status: answer.status, headers: answer.headers, body: asObject(parsed) ?? {} };
  }

  get(path: string, call?: SessionCall): Promise<SessionAnswer> {
    return this.call("GET", path, call);
  }

  create(path: string, body: Json, call?: SessionCall): Promise<SessionAnswer> {
    return this.call("POST", path, { ...call, body });
  }

  jsonPatch(path: string, body: Json, call?: SessionCall): Promise<SessionAnswer> {
    const headers = { "content-type": "application/json-patch+json" };
    return this.call("PATCH", path, { ...call, body, headers });
  }

  mergePatch(path: string, body: Json, call?: SessionCall): Promise<SessionAnswer> {
    const headers = { "content-type": "application/merge-patch+json" };
    return this.call("PATCH", path, { ...call, body, headers });
  }

  async watch(path: string, call: SessionCall = {}): Promise<WatchReader> {
    const query = { ...call.query, watch: "true" };
    const answer = await this.#transport.request(toCall("GET", path, { ...call, query }));
    return new WatchReader(answer.status, answer.body);
  }
}

export type WatchedEvent = { readonly type: string; readonly object: JsonObject };

export class WatchReader {
  readonly status: number;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = "";

  constructor(status: number, body: ReadableStream<Uint8Array>) {
    this.status = status;
    this.#reader = body.getReader();
  }

  /** The next event; undefined when the stream has ended. */
  async next(): Promise<WatchedEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n");
      if (end >= 0) {
        const line = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 1);
        return JSON.parse(line) as WatchedEvent;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  async take(count: number): Promise<readonly WatchedEvent[]> {
    const events: WatchedEvent[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (event === undefined) break;
      events.push(event);
    }
    return events;
  }

  /** Reads on until an event is as wanted. */
  async until(isWanted: (event: WatchedEvent) => boolean): Promise<WatchedEvent> {
    for (;;) {
      const event = await this.next();
      if (event === undefined) throw new Error("the watch ended before the wanted event");
      if (isWanted(event)) return event;
    }
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }
}
