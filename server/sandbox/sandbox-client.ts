import { asObject, type Json, type JsonObject } from "#lib/util/json.ts";
import type { KubeAnswer, KubeCall, KubeIdentity } from "#server/kube/transport.ts";
import { ManualClock } from "./manual-clock.ts";
import { PERSONAS } from "./personas.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";

export type ClientAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonObject;
};

export type ClientCall = {
  readonly query?: string;
  readonly body?: Json;
  readonly type?: string;
  readonly as?: string;
  readonly signal?: AbortSignal;
};

/** A sandbox with a clock that stands still, and the shortest way to ask it something. For tests. */
export type SandboxClient = {
  readonly sandbox: Sandbox;
  readonly clock: ManualClock;
  open(method: KubeCall["method"], path: string, call?: ClientCall): Promise<KubeAnswer>;
  ask(method: KubeCall["method"], path: string, call?: ClientCall): Promise<ClientAnswer>;
};

/** A persona's id, or "self". */
function identityOf(id: string): KubeIdentity {
  const persona = PERSONAS.find((one) => one.id === id);
  if (persona === undefined) return { kind: "self" };
  return { kind: "user", user: persona.user, groups: persona.groups };
}

export function createSandboxClient(options: Partial<SandboxOptions> = {}): SandboxClient {
  const clock = new ManualClock();
  const sandbox = createSandbox({
    dialect: "runtimePatches",
    trainerVersion: "v2.3.0",
    controller: "trainer",
    clock,
    ...options,
  });
  const open: SandboxClient["open"] = (method, path, call = {}) =>
    sandbox.transport.request({
      method,
      path,
      identity: identityOf(call.as ?? "admin"),
      query: new URLSearchParams(call.query),
      headers: { "content-type": call.type ?? "application/json", "user-agent": "tester/1.0" },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    });
  return {
    sandbox,
    clock,
    open,
    ask: async (method, path, call) => {
      const answer = await open(method, path, call);
      const text = await new Response(answer.body).text();
      const parsed = text.startsWith("{") ? (JSON.parse(text) as Json) : { text };
      return { status: answer.status, headers: answer.headers, body: asObject(parsed) ?? {} };
    },
  };
}

/** Events of a watch's stream, one at a time; undefined when it has ended. */
export function eventReader(answer: KubeAnswer): {
  next(): Promise<JsonObject | undefined>;
  cancel(): Promise<void>;
} {
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return {
    next: async () => {
      for (;;) {
        const end = text.indexOf("\n");
        if (end >= 0) {
          const line = text.slice(0, end);
          text = text.slice(end + 1);
          return asObject(JSON.parse(line) as Json);
        }
        const { done, value } = await reader.read();
        if (done) return undefined;
        text += decoder.decode(value, { stream: true });
      }
    },
    cancel: () => reader.cancel(),
  };
}
