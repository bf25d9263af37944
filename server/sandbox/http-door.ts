import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { KubeAnswer, KubeCall, KubeTransport } from "#server/kube/transport.ts";
import { statusAnswer } from "./answer.ts";
import { PROTOBUF, protoBodyText } from "./proto-body.ts";
import { KubeRefusal, methodNotAllowed, refuse } from "./refusal.ts";
import { createSelfSigned } from "./self-signed-certificate.ts";
import { readContentType } from "./write-options.ts";

export type HttpDoorOptions = {
  readonly transport: KubeTransport;
  /** 0: any free port. Always on the loopback address. */
  readonly port: number;
  readonly now: number;
  readonly log?: ((message: string) => void) | undefined;
};

export type HttpDoor = {
  /** `https://127.0.0.1:PORT` */
  readonly url: string;
  /** PEM; clients take it for the certificate authority. */
  readonly certificate: string;
  /** Stops listening and cuts what is open. */
  close(): void;
};

const HOST = "127.0.0.1";
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
/** One byte more than the API takes, so that its own refusal is what the client reads. */
const MAX_BODY_BYTES = 3 * 1024 * 1024 + 1;

/** Serves the transport over HTTPS: a bearer token says who one is, impersonation headers are the API's to judge. */
export async function openHttpDoor(options: HttpDoorOptions): Promise<HttpDoor> {
  const { transport, port, now, log } = options;
  const { key, certificate } = createSelfSigned("trainer-dashboard-sandbox", now);
  const server = createServer({ key, cert: certificate }, (request, response) => {
    serve(transport, request, response).catch((error: unknown) => {
      // A reader that leaves ends its stream with an error: nothing to tell.
      if (!response.destroyed) log?.(`the sandbox's API failed: ${String(error)}`);
      response.destroy();
    });
  });
  await listen(server, port);
  return {
    url: `https://${HOST}:${toPort(server.address())}`,
    certificate,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function toPort(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function serve(
  transport: KubeTransport,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const leave = new AbortController();
  response.once("close", () => leave.abort());
  let answered: KubeAnswer;
  try {
    const call = toCall(request, await readBytes(request), leave.signal);
    answered = await transport.request(call);
  } catch (error) {
    if (!(error instanceof KubeRefusal)) throw error;
    answered = statusAnswer(error.status);
  }
  await send(answered, response, leave.signal);
}

function toCall(request: IncomingMessage, body: Buffer, signal: AbortSignal): KubeCall {
  const method = METHODS.find((known) => known === request.method);
  if (method === undefined) throw methodNotAllowed();
  const [path = "/", ...query] = (request.url ?? "/").split("?");
  return {
    method,
    path,
    query: new URLSearchParams(query.join("?")),
    identity: { kind: "token", token: bearerOf(request) },
    signal,
    ...contentOf(flatHeaders(request.headers), body),
  };
}

type Content = Pick<KubeCall, "headers" | "body">;

/** Behind the door everything is JSON. */
function contentOf(headers: Record<string, string>, body: Buffer): Content {
  if (body.length === 0) return { headers };
  if (readContentType(headers) !== PROTOBUF) return { headers, body: body.toString() };
  const inJson = { ...headers, "content-type": "application/json" };
  return { headers: inJson, body: protoBodyText(body) };
}

function bearerOf({ headers }: IncomingMessage): string {
  const found = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "");
  if (found?.[1] === undefined) throw refuse(401, "Unauthorized", "Unauthorized");
  return found[1];
}

/** The token is taken out; headers that came several times are one, separated by commas. */
function flatHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && name !== "authorization") flat[name] = [value].flat().join(",");
  return flat;
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= MAX_BODY_BYTES) chunks.push(bytes);
  }
  return size > MAX_BODY_BYTES ? Buffer.alloc(MAX_BODY_BYTES, " ") : Buffer.concat(chunks);
}

/** Bytes go out as they come; a client that does not read stops the source. */
async function send(
  { status, headers, body }: KubeAnswer,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  response.flushHeaders();
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  for (;;) {
    const { done, value } = await reader.read();
    if (done || signal.aborted) break;
    if (!response.write(value)) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off("drain", go);
      response.off("close", go);
      resolve();
    };
    response.once("drain", go);
    response.once("close", go);
  });
}
