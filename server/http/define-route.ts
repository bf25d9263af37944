import { randomUUID } from "node:crypto";
import * as z from "zod";
import { AppError } from "#lib/errors/app-error.ts";
import { toPointer } from "#lib/util/pointer.ts";
import type { Person } from "#server/access/person.ts";
import { jsonResponse } from "./json-response.ts";
import { problemResponse } from "./problem-response.ts";
import { readJsonBody } from "./read-body.ts";
import { assertSameOrigin } from "./same-origin.ts";
import { API_HEADERS } from "./security-headers.ts";

/** What every route needs of its surroundings; `S` are the services that handlers call. */
export type RouteHost<S> = {
  readonly services: S;
  readonly readOnly: boolean;
  readonly checkAnswers: boolean;
  identify(request: Request): Promise<Person> | Person;
  /** Once for each write that was done: the audit trail. Bodies are not in it. */
  onWrite(write: WriteRecord): void;
  /** Once for each failed request; `error` is the thrown value. */
  onFailure(failure: { route: string; requestId: string; error: unknown }): void;
};

export type WriteRecord = {
  readonly route: string;
  readonly requestId: string;
  readonly user: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
};

export type Call<P, Q, B, S> = {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly person: Person;
  readonly services: S;
  readonly signal: AbortSignal;
  readonly requestId: string;
};

/** An answer with its own headers or status. */
export class Reply<T> {
  readonly value: T;
  readonly headers: Readonly<Record<string, string>>;

  constructor(value: T, headers: Readonly<Record<string, string>>) {
    this.value = value;
    this.headers = headers;
  }
}

export type RouteMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type RouteSpec<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  S,
> = {
  readonly method: RouteMethod;
  /** Below /api, with `:name` for parameters. */
  readonly path: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly response: R;
  /** A POST that changes nothing in the cluster works in read-only mode too. */
  readonly writes?: boolean | undefined;
  readonly handle: (
    call: Call<z.output<P>, z.output<Q>, z.output<B>, S>,
  ) => Promise<z.input<R> | Reply<z.input<R>> | Response>;
};

export type Route<S> = {
  readonly method: RouteMethod;
  readonly path: string;
  serve(
    request: Request,
    params: Readonly<Record<string, string>>,
    host: RouteHost<S>,
  ): Promise<Response>;
};

/**
 * Request id → identity → same origin for writes → read-only → parse → one call → (check the answer) → respond.
 * Whatever is thrown becomes problem+json here and nowhere else.
 */
export function defineRoute<
  S,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(spec: RouteSpec<P, Q, B, R, S>): Route<S> {
  const route = `${spec.method} ${spec.path}`;
  return {
    method: spec.method,
    path: spec.path,
    serve: async (request, params, host) => {
      const requestId = randomUUID();
      try {
        const answer = await run(spec, request, params, host, requestId);
        // Nobody reads what follows a head: a stream that nobody ends would stay for minutes.
        if (request.method === "HEAD") await answer.body?.cancel();
        return withHeaders(answer, requestId);
      } catch (error) {
        host.onFailure({ route, requestId, error });
        return withHeaders(problemResponse(error, requestId), requestId);
      }
    },
  };
}

async function run<
  S,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  spec: RouteSpec<P, Q, B, R, S>,
  request: Request,
  params: Readonly<Record<string, string>>,
  host: RouteHost<S>,
  requestId: string,
): Promise<Response> {
  assertSameOrigin(request);
  const person = await host.identify(request);
  const isWrite = spec.writes ?? spec.method !== "GET";
  if (host.readOnly && isWrite) throw new AppError("READ_ONLY");
  const { searchParams, search: text } = new URL(request.url);
  const search = Object.fromEntries(searchParams);
  const answer = await spec.handle({
    params: parse(spec.params, params, "NOT_FOUND"),
    query: parse(spec.query, search, "MALFORMED_REQUEST"),
    body: parse(
      spec.body,
      spec.method === "GET" ? undefined : await readJsonBody(request),
      "INVALID",
    ),
    person,
    services: host.services,
    signal: request.signal,
    requestId,
  });
  if (isWrite) {
    const route = `${spec.method} ${spec.path}`;
    host.onWrite({ route, requestId, user: person.user, params, query: text });
  }
  if (answer instanceof Response) return answer;
  const value = answer instanceof Reply ? answer.value : answer;
  const headers = answer instanceof Reply ? answer.headers : {};
  if (host.checkAnswers) assertAnswer(spec.response, value);
  return jsonResponse(value, { headers: { "content-type": "application/json", ...headers } });
}

function parse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  code: "NOT_FOUND" | "MALFORMED_REQUEST" | "INVALID",
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError(code, {
    detail: parsed.error.issues[0]?.message,
    errors: parsed.error.issues.flatMap((issue) =>
      placesOf(issue).map((path) => ({ pointer: toPointer(path), message: issue.message })),
    ),
  });
}

/** An unknown field is reported at the object that has it; the request's author looks for the field itself. */
function placesOf(issue: z.core.$ZodIssue): (string | number)[][] {
  const path = issue.path.map((step) => (typeof step === "symbol" ? "" : step));
  return issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...path, key]) : [path];
}

/** A defect of this server, found in development and tests. */
function assertAnswer(schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(JSON.parse(JSON.stringify(value)));
  if (!parsed.success)
    throw new Error(`answer breaks the protocol: ${z.prettifyError(parsed.error)}`);
}

function withHeaders(response: Response, requestId: string): Response {
  for (const [name, value] of Object.entries(API_HEADERS))
    if (!response.headers.has(name)) response.headers.set(name, value);
  response.headers.set("x-request-id", requestId);
  return response;
}
